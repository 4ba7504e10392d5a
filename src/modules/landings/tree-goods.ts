import { sql } from 'kysely';
import type { ProductCard } from '#modules/catalogue/card.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { query } from '#modules/search/listing.ts';
import type { Db } from '#platform/database.ts';

/** A product with what one sales unit of it holds: balls in a pack, metres of a garland. */
export type Measured = { card: ProductCard; per_pack: number };

const asked = 40;
const offered = 8;

/**
 * Goods of a category that stand on the branch's shelf and say in an attribute how much one of them holds, the most
 * wanted first. `missing`: what one holds when the attribute is not there (a single ball); null leaves such goods out.
 */
export async function measuredGoods(
  db: Db,
  priceContext: PriceContext,
  category: string,
  attribute: string,
  missing: number | null,
): Promise<Measured[]> {
  const { items } = await query(db, priceContext, Listing.parse({ category, in_stock: true, limit: asked }));
  if (items.length === 0) return [];
  const { rows } = await sql<{ id: number; held: string | null }>`
    select id, specs ->> ${attribute} as held from products where id = any(${items.map((item) => item.id)}::int[])`.execute(
    db,
  );
  const held = new Map(rows.map((row) => [row.id, row.held === null ? missing : Number(row.held)]));
  return items
    .flatMap((card) => {
      const per_pack = held.get(card.id) ?? null;
      return card.is_on_sale_now && per_pack !== null && per_pack > 0 ? [{ card, per_pack }] : [];
    })
    .slice(0, offered);
}
