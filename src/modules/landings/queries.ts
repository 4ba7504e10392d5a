import { sql } from 'kysely';
import { type Block, storedBlocks } from '#modules/content/blocks-schema.ts';
import type { Db } from '#platform/database.ts';
import type { ShownDrafts } from '#shared/shop-look.ts';
import type { PreviewedText } from './preview-link.ts';
import type { Variant } from './schema.ts';

export type LandingPage = {
  slug: string;
  name: string;
  variant: Variant;
  /** Both variants are being shown to visitors now. */
  is_split: boolean;
  title: string;
  description: string;
  blocks: Block[];
};

type Row = {
  name: string;
  redirect_to: string;
  is_over: boolean;
  share_b: number;
  variant: Variant;
  title: string;
  description: string;
  blocks: unknown;
};

/**
 * What the address shows in a branch at `now`: the page, where it leads since it is over, or null (unknown, not begun,
 * never published). `bucket` 0–9 is the visitor's own tenth: those below `share_b` see variant b. `drafts`: with texts
 * that a look at the shop shows unpublished.
 */
export async function readLanding(
  db: Db,
  slug: string,
  department_id_1c: string,
  bucket: number,
  now = new Date(),
  drafts: ShownDrafts = null,
): Promise<LandingPage | { redirect_to: string } | null> {
  const { rows } = await sql<Row>`
    select distinct on (p.variant) l.name, l.redirect_to, coalesce(l.ends_at <= ${now}, false) as is_over, l.share_b,
      p.variant, p.title, p.description, p.blocks
    from landings l join landing_pages p on p.landing_id = l.id
    where l.slug = ${slug}
      and (p.published_at <= ${now} or p.published_at is null and shows_draft('landings', l.id::text, ${drafts}::int))
      and (l.starts_at is null or l.starts_at <= ${now})
      and (p.department_id_1c = ${department_id_1c} or p.department_id_1c is null)
    order by p.variant, p.department_id_1c nulls last, p.version desc`.execute(db);
  const [first, second] = rows;
  if (!first) return null;
  if (first.is_over) return { redirect_to: first.redirect_to };
  const is_split = second !== undefined && first.share_b > 0;
  const { name, variant, title, description, blocks } = is_split && bucket < first.share_b ? second : first;
  return { slug, name, variant, is_split, title, description, blocks: storedBlocks(blocks) };
}

/**
 * The newest text, published or not, for whoever holds a preview link: of the branch or else the common one, of no
 * branch the common one alone. null: none was written.
 */
export async function readLandingDraft(
  db: Db,
  slug: string,
  { variant, department_id_1c }: PreviewedText,
): Promise<LandingPage | null> {
  const { rows } = await sql<Pick<Row, 'name' | 'title' | 'description' | 'blocks'>>`
    select l.name, p.title, p.description, p.blocks
    from landings l join landing_pages p on p.landing_id = l.id
    where l.slug = ${slug} and p.variant = ${variant}
      and (p.department_id_1c = ${department_id_1c}::text or p.department_id_1c is null)
    order by p.department_id_1c nulls last, p.version desc limit 1`.execute(db);
  const [row] = rows;
  return row ? { slug, variant, is_split: false, ...row, blocks: storedBlocks(row.blocks) } : null;
}

export type ListedLanding = {
  slug: string;
  name: string;
  starts_at: Date | null;
  ends_at: Date | null;
  redirect_to: string;
  share_b: number;
  texts: number;
  drafts: number;
};

/** All landing pages, for the command line. */
export async function listLandings(db: Db): Promise<ListedLanding[]> {
  const { rows } = await sql<ListedLanding>`
    select l.slug, l.name, l.starts_at, l.ends_at, l.redirect_to, l.share_b,
      count(p.id) filter (where p.published_at is not null)::int as texts,
      count(p.id) filter (where p.published_at is null)::int as drafts
    from landings l left join landing_pages p on p.landing_id = l.id group by l.id order by l.slug`.execute(db);
  return rows;
}
