import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';

/** So many products are held at once. */
const portion = 500;
/** Fewer orders speak against a product rather than for it. */
export const fewestNamed = 10;

/**
 * Popularity is what the shop began with plus the orders of a year. `counts`: these by product, absent: none. Only what
 * differs is written, so a second run writes nothing. A product that somebody else writes at the moment, an exchange of
 * 1C say, is left for the next night: nobody waits for this, and this waits for nobody. Returns how many were written.
 * Decision 578.
 */
export async function saveOrdersInYear(db: Db, counts: ReadonlyMap<number, number>): Promise<number> {
  const wanted = new Map(counts);
  const { rows: known } = await sql<{ id: number; orders_in_year: number }>`
    select id, orders_in_year from products where orders_in_year > 0`.execute(db);
  for (const { id, orders_in_year } of known) {
    if (counts.get(id) === orders_in_year) wanted.delete(id);
    else if (!counts.has(id)) wanted.set(id, 0);
  }
  const changes = [...wanted].sort(([a], [b]) => a - b);
  let written = 0;
  for (let at = 0; at < changes.length; at += portion) {
    const ids = changes.slice(at, at + portion);
    const { numAffectedRows } = await sql`
      with free as materialized (
        select p.id, c.count
        from unnest(${ids.map(([id]) => id)}::int[], ${ids.map(([, count]) => count)}::int[]) as c (id, count)
        join products p on p.id = c.id
        for no key update of p skip locked
      )
      update products p set popularity = p.popularity + free.count - p.orders_in_year, orders_in_year = free.count
      from free where p.id = free.id and p.orders_in_year <> free.count`.execute(db);
    written += Number(numAffectedRows ?? 0);
  }
  return written;
}

/** «Заказали 24 раза за год»; null: too few to speak of. */
export function orderedText(orders_in_year: number): string | null {
  if (orders_in_year < fewestNamed) return null;
  return unbroken(`Заказали ${countOf(orders_in_year, 'раз', 'раза', 'раз')} за год`);
}
