import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/**
 * How much of a good a work takes: in its base unit («кг», «м²»), or in what an attribute says that one of it holds
 * (balls in a set, metres of a garland; a good without the attribute holds one).
 */
export type Need = { amount: number } & ({ base_unit: string } | { attribute: string });

export type NeededCount = { idcode: string; count: number };

/** Sales units of each of these goods that hold so much, rounded up; goods that are measured otherwise are left out. */
export async function neededCounts(db: Db, idcodes: string[], need: Need | undefined): Promise<NeededCount[]> {
  if (!need) return [];
  const { amount } = need;
  const held =
    'base_unit' in need
      ? sql`case when p.base_unit = ${need.base_unit} then p.factor_base::numeric / p.factor_sales end`
      : sql`coalesce((p.specs ->> ${need.attribute})::numeric, 1)`;
  const { rows } = await sql<{ idcode: string; count: number }>`
    select idcode, ceil(${amount}::numeric / held)::int as count
    from (select p.idcode, ${held} as held from products p where p.idcode = any(${idcodes}::text[])) found
    where held > 0`.execute(db);
  return rows;
}
