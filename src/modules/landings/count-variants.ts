import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { waitingCounts } from '#platform/waiting-counts.ts';
import { dayOf, readSeen, seenCookie } from '#shared/seen-landings.ts';

/** `what`: a browser saw the page for the first time on this day, or one that did has placed an order. */
type Counted = { slug: string; department_id_1c: string; day: number; bucket: number; what: 'seen' | 'ordered' };

const writeAfterMs = 5_000;
/** Different counts that wait at once: made-up addresses do not fill the memory. */
const mostWaiting = 2_000;

const waiting = waitingCounts<Counted>({
  most: mostWaiting,
  afterMs: writeAfterMs,
  failure: 'counts of landing pages wait',
  keyOf: ({ slug, department_id_1c, day, bucket, what }) => [slug, department_id_1c, day, bucket, what].join('\n'),
  // Only pages that are being compared are counted, and only where both variants are shown: a branch without a text of
  // one of them shows the other to every tenth. An order whose look was lost with its process is left out.
  write: (db, counted) =>
    sql`
      with given as (
        select l.id as landing_id, date '1970-01-01' + n.day as day, n.bucket,
          coalesce(sum(n.times) filter (where n.what = 'seen'), 0)::int as seen,
          coalesce(sum(n.times) filter (where n.what = 'ordered'), 0)::int as ordered
        from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) n(slug text, department_id_1c text, day int, bucket int, what text, times int)
        join landings l on l.slug = n.slug
        where l.share_b > 0 and 2 = (
          select count(distinct p.variant) from landing_pages p
          where p.landing_id = l.id and p.published_at is not null
            and (p.department_id_1c is null or p.department_id_1c = n.department_id_1c))
        group by l.id, n.day, n.bucket
      )
      insert into landing_days as d (landing_id, day, bucket, seen, ordered)
      select landing_id, day, bucket, seen, least(ordered, seen) from given order by landing_id, day, bucket
      on conflict (landing_id, day, bucket) do update
      set seen = d.seen + excluded.seen,
        ordered = least(d.seen + excluded.seen, d.ordered + (
          select g.ordered from given g
          where (g.landing_id, g.day, g.bucket) = (excluded.landing_id, excluded.day, excluded.bucket)))`.execute(db),
});

/**
 * A browser of this tenth saw the page for the first time, in this branch. Returns at once; it is written some seconds
 * later.
 */
export function noteSeen(
  db: Db,
  look: { slug: string; department_id_1c: string; bucket: number },
  log: Log,
  now = new Date(),
): void {
  waiting.note(db, { ...look, day: dayOf(now), what: 'seen' }, log);
}

/**
 * An order was placed by a browser that had seen landing pages within the days before: it counts for each, on the day
 * of the look. An order that was sent again is not counted again; takeOrder lets the browser forget the pages.
 */
export function noteOrdered(
  db: Db,
  { cookies, department }: { cookies: Record<string, string>; department: { id_1c: string } },
  { is_replay }: { is_replay: boolean },
  log: Log,
  now = new Date(),
): void {
  const bucket = Number(cookies.split ?? Number.NaN);
  if (is_replay || !Number.isInteger(bucket) || bucket < 0 || bucket > 9) return;
  for (const { slug, day } of readSeen(cookies[seenCookie], now))
    waiting.note(db, { slug, department_id_1c: department.id_1c, day, bucket, what: 'ordered' }, log);
}

/** Writes what waits; what could not be written goes on waiting for the next that is counted. */
export function writeVariantCounts(db: Db): Promise<void> {
  return waiting.write(db);
}

export type VariantCounts = { seen: number; ordered: number };

/**
 * What each variant brought since the share was set and the last text was published: whole days by UTC after that, so
 * that nobody is counted who saw another page; the last days may still gain orders. null: no comparison is running.
 */
export async function readVariantCounts(
  db: Db,
  landing_id: number,
): Promise<{ since: Date; from: string; a: VariantCounts; b: VariantCounts } | null> {
  const { rows } = await sql<{
    since: Date;
    from: string;
    seen_a: number;
    ordered_a: number;
    seen_b: number;
    ordered_b: number;
  }>`
    with compared as (
      select l.id, l.share_b, greatest(l.share_b_since, (
          select max(p.published_at) from landing_pages p where p.landing_id = l.id)) as since
      from landings l
      where l.id = ${landing_id} and l.share_b > 0 and exists (
        select from landing_pages p where p.landing_id = l.id and p.variant = 'b' and p.published_at is not null)
    )
    select c.since, ((c.since at time zone 'UTC')::date + 1)::text as from,
      coalesce(sum(d.seen) filter (where d.bucket >= c.share_b), 0)::int as seen_a,
      coalesce(sum(d.ordered) filter (where d.bucket >= c.share_b), 0)::int as ordered_a,
      coalesce(sum(d.seen) filter (where d.bucket < c.share_b), 0)::int as seen_b,
      coalesce(sum(d.ordered) filter (where d.bucket < c.share_b), 0)::int as ordered_b
    from compared c
    left join landing_days d on d.landing_id = c.id and d.day > (c.since at time zone 'UTC')::date
    group by c.since, c.share_b`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { since, from, seen_a, ordered_a, seen_b, ordered_b } = row;
  return {
    since,
    from,
    a: { seen: seen_a, ordered: ordered_a },
    b: { seen: seen_b, ordered: ordered_b },
  };
}

/** Two years and a month, as long as visits. */
const retentionDays = 761;

/** Nightly: counts of long ago. */
export async function forgetVariantCounts(db: Db, now = new Date()): Promise<void> {
  await sql`
    delete from landing_days where day < (${now}::timestamptz at time zone 'UTC')::date - ${retentionDays}::int`.execute(
    db,
  );
}
