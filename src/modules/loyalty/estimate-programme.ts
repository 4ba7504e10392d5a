import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { ProgrammeFields } from './programme-fields.ts';
import type { CardKind } from './schema.ts';

/** Purchases of the last days that a level would have met. Kopecks, whole bonuses. */
export type LevelEstimate = {
  /** Its place from below; 0: under the first one. */
  level: number;
  cards: number;
  purchases: number;
  purchases_kopecks: number;
  bonuses: number;
};

/**
 * What rules would have come to over the purchases of `days` until `now`: each purchase meets the level that the card
 * had before it, as when it was really earned. Levels without purchases are left out.
 */
export async function estimateProgramme(
  db: Db,
  kind: CardKind,
  { levels, counting_days }: Pick<ProgrammeFields, 'levels' | 'counting_days'>,
  days: number,
  now: Date,
): Promise<LevelEstimate[]> {
  const sums = levels.map(({ from_sum_kopecks }) => from_sum_kopecks);
  const percents = levels.map(({ percent }) => (kind === 'bonus' ? percent : 0));
  const { rows } = await sql<LevelEstimate>`
    with bought as (
      select m.card_id, m.purchase_kopecks, greatest(coalesce((
        select sum(e.purchase_kopecks) from card_movements e
        where e.card_id = m.card_id and e.id < m.id and e.at <= m.at
          and e.at > m.at - make_interval(days => ${counting_days}::int)), 0), 0) as before_kopecks
      from card_movements m join cards c on c.id = m.card_id and c.kind = ${kind}
      where m.reason = 'earned' and m.at <= ${now}::timestamptz
        and m.at > ${now}::timestamptz - make_interval(days => ${days}::int)
    ), placed as (
      select b.card_id, b.purchase_kopecks,
        (select count(*)::int from unnest(${sums}::bigint[]) as s (from_sum) where s.from_sum <= b.before_kopecks) as level
      from bought b
    )
    select level, count(distinct card_id)::int as cards, count(*)::int as purchases,
      sum(purchase_kopecks)::bigint as purchases_kopecks,
      sum(floor(purchase_kopecks * coalesce((${percents}::int[])[level], 0) / 10000.0))::bigint as bonuses
    from placed group by level order by level`.execute(db);
  return rows;
}
