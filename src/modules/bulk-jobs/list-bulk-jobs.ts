import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { beyond, type Key, keyOf, orderOf, type Term } from '#platform/keyset.ts';
import type { BulkJobKind, BulkJobState } from '#shared/bulk-jobs.ts';

/** What of all bulk jobs a person may see. */
export type BulkJobReach = {
  kinds: BulkJobKind[];
  /** Price columns: a plan is seen by whoever sees all of its own. */
  columns: string[];
  isCostShown: boolean;
  /** Of these branches and common ones; null: of all. */
  branches: string[] | null;
};

/** `states` absent: every job but those that were only looked at. */
export type BulkJobFilter = {
  kinds?: BulkJobKind[] | undefined;
  states?: BulkJobState[] | undefined;
  /** Whoever began or decided it, by name. */
  who?: string | undefined;
};

export type BulkJob = {
  kind: BulkJobKind;
  /** Its number among those of its kind. */
  id: number;
  at: Date;
  /** A member of staff, a node of 1C or «команда»; '': nobody knows. */
  who: string;
  state: BulkJobState;
  /** Where it stands in the list (`platform/keyset.ts`). */
  key: string;
};

const newestFirst: Term[] = [
  { value: sql`b.at`, isDescending: true },
  { value: sql`b.kind`, isDescending: false },
  { value: sql`b.id`, isDescending: true },
];

/** Jobs of all kinds that the person sees, as `b`. States of each kind are shown by the words of all. */
const jobsOf = ({ kinds, columns, isCostShown, branches }: BulkJobReach) => sql`(
  select 'price-plans' as kind, p.id::bigint as id, p.created_at as at, p.author as who,
    case p.state when 'cancelled' then 'refused' else p.state end as state
  from price_plans p
  where 'price-plans' = any(${kinds}::text[]) and p.columns <@ ${columns}::text[] and (${isCostShown} or not p.uses_cost)
  union all
  select 'goods-imports', g.id, g.created_at, g.author, case g.state when 'reading' then 'running' else g.state end
  from goods_imports g where 'goods-imports' = any(${kinds}::text[])
  union all
  select 'file-imports', f.id, f.at, f.author,
    case when f.undone_at is not null then 'undone' when f.state = 'applied' then 'done' else f.state end
  from file_imports f where 'file-imports' = any(${kinds}::text[]) and (${isCostShown} or not f.uses_cost)
  union all
  select 'onec', j.id, j.created_at, coalesce(j.author ->> 'who', ''),
    case when j.kind = 'rollback_preview' and j.state = 'done' then 'rehearsed' else j.state end
  from onec_staff_jobs j where 'onec' = any(${kinds}::text[])
  union all
  select 'onec-packages', k.id, k.received_at, coalesce(k.rolled_back_by, k.decided_by, n.name, 'команда'),
    case k.state when 'importing' then 'running' when 'imported' then 'done' when 'rolled_back' then 'undone'
      else k.state end
  from onec_packages k left join onec_nodes n on n.id = k.node_id where 'onec-packages' = any(${kinds}::text[])
  union all
  select 'coupon-batches', c.id, c.created_at, coalesce(u.full_name, ''), 'done'
  from coupon_batches c left join users u on u.id = c.author_user_id
  where 'coupon-batches' = any(${kinds}::text[])
    and (${branches}::text[] is null or c.department_id_1c is null or c.department_id_1c = any(${branches}::text[]))
) b`;

/** A page of them, the newest first. */
export async function listBulkJobs(
  db: Db,
  reach: BulkJobReach,
  { kinds, states, who }: BulkJobFilter,
  page: { limit: number; offset: number; after?: Key | undefined },
): Promise<BulkJob[]> {
  const { rows } = await sql<BulkJob>`
    select b.kind, b.id, b.at, b.who, b.state, ${keyOf(newestFirst)} as key from ${jobsOf(reach)}
    where (${kinds ?? null}::text[] is null or b.kind = any(${kinds ?? null}::text[]))
      and case when ${states ?? null}::text[] is null then b.state <> 'rehearsed' else b.state = any(${states ?? null}::text[]) end
      and (${who ?? null}::text is null or b.who = ${who ?? null}::text)
      and ${beyond(newestFirst, page.after)}
    order by ${orderOf(newestFirst)} limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** How many jobs a choice leaves, and what else may be chosen: with how many there would be of each. */
export type BulkJobCounts = {
  count: number;
  kinds: Partial<Record<BulkJobKind, number>>;
  states: Partial<Record<BulkJobState, number>>;
  /** Everybody who began one of the jobs that the person sees, by name. */
  people: string[];
};

export async function countBulkJobs(db: Db, reach: BulkJobReach, filter: BulkJobFilter): Promise<BulkJobCounts> {
  const { rows } = await sql<{ kind: BulkJobKind; state: BulkJobState; who: string; count: number }>`
    select b.kind, b.state, b.who, count(*)::int as count from ${jobsOf(reach)} group by b.kind, b.state, b.who`.execute(
    db,
  );
  const isOfKind = ({ kind }: { kind: BulkJobKind }) => filter.kinds?.includes(kind) ?? true;
  const isOfState = ({ state }: { state: BulkJobState }) => filter.states?.includes(state) ?? state !== 'rehearsed';
  const counts: BulkJobCounts = { count: 0, kinds: {}, states: {}, people: [] };
  for (const row of rows.filter(({ who }) => filter.who === undefined || who === filter.who)) {
    if (isOfKind(row) && isOfState(row)) counts.count += row.count;
    if (isOfState(row)) counts.kinds[row.kind] = (counts.kinds[row.kind] ?? 0) + row.count;
    if (isOfKind(row)) counts.states[row.state] = (counts.states[row.state] ?? 0) + row.count;
  }
  counts.people = [...new Set(rows.map(({ who }) => who))].filter(Boolean).toSorted((a, b) => a.localeCompare(b, 'ru'));
  return counts;
}
