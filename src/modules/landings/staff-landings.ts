import { sql } from 'kysely';
import { type Block, storedBlocks } from '#modules/content/blocks-schema.ts';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import type { Variant } from './schema.ts';

/** `hidden`: nothing of it was published. */
export const landingStates = ['hidden', 'coming', 'shown', 'ended'] as const;
export type LandingState = (typeof landingStates)[number];

export type StaffLanding = {
  id: number;
  slug: string;
  name: string;
  starts_at: Date | null;
  ends_at: Date | null;
  redirect_to: string;
  share_b: number;
  changed_at: Date;
  texts: number;
  drafts: number;
  state: LandingState;
};

/** A version of a text without its blocks. `is_shown`: the newest published one of its branch and variant. */
export type StaffLandingText = {
  id: number;
  department_id_1c: string | null;
  variant: Variant;
  version: number;
  title: string;
  created_at: Date;
  published_at: Date | null;
  is_shown: boolean;
};

/** Landing pages, the last changed first. `id`: that one alone. */
export async function listStaffLandings(db: Db, id: number | null = null, now = new Date()): Promise<StaffLanding[]> {
  const { rows } = await sql<Omit<StaffLanding, 'state'>>`
    select l.id, l.slug, l.name, l.starts_at, l.ends_at, l.redirect_to, l.share_b::int as share_b, l.changed_at,
      (select count(*)::int from landing_pages p where p.landing_id = l.id and p.published_at is not null) as texts,
      (select count(*)::int from landing_pages p where p.landing_id = l.id and p.published_at is null) as drafts
    from landings l where coalesce(l.id = ${id}::int, true) order by l.changed_at desc, l.id desc limit 2000`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, state: stateOf(row, now) }));
}

function stateOf({ texts, starts_at, ends_at }: Omit<StaffLanding, 'state'>, now: Date): LandingState {
  if (ends_at && ends_at <= now) return 'ended';
  if (texts === 0) return 'hidden';
  return starts_at && starts_at > now ? 'coming' : 'shown';
}

/** Texts of a landing page, common and of these branches (null: of all), newest first within branch and variant. */
export async function listLandingTexts(
  db: Db,
  landing_id: number,
  branches: string[] | null,
): Promise<StaffLandingText[]> {
  const { rows } = await sql<StaffLandingText>`
    select id, department_id_1c, variant, version, title, created_at, published_at,
      published_at is not null and not exists (select from landing_pages o where o.landing_id = p.landing_id
        and o.variant = p.variant and o.department_id_1c is not distinct from p.department_id_1c
        and o.published_at is not null and o.version > p.version) as is_shown
    from landing_pages p
    where landing_id = ${landing_id}
      and ${commonOrInBranches('p', branches)}
    order by department_id_1c nulls first, variant, version desc`.execute(db);
  return rows;
}

/** Texts that publishing the landing page would publish: of each branch and variant the newest, if it is a draft. */
export async function readWaitingTexts(
  db: Db,
  landing_id: number,
): Promise<{ id: number; department_id_1c: string | null; title: string; description: string; blocks: Block[] }[]> {
  const { rows } = await sql<{
    id: number;
    department_id_1c: string | null;
    title: string;
    description: string;
    blocks: unknown;
  }>`
    select id, department_id_1c, title, description, blocks from (
      select distinct on (department_id_1c, variant) * from landing_pages
      where landing_id = ${landing_id} order by department_id_1c, variant, version desc
    ) newest where published_at is null order by id`.execute(db);
  return rows.map((row) => ({ ...row, blocks: storedBlocks(row.blocks) }));
}

/** One text with its blocks and whose it is; null: there is none in these branches. */
export async function readLandingText(
  db: Db,
  id: number,
  branches: string[] | null,
): Promise<(StaffLandingText & { landing_id: number; description: string; blocks: Block[] }) | null> {
  const row = await db
    .selectFrom('landing_pages')
    .select(['landing_id', 'description', 'blocks'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const text = (await listLandingTexts(db, row.landing_id, branches)).find((one) => one.id === id);
  return text ? { ...text, ...row, blocks: storedBlocks(row.blocks) } : null;
}
