import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { lockAvailable, reserveStock, tagsOfChangedWords } from './stock.ts';

type Held = { line_id: number; product_id: number; name: string; store: string; count: number };

/**
 * The order goes to another place, so its goods are reserved again in the stores that serve it, tried in this order;
 * what cannot be had there refuses the whole move. A reservation stays the same row with the same term, only its store
 * changes. Throws not_enough {lines}, and receiving_fixed when goods are not reserved by the shop any more (1C has
 * taken them over).
 */
export async function moveReservations(db: Db, order_id: string, stores: string[]): Promise<void> {
  const { rows: held } = await sql<Held & { is_open: boolean }>`
    select l.id as line_id, l.product_id, l.name, l.store, l.count, r.id is not null as is_open
    from order_lines l left join reservations r on r.order_line_id = l.id and r.ended_at is null
    where l.order_id = ${order_id}::uuid order by l.position`.execute(db);
  // The first store is asked first at ordering too: goods that already lie there have nowhere better to go.
  if (held.every(({ store }) => store === stores[0])) return;
  if (held.some(({ is_open }) => !is_open)) throw new Refusal('receiving_fixed');
  const products = held.map(({ product_id }) => product_id);
  const involved = [...new Set([...held.map(({ store }) => store), ...stores])];
  const before = await lockAvailable(db, products, involved);
  await sql`
    update stock s set reserved = greatest(s.reserved - l.count, 0) from order_lines l
    where l.order_id = ${order_id}::uuid and s.store = l.store and s.product_id = l.product_id`.execute(db);
  const reserved = await reserveStock(db, stores, held);
  const short = held.flatMap(({ product_id, name, count }) => {
    const line = reserved.find((other) => other.product_id === product_id);
    return line?.store ? [] : [{ product_id, name, count, available: line?.available ?? 0 }];
  });
  if (short.length > 0) throw new Refusal('not_enough', { lines: short }, shortWords(short));
  await sql`
    with moved as (
      select * from jsonb_to_recordset(${JSON.stringify(reserved)}::jsonb) as m (product_id int, store text)
    ), lines as (
      update order_lines l set store = moved.store from moved
      where l.order_id = ${order_id}::uuid and l.product_id = moved.product_id
      returning l.id, l.store
    )
    update reservations r set store = lines.store from lines
    where r.order_line_id = lines.id and r.ended_at is null`.execute(db);
  const after = await lockAvailable(db, products, involved);
  await invalidate(
    db,
    tagsOfChangedWords(
      before.map(({ store, product_id, available }) => ({
        product_id,
        before: available,
        after: after.find((row) => row.store === store && row.product_id === product_id)?.available ?? available,
      })),
    ),
  );
}

function shortWords(lines: { name: string; available: number }[]): string {
  const named = lines.map(({ name, available }) => `«${name}» (есть ${available})`);
  return `Сюда не хватает товара: ${named.join(', ')}`;
}
