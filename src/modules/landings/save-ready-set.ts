import { sql } from 'kysely';
import { z } from 'zod';
import { loadTree } from '#modules/catalogue/categories.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { slugOf } from '#shared/transliterate.ts';
import { shownAmount, typedAmount } from '#shared/unit-words.ts';

const longestSlug = 80;
const wrongCount = 'Количество — от 1 до 999';

/** Counts in sales units. */
export const ReadySetGoods = z.array(
  z.strictObject({
    idcode: z.string().max(50),
    count: z.int(wrongCount).min(1, wrongCount).max(999, wrongCount),
  }),
);

/** A ready set as staff set it. `position`: lesser ones stand first. */
export const ReadySetFields = z.strictObject({
  name: z.string().trim().min(1, fieldMessages.required).max(120, fieldMessages.maxLength(120)),
  text: z.string().trim().max(300, fieldMessages.maxLength(300)),
  position: z.int('Целое число').min(0, 'Не меньше 0').max(10_000, 'Не больше 10 000'),
  is_on: z.boolean(),
  goods: ReadySetGoods.min(2, 'В наборе хотя бы два товара').max(20, 'Не больше 20 товаров'),
});
export type ReadySetFields = z.output<typeof ReadySetFields>;
type Goods = ReadySetFields['goods'];

/**
 * Returns the slug of the new set: the given one, else one of its name. Throws bad_input {fields} for goods that cannot
 * be, and where the given slug is taken. Call in a transaction.
 */
export async function createReadySet(
  db: Db,
  { goods, slug: given, ...set }: ReadySetFields & { slug?: string | undefined },
  now = new Date(),
): Promise<string> {
  await checkGoods(db, goods);
  const slug = given ?? (await freeSlug(db, set.name));
  const made = await db
    .insertInto('ready_sets')
    .values({ slug, ...set, changed_at: now })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .executeTakeFirst();
  if (!made) throw new Refusal('bad_input', { fields: { slug: 'Такой набор уже есть' } });
  await putGoods(db, slug, goods);
  await invalidate(db, ['content']);
  return slug;
}

/** Changes these fields of a set. Throws not_found, bad_input {fields}. Call in a transaction. */
export async function saveReadySet(
  db: Db,
  slug: string,
  { goods, ...change }: Partial<ReadySetFields>,
  now = new Date(),
): Promise<void> {
  if (goods) await checkGoods(db, goods);
  const saved = await db
    .updateTable('ready_sets')
    .set({ ...change, changed_at: now })
    .where('slug', '=', slug)
    .returning('slug')
    .executeTakeFirst();
  if (!saved) throw new Refusal('not_found');
  if (goods) {
    await db.deleteFrom('ready_set_goods').where('set_slug', '=', slug).execute();
    await putGoods(db, slug, goods);
  }
  await invalidate(db, ['content']);
}

/** Takes a set away. Throws not_found. Call in a transaction. */
export async function removeReadySet(db: Db, slug: string): Promise<void> {
  const removed = await db.deleteFrom('ready_sets').where('slug', '=', slug).returning('slug').executeTakeFirst();
  if (!removed) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

async function putGoods(db: Db, set_slug: string, goods: Goods): Promise<void> {
  await db
    .insertInto('ready_set_goods')
    .values(goods.map((one, position) => ({ set_slug, position, ...one })))
    .execute();
}

type Sold = { idcode: string; unit: string; step: number; min_count: number; max_count: number };

/** What the cart would refuse later is refused at its row: an unknown product, one that stands twice, a count. */
async function checkGoods(db: Db, goods: Goods): Promise<void> {
  const { rows } = await sql<Sold>`
    select idcode, unit, step, min_count, max_count from products
    where idcode = any(${goods.map(({ idcode }) => idcode)}::text[])`.execute(db);
  const sold = new Map(rows.map((row) => [row.idcode, row]));
  const { units } = await loadTree(db);
  const wrong = goods.flatMap(({ idcode, count }, at): [string, string][] => {
    const product = sold.get(idcode);
    if (!product) return [[`goods.${at}.idcode`, 'Такого товара в магазине нет']];
    if (goods.findIndex((one) => one.idcode === idcode) < at)
      return [[`goods.${at}.idcode`, 'Этот товар уже стоит в наборе']];
    const unit = units.shown(product.unit);
    if (count < product.min_count)
      return [[`goods.${at}.count`, `Продаётся от ${shownAmount(product.min_count, unit, 'genitive')}`]];
    if (count > product.max_count)
      return [[`goods.${at}.count`, `Продаётся до ${shownAmount(product.max_count, unit, 'genitive')}`]];
    if (count % product.step !== 0)
      return [[`goods.${at}.count`, `Количество кратно ${typedAmount(product.step, unit)}`]];
    return [];
  });
  if (wrong.length > 0) throw new Refusal('bad_input', { fields: Object.fromEntries(wrong) });
}

async function freeSlug(db: Db, name: string): Promise<string> {
  const wish =
    slugOf(name)
      .slice(0, longestSlug - 4)
      .replace(/-$/, '') || 'nabor';
  const { rows } = await sql<{ slug: string }>`
    select slug from ready_sets where slug = ${wish} or slug like ${`${wish}-%`}`.execute(db);
  const taken = new Set(rows.map(({ slug }) => slug));
  let slug = wish;
  for (let n = 2; taken.has(slug); n++) slug = `${wish}-${n}`;
  return slug;
}
