import { sql } from 'kysely';
import { scheduleArticle, withdrawArticle } from '#modules/blog/change-article.ts';
import { readStaffArticle } from '#modules/blog/staff-articles.ts';
import { isLegal } from '#modules/content/binding-pages.ts';
import { withdrawPageVersion } from '#modules/content/page-drafts.ts';
import { publishPageVersion } from '#modules/content/pages.ts';
import { publishLanding, recallLanding } from '#modules/landings/change-landing.ts';
import { listLandingTexts, listStaffLandings } from '#modules/landings/staff-landings.ts';
import { cancelPlan, confirmPlan, undoPlan } from '#modules/pricing/price-plans.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import type { KindOfDraft } from '../kinds.ts';

const slugOfLanding = async (db: Db, id: string) => ensure((await listStaffLandings(db, Number(id)))[0]).slug;

/** A landing page: the newest text of each branch and variant is published. */
export const landingKind: KindOfDraft = {
  async read(db, id, now, isLocked) {
    if (isLocked) await sql`select from landings where id = ${Number(id)} for update`.execute(db);
    const [landing] = await listStaffLandings(db, Number(id), now);
    if (!landing) return null;
    const { name, starts_at, ends_at, redirect_to, share_b } = landing;
    const texts = await listLandingTexts(db, landing.id, null);
    return {
      title: name,
      department_id_1c: null,
      starts_at,
      ends_at,
      is_draft: texts.some((text, at) => isWaiting(text, texts, at)),
      version: {
        name,
        starts_at,
        ends_at,
        redirect_to,
        share_b,
        texts: texts.map(({ id, published_at }) => ({ id, published_at })),
      },
      says: {
        texts: await readWords(
          db,
          texts.filter((text, at) => isWaiting(text, texts, at)).map(({ id }) => id),
        ),
      },
    };
  },
  publish: async (db, id, { now }) => publishLanding(db, await slugOfLanding(db, id), now),
  recall: async (db, id, { published_at, now }) => recallLanding(db, await slugOfLanding(db, id), published_at, now),
};

type Text = { department_id_1c: string | null; variant: string; published_at: Date | null };

/** Publishing publishes it: texts stand with the newest of each branch and variant before the others. */
function isWaiting(one: Text, texts: Text[], at: number): boolean {
  const before = texts[at - 1];
  const isNewest = !before || before.department_id_1c !== one.department_id_1c || before.variant !== one.variant;
  return one.published_at === null && isNewest;
}

async function readWords(db: Db, ids: number[]) {
  return ids.length === 0
    ? []
    : db.selectFrom('landing_pages').select(['title', 'description', 'blocks']).where('id', 'in', ids).execute();
}

/** An article of the blog; readers have seen it by the time it is taken back, so its page is gone then. */
export const articleKind: KindOfDraft = {
  async read(db, id, _now, isLocked) {
    const article = await readStaffArticle(db, Number(id), { branches: null, isLocked });
    if (!article) return null;
    const { title, department_id_1c, is_draft, slug, lead, blocks, withdrawn_at } = article;
    return {
      title,
      department_id_1c,
      starts_at: null,
      ends_at: null,
      is_draft,
      version: { title, department_id_1c, is_draft, slug, lead, blocks, withdrawn_at },
    };
  },
  publish: (db, id, { now }) => scheduleArticle(db, Number(id), now, now),
  recall: (db, id, { now }) => withdrawArticle(db, Number(id), now),
};

/** A version of a written page; taken back, the one before it is shown again. */
export const pageKind: KindOfDraft = {
  async read(db, id, _now, isLocked) {
    const page = await readPage(db, id, isLocked);
    if (!page) return null;
    const { slug, version, title, department_id_1c, published_at, ends_at, html } = page;
    return {
      title: `${title}, редакция ${version}`,
      department_id_1c,
      starts_at: null,
      ends_at,
      is_draft: published_at === null,
      version: { slug, version, title, published_at, ends_at },
      says: { title, html },
    };
  },
  async publish(db, id, { now }) {
    if (isLegal(ensure(await readPage(db, id)).slug))
      throw new Refusal('bad_input', {}, 'Юридический текст публикуют отдельно, на его странице');
    await publishPageVersion(db, Number(id), {}, now);
  },
  recall: async (db, id, { now }) => withdrawPageVersion(db, Number(id), ensure(await readPage(db, id)).slug, now),
};

async function readPage(db: Db, id: string, isLocked = false) {
  return db
    .selectFrom('pages')
    .select(['slug', 'version', 'title', 'department_id_1c', 'published_at', 'ends_at', 'html'])
    .where('id', '=', Number(id))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** A rehearsed plan of prices: confirmed, so that its prices change at its own time. */
export const planKind: KindOfDraft = {
  async read(db, id, _now, isLocked) {
    const plan = await readPlan(db, id, isLocked);
    if (!plan) return null;
    const { name, hash, state, starts_at, branches, uses_cost } = plan;
    const [only = null] = branches ?? [];
    return {
      title: name,
      department_id_1c: branches?.length === 1 ? only : null,
      starts_at,
      ends_at: null,
      is_draft: state === 'rehearsed',
      version: { name, hash },
      uses_cost,
      is_taken_back: ['cancelled', 'undoing', 'undone'].includes(state),
    };
  },
  async publish(db, id, { now }) {
    const { hash } = ensure(await readPlan(db, id));
    await confirmPlan(db, Number(id), { hash, accepts_floor: false }, now);
  },
  async recall(db, id, { now }) {
    const { state } = ensure(await readPlan(db, id));
    if (state === 'waiting') await cancelPlan(db, Number(id));
    else await undoPlan(db, Number(id), now);
  },
};

type Plan = {
  name: string;
  hash: string;
  state: string;
  uses_cost: boolean;
  starts_at: Date | null;
  branches: string[] | null;
};

async function readPlan(db: Db, id: string, isLocked = false): Promise<Plan | null> {
  if (isLocked) await sql`select from price_plans where id = ${Number(id)} for update`.execute(db);
  const { rows } = await sql<Plan>`
    select p.name, p.hash, p.state, p.uses_cost,
      (p.starts_on + make_interval(mins => p.starts_minute)) at time zone 'Europe/Moscow' as starts_at,
      (select array_agg(d.id_1c) from departments d
        where d.branch_id_1c is null and (d.base_price = any(p.columns) or d.b2b_price = any(p.columns))) as branches
    from price_plans p where p.id = ${Number(id)}`.execute(db);
  return rows[0] ?? null;
}
