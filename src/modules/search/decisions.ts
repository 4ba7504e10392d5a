import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches, inBranches } from '#platform/in-branches.ts';
import { Refusal } from '#platform/refusal.ts';
import { firstDayOf, writtenAs } from './misses.ts';

/** 'hidden': not worth a rule; 'not_sold': the shop does not sell it; 'ruled': a rule answers it now. */
export type MissDecision = 'hidden' | 'not_sold' | 'ruled';

export type DecidedMiss = {
  id: number;
  words: string;
  decision: MissDecision;
  department_id_1c: string | null;
  who: string;
  decided_at: Date;
  ends_at: Date;
  /** In the 28 days before the decision, and in those before now. */
  times_then: number;
  times: number;
};

/** So long a query stays out of the queue, unless it is searched for twice as often as before. */
const decidedDays = 90;
/** What is counted as the time that queries are judged by. */
export const judgedDays = 28;

/**
 * Takes queries out of the queue, in all branches (`branches` null) or in these; an earlier decision is replaced. Only
 * queries that were searched in vain there; returns them.
 */
export async function decideMisses(
  db: Db,
  given: {
    words: string[];
    decision: MissDecision;
    branches: string[] | null;
    who: string;
    rule?: { kind: string; id: number };
  },
  now = new Date(),
): Promise<string[]> {
  const { words, decision, branches, who, rule } = given;
  const { rows } = await sql<{ words: string }>`
    insert into search_decisions (words, department_id_1c, decision, times, rule_kind, rule_id, who, decided_at, ends_at)
    select asked.words, branch.id, ${decision}::text, sum(m.times), ${rule?.kind ?? null}::text, ${rule?.id ?? null}::int,
      ${who}::text, ${now}::timestamptz,
      ${now}::timestamptz + make_interval(days => ${decidedDays})
    from unnest(${words}::text[]) asked(words) cross join unnest(${branches ?? [null]}::text[]) branch(id)
    join search_misses m on m.words = asked.words and m.day >= ${firstDayOf(judgedDays, now)}::date
      and m.department_id_1c = coalesce(branch.id, m.department_id_1c)
    group by asked.words, branch.id
    on conflict (words, department_id_1c) do update set decision = excluded.decision, times = excluded.times,
      rule_kind = excluded.rule_kind, rule_id = excluded.rule_id, who = excluded.who, decided_at = excluded.decided_at,
      ends_at = excluded.ends_at
    returning words`.execute(db);
  return [...new Set(rows.map((row) => row.words))];
}

/**
 * Puts queries back into the queue: takes away decisions of these branches, and the common ones where
 * `isCommonToo`. Returns the queries. Throws not_found when there was nothing to take away.
 */
export async function reopenMisses(
  db: Db,
  { words, branches, isCommonToo }: { words: string[]; branches: string[] | null; isCommonToo: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    delete from search_decisions
    where words = any(${words}::text[]) and (
      (department_id_1c is null and ${isCommonToo}::boolean)
      or (department_id_1c is not null and ${inBranches('search_decisions', branches)}))
    returning words`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
  return [...new Set(rows.map((row) => row.words))];
}

/** What stays out of the queue of these branches (null: of all), the latest first; counted to `count_to` + 1. */
export async function listDecidedMisses(
  db: Db,
  { branches, q = '' }: { branches: string[] | null; q?: string | undefined },
  page: { limit: number; offset: number; count_to: number },
  now = new Date(),
): Promise<{ misses: DecidedMiss[]; count: number }> {
  const where = sql`d.ends_at > ${now} and ${commonOrInBranches('d', branches)}
    and strpos(d.words, ${writtenAs(q)}::text) > 0`;
  const since = firstDayOf(judgedDays, now);
  const [misses, counts] = await Promise.all([
    sql<DecidedMiss>`
      select d.id, d.words, d.decision, d.department_id_1c, d.who, d.decided_at, d.ends_at, d.times as times_then,
        (select coalesce(sum(m.times), 0)::int from search_misses m where m.words = d.words and m.day >= ${since}::date
          and m.department_id_1c = coalesce(d.department_id_1c, m.department_id_1c)) as times
      from search_decisions d where ${where}
      order by d.decided_at desc, d.id desc limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (
        select from search_decisions d where ${where} limit ${page.count_to + 1}) counted`.execute(db),
  ]);
  return { misses: misses.rows, count: counts.rows[0]?.count ?? 0 };
}

/** Nightly: decisions whose term is over. */
export async function forgetOldDecisions(db: Db, now = new Date()): Promise<void> {
  await db.deleteFrom('search_decisions').where('ends_at', '<=', now).execute();
}
