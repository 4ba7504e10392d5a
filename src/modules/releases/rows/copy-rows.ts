import { sql } from 'kysely';
import { createAction } from '#modules/catalogue/save-action.ts';
import { fieldsOfAction, readStaffAction } from '#modules/catalogue/staff-actions.ts';
import { goodsScope } from '#modules/catalogue/staff-products.ts';
import type { Block } from '#modules/content/blocks-schema.ts';
import { listHomeLayouts, planHomeLayout } from '#modules/content/home-layout.ts';
import { addMenuLink, listStaffMenuLinks } from '#modules/content/menu-links.ts';
import { createStaffBanner, fieldsOfBanner, readStaffBanner } from '#modules/content/staff-banners.ts';
import { createStaffWobbler, fieldsOfWobbler, readStaffWobbler } from '#modules/content/staff-wobblers.ts';
import { saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
import type { LandingPageInput } from '#modules/landings/schema.ts';
import { listLandingTexts, listStaffLandings, readLandingText } from '#modules/landings/staff-landings.ts';
import { PlanChange, type PlanInput, rehearsePlan } from '#modules/pricing/rehearse-plan.ts';
import { createCoupon, fieldsOfCoupon } from '#modules/pricing/save-coupon.ts';
import { readStaffCoupon } from '#modules/pricing/staff-coupons.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { type PlanShift, shiftedDay } from '#shared/plan-shift.ts';
import { actionUrl } from '#shared/urls.ts';
import type { PublishTools } from '../kinds.ts';
import { shiftedMoment } from '../shifted-moment.ts';

/** What copying a plan knows besides the row. */
export type CopyTools = PublishTools & {
  shift: PlanShift;
  author: { user_id: string; full_name: string };
  /** Plans of purchase prices too. */
  mayCost: boolean;
  /** Coupons by the code they had, addresses of promotions and landing pages by the one they had. */
  codes: Map<string, string>;
  paths: Map<string, string>;
};

/** Copies a row as a draft, its dates so many years later. Returns the id of the copy. Throws bad_input, not_found. */
export type Copy = (db: Db, id: string, tools: CopyTools) => Promise<string>;

const moved = (moment: Date | null, { shift }: CopyTools) => moment && shiftedMoment(moment, shift);
const iso = (moment: Date | null, tools: CopyTools) => moved(moment, tools)?.toISOString() ?? null;

export const copyCoupon: Copy = async (db, code, tools) => {
  const coupon = need(await readStaffCoupon(db, null, code, tools.now));
  if (coupon.batch_id !== null) throw refused('Серию одноразовых кодов выпускают заново, партией');
  const typed = tools.codes.get(code);
  if (!typed) throw refused('Укажите новый код: прежний уже знают');
  const dates = { starts_at: iso(coupon.starts_at, tools), ends_at: iso(coupon.ends_at, tools) };
  const made = await createCoupon(db, { ...fieldsOfCoupon(coupon), ...dates, is_draft: true, code: typed }, tools.now);
  tools.codes.set(code, made);
  return made;
};

export const copyAction: Copy = async (db, id, tools) => {
  const action = need(await readStaffAction(db, null, Number(id), tools.now));
  const starts_at = ensure(moved(action.starts_at, tools));
  const slug = await freeSlug(action.slug, starts_at, tools, async (slug) => {
    const { rows } = await sql`
      select from actions where slug = ${slug} union all select from action_former_slugs where slug = ${slug}`.execute(
      db,
    );
    return rows.length > 0;
  });
  const goods = await db
    .selectFrom('action_products')
    .select('product_id')
    .where('action_id', '=', action.id)
    .where('is_listed', '=', true)
    .execute();
  const { coupon, ...fields } = fieldsOfAction(action);
  const made = await createAction(
    db,
    {
      ...fields,
      slug,
      starts_at,
      ends_at: ensure(moved(action.ends_at, tools)),
      is_draft: true,
      coupon: (coupon && tools.codes.get(coupon)) ?? null,
      products: goods.map(({ product_id }) => product_id),
    },
    tools.now,
  );
  tools.paths.set(`/actions/${action.slug}/`, `/actions/${slug}/`);
  return String(made.id);
};

export const copyLanding: Copy = async (db, id, tools) => {
  const landing = need((await listStaffLandings(db, Number(id), tools.now))[0]);
  const starts_at = moved(landing.starts_at, tools);
  const slug = await freeSlug(landing.slug, starts_at ?? tools.now, tools, async (slug) => {
    const row = await db.selectFrom('landings').select('id').where('slug', '=', slug).executeTakeFirst();
    return row !== undefined;
  });
  // Before its texts: they may lead to places of the page itself.
  tools.paths.set(`/lp/${landing.slug}/`, `/lp/${slug}/`);
  const { name, redirect_to, share_b } = landing;
  const dates = { starts_at, ends_at: moved(landing.ends_at, tools) };
  const leads = newPath(redirect_to, tools);
  const made = await saveLanding(db, { slug, name, redirect_to: leads, share_b, ...dates }, tools.now);
  for (const { id: text_id, is_shown } of await listLandingTexts(db, landing.id, null)) {
    const text = is_shown ? await readLandingText(db, text_id, null) : null;
    if (!text) continue;
    const { department_id_1c, variant, title, description, blocks } = text;
    const copied = blocks.map((block) => copiedBlock(block, tools));
    const page = { department_id_1c, variant, title, description, blocks: copied } as LandingPageInput;
    await writeLandingPage(db, slug, page, tools.now);
  }
  return String(made.id);
};

export const copySlide: Copy = async (db, id, tools) => {
  const banner = need(await readStaffBanner(db, null, Number(id), tools.now));
  const fields = fieldsOfBanner(banner);
  const dates = { starts_at: iso(banner.starts_at, tools), ends_at: iso(banner.ends_at, tools) };
  const link = newPath(fields.link, tools);
  return String(await createStaffBanner(db, { ...fields, ...dates, link, is_draft: true }, tools.now));
};

export const copyWobbler: Copy = async (db, id, tools) => {
  const wobbler = need(await readStaffWobbler(db, null, Number(id), tools.now));
  const fields = fieldsOfWobbler(wobbler);
  const dates = { starts_at: iso(wobbler.starts_at, tools), ends_at: iso(wobbler.ends_at, tools) };
  const copy = { ...fields, ...dates, action_link: newPath(fields.action_link, tools), is_draft: true };
  return String(await createStaffWobbler(db, copy, tools.now, tools.imageHosts));
};

export const copyLayout: Copy = async (db, id, tools) => {
  const [found] = await listHomeLayouts(db, { branches: null, id: Number(id) }, tools.now);
  const { season, blocks, first_categories, department_id_1c, starts_at, ends_at } = need(found);
  const dates = { starts_at: moved(starts_at, tools), ends_at: moved(ends_at, tools) };
  const copy = { season, blocks, first_categories, department_id_1c, ...dates, is_draft: true };
  return String(await planHomeLayout(db, copy, tools.now));
};

export const copyMenuLink: Copy = async (db, id, tools) => {
  const [found] = await listStaffMenuLinks(db, { branches: null, id: Number(id) });
  const { id: _, ...link } = need(found);
  const dates = { starts_at: moved(link.starts_at, tools), ends_at: moved(link.ends_at, tools) };
  return String(await addMenuLink(db, { ...link, ...dates, url: newPath(link.url, tools), is_draft: true }, tools.now));
};

/** The same change of the same goods, computed from the prices of today. */
export const copyPlan: Copy = async (db, id, tools) => {
  const plan = need(
    await db
      .selectFrom('price_plans')
      .select(['name', 'change', 'columns', 'uses_cost', 'starts_on', 'starts_minute'])
      .where('id', '=', Number(id))
      .executeTakeFirst(),
  );
  if (plan.uses_cost && !tools.mayCost) throw refused('План считали от закупочных цен, они вам не показаны');
  const { filter, ...change } = plan.change as unknown as { filter: PlanInput['filter'] };
  const on = plan.starts_on === null ? null : shiftedDay(String(plan.starts_on).slice(0, 10), tools.shift);
  const made = await rehearsePlan(
    db,
    await goodsScope(db, null),
    {
      name: plan.name,
      columns: plan.columns,
      uses_cost: plan.uses_cost,
      filter,
      change: PlanChange.parse(change),
      author: tools.author,
      starts: on === null || plan.starts_minute === null ? null : { on, minute: plan.starts_minute },
    },
    tools.now,
  );
  return String(made.id);
};

/** A block of a page with links to the copies and its own end of time as much later. */
function copiedBlock(block: Block, tools: CopyTools): Block {
  if (block.type === 'html') {
    const html = block.html.replace(
      /(<a\s[^>]*?href=")([^"]*)/g,
      (_, before: string, link: string) => before + newPath(link, tools),
    );
    return { ...block, html };
  }
  if (block.type === 'hero' && block.link) return { ...block, link: newPath(block.link, tools) };
  if (block.type === 'timer')
    return { ...block, ends_at: shiftedMoment(new Date(block.ends_at), tools.shift).toISOString() };
  if (block.type !== 'list' || !block.listing.action) return block;
  const action = /^\/actions\/([^/]+)\/$/.exec(newPath(actionUrl(block.listing.action), tools))?.[1];
  return { ...block, listing: { ...block.listing, action } };
}

/** Where a link of the plan leads in its copy. */
function newPath(link: string, { paths }: CopyTools): string {
  const path = link.split(/[?#]/, 1)[0] ?? '';
  return (paths.get(path) ?? path) + link.slice(path.length);
}

/** «elki-2025» → «elki-2026», «elki» → «elki-2026»; with a number behind it while it is taken. */
async function freeSlug(
  slug: string,
  starts_at: Date,
  { shift }: CopyTools,
  isTaken: (slug: string) => Promise<boolean>,
): Promise<string> {
  const year = /(?<=^|-)20\d\d(?=-|$)/.exec(slug)?.[0];
  const wanted = year
    ? slug.replace(year, String(Number(year) + shift.years))
    : `${slug.slice(0, 70)}-${starts_at.getUTCFullYear()}`;
  for (let number = 1; number < 100; number++) {
    const one = number === 1 ? wanted : `${wanted}-${number}`;
    if (!(await isTaken(one))) return one;
  }
  throw refused('Не нашлось свободного адреса страницы');
}

function need<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new Refusal('not_found');
  return row;
}

function refused(words: string): Refusal {
  return new Refusal('bad_input', {}, words);
}
