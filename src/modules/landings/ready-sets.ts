import { sql } from 'kysely';
import type { ProductCard } from '#modules/catalogue/card.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';

export type ReadySet = {
  slug: string;
  name: string;
  text: string;
  goods: { card: ProductCard; count: number }[];
  /** Kopecks, by the prices of this price context now. */
  sum: number;
};

type Row = { slug: string; name: string; text: string; goods: { idcode: string; count: number }[] };

/**
 * Sets that are switched on and of which this branch has everything on its shelf in the needed count, with what they
 * cost now.
 */
export async function readReadySets(db: Db, priceContext: PriceContext): Promise<ReadySet[]> {
  const { rows } = await sql<Row>`
    select s.slug, s.name, s.text,
      json_agg(json_build_object('idcode', g.idcode, 'count', g.count) order by g.position) as goods
    from ready_sets s join ready_set_goods g on g.set_slug = s.slug where s.is_on
    group by s.slug order by s.position, s.slug`.execute(db);
  const idcodes = rows.flatMap((row) => row.goods.map((one) => one.idcode));
  const cards = new Map((await productCards(db, priceContext, { idcodes })).map((card) => [card.idcode, card]));
  return rows.flatMap(({ goods, ...set }) => {
    const lines = goods.flatMap(({ idcode, count }) => {
      const card = cards.get(idcode);
      return card && isHere(card, count) ? [{ card, count }] : [];
    });
    if (lines.length < goods.length) return [];
    return [{ ...set, goods: lines, sum: sumOf(lines) }];
  });
}

/** Whether the branch of the card sells so many of it now. */
export function isHere(card: ProductCard, count: number): boolean {
  return card.is_on_sale_now && (card.available ?? 0) >= count;
}

/** Kopecks. */
export function sumOf(lines: readonly { card: ProductCard; count: number }[]): number {
  return lines.reduce((sum, { card, count }) => sum + (card.buyer_price ?? card.price ?? 0) * count, 0);
}
