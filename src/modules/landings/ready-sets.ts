import { sql } from 'kysely';
import { z } from 'zod';
import type { ProductCard } from '#modules/catalogue/card.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';

const ReadySetInput = z.object({
  slug: z
    .string()
    .max(80)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string().trim().min(1).max(120),
  text: z.string().trim().max(300).default(''),
  position: z.number().int().default(0),
  goods: z
    .array(z.object({ idcode: z.string().regex(/^[\w.-]{1,50}$/), count: z.number().int().min(1).max(999) }))
    .min(2)
    .max(20),
});

/** Writes a set of goods, or writes one again. Call in a transaction. */
export async function saveReadySet(db: Db, given: z.input<typeof ReadySetInput>, now = new Date()): Promise<void> {
  const { goods, ...set } = ReadySetInput.parse(given);
  const row = { ...set, changed_at: now };
  await db
    .insertInto('ready_sets')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(row))
    .execute();
  await db.deleteFrom('ready_set_goods').where('set_slug', '=', set.slug).execute();
  await db
    .insertInto('ready_set_goods')
    .values(goods.map((one, position) => ({ set_slug: set.slug, position, ...one })))
    .execute();
  await invalidate(db, ['content']);
}

export type ReadySet = {
  slug: string;
  name: string;
  text: string;
  goods: { card: ProductCard; count: number }[];
  /** Kopecks, by the prices of this price context now. */
  sum: number;
};

type Row = { slug: string; name: string; text: string; goods: { idcode: string; count: number }[] };

/** Sets of which this branch has everything on its shelf in the needed count, with what they cost now. */
export async function readReadySets(db: Db, priceContext: PriceContext): Promise<ReadySet[]> {
  const { rows } = await sql<Row>`
    select s.slug, s.name, s.text,
      json_agg(json_build_object('idcode', g.idcode, 'count', g.count) order by g.position) as goods
    from ready_sets s join ready_set_goods g on g.set_slug = s.slug group by s.slug order by s.position, s.slug`.execute(
    db,
  );
  const idcodes = rows.flatMap((row) => row.goods.map((one) => one.idcode));
  const cards = new Map((await productCards(db, priceContext, { idcodes })).map((card) => [card.idcode, card]));
  return rows.flatMap(({ goods, ...set }) => {
    const lines = goods.flatMap(({ idcode, count }) => {
      const card = cards.get(idcode);
      return card?.is_on_sale_now && (card.available ?? 0) >= count ? [{ card, count }] : [];
    });
    if (lines.length < goods.length) return [];
    return [{ ...set, goods: lines, sum: lines.reduce((sum, { card, count }) => sum + priceOf(card) * count, 0) }];
  });
}

function priceOf(card: ProductCard): number {
  return card.buyer_price ?? card.price ?? 0;
}
