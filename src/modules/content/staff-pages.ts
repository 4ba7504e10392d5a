import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { infoUrl, writtenPageUrl } from '#shared/urls.ts';
import { isBinding, isLegal } from './binding-pages.ts';

/** `coming`: published for a day to come; `replaced`: a later version of the same variant stands before it. */
export const pageVersionStates = ['draft', 'coming', 'shown', 'replaced', 'ended'] as const;
export type PageVersionState = (typeof pageVersionStates)[number];

/** A version of a written page without its text. */
export type StaffPageVersion = {
  id: number;
  slug: string;
  version: number;
  title: string;
  /** null: the common text; else the branch's variant. */
  department_id_1c: string | null;
  published_at: Date | null;
  ends_at: Date | null;
  changed_at: Date;
  state: PageVersionState;
};

export type StaffPage = {
  slug: string;
  title: string;
  url: string;
  is_legal: boolean;
  /** Its address is written in the shop itself, so the page cannot move. */
  is_fixed: boolean;
  /** The version in force of the common text; null: there is none. */
  shown: StaffPageVersion | null;
  /** Versions in force of single branches. */
  variants: StaffPageVersion[];
  /** The one that comes next. */
  next: StaffPageVersion | null;
  drafts: number;
  changed_at: Date;
  /** Newest first. */
  versions: StaffPageVersion[];
};

/**
 * Written pages by address: of all of them the versions that are in force, come or are drafts, and the newest; of one,
 * `slug`, every version. `branches`: their variants and the common texts; null: all.
 */
export async function listStaffPages(
  db: Db,
  { branches, slug = null }: { branches: string[] | null; slug?: string | null },
  now = new Date(),
): Promise<StaffPage[]> {
  const { rows } = await sql<Row>`
    select id, slug, version, title, department_id_1c, published_at, ends_at, changed_at from (
      select id, slug, version, title, department_id_1c, published_at, ends_at, changed_at,
        max(version) filter (where published_at <= ${now} and coalesce(ends_at > ${now}, true))
          over (partition by slug, department_id_1c) as last_shown,
        max(version) over (partition by slug) as newest
      from pages
      where coalesce(slug = ${slug}::text, true)
        and ${commonOrInBranches('pages', branches)}) known
    where ${slug}::text is not null or published_at is null or published_at > ${now} or version in (last_shown, newest)
    order by slug, version desc`.execute(db);
  return [...Map.groupBy(rows, (row) => row.slug)].map(([slug, rows]) => pageOf(slug, withStates(rows, now)));
}

/** One version with its text; `isLocked`: its row is held until the end of the transaction. null: there is none. */
export async function readPageVersion(
  db: Db,
  id: number,
  { branches, isLocked = false }: { branches: string[] | null; isLocked?: boolean },
  now = new Date(),
): Promise<(StaffPageVersion & { html: string }) | null> {
  const query = db.selectFrom('pages').select(['slug', 'html']).where('id', '=', id);
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return null;
  const [page] = await listStaffPages(db, { branches, slug: row.slug }, now);
  const version = page?.versions.find((one) => one.id === id);
  return version ? { ...version, html: row.html } : null;
}

/** How many consents name each of these versions; one that none names is missing. */
export async function countConsents(db: Db, page_ids: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ page_id: number; count: number }>`
    select page_id, count(*)::int as count from consents where page_id = any(${page_ids}::int[]) group by page_id`.execute(
    db,
  );
  return new Map(rows.map(({ page_id, count }) => [page_id, count]));
}

/** Whether the shop itself, its law or its menus know the page by its address. */
export function isFixedPage(slug: string): boolean {
  return isBinding(slug) || writtenPageUrl(slug) !== infoUrl(slug);
}

type Row = Omit<StaffPageVersion, 'state'>;

function withStates(rows: Row[], now: Date): StaffPageVersion[] {
  const last = new Map<string | null, number>();
  const phases = rows.map((row) => phaseOf(row, now));
  for (const [at, { department_id_1c, version }] of rows.entries())
    if (phases[at] === 'shown') last.set(department_id_1c, Math.max(version, last.get(department_id_1c) ?? 0));
  return rows.map((row, at) => {
    const phase = phases[at] ?? 'draft';
    const isReplaced = phase === 'shown' && last.get(row.department_id_1c) !== row.version;
    return { ...row, state: isReplaced ? 'replaced' : phase };
  });
}

function phaseOf({ published_at, ends_at }: Row, now: Date): Exclude<PageVersionState, 'replaced'> {
  if (published_at === null) return 'draft';
  if (published_at > now) return 'coming';
  return ends_at && ends_at <= now ? 'ended' : 'shown';
}

function pageOf(slug: string, versions: StaffPageVersion[]): StaffPage {
  const shown = versions.filter(({ state }) => state === 'shown');
  const common = shown.find(({ department_id_1c }) => department_id_1c === null) ?? null;
  const coming = versions.filter(({ state }) => state === 'coming');
  const soonest = (a: StaffPageVersion, b: StaffPageVersion) => Number(a.published_at) - Number(b.published_at);
  return {
    slug,
    title: (common ?? shown[0] ?? versions[0])?.title ?? slug,
    url: writtenPageUrl(slug),
    is_legal: isLegal(slug),
    is_fixed: isFixedPage(slug),
    shown: common,
    variants: shown.filter(({ department_id_1c }) => department_id_1c !== null),
    next: coming.sort(soonest)[0] ?? null,
    drafts: versions.filter(({ state }) => state === 'draft').length,
    changed_at: new Date(Math.max(...versions.map(({ changed_at }) => Number(changed_at)))),
    versions,
  };
}
