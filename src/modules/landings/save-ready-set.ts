import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { countOf } from '#shared/plurals.ts';

const mostGoods = 20;

/** What staff set of a set of goods; `count`: sales units. */
export const ReadySetFields = z.strictObject({
  name: z.string().trim().min(1, fieldMessages.required).max(120, fieldMessages.maxLength(120)),
  text: z.string().trim().max(300, fieldMessages.maxLength(300)),
  position: z.int('Целое число').min(0, 'Не меньше 0').max(10_000, 'Не больше 10 000'),
  goods: z
    .array(
      z.strictObject({
        idcode: z.string().regex(/^[\w.-]{1,50}$/, 'Код товара'),
        count: z.int('Целое число').min(1, 'Не меньше 1').max(999, 'Не больше 999'),
      }),
    )
    .min(2, 'В наборе не меньше двух товаров')
    .max(mostGoods, `В наборе не больше ${countOf(mostGoods, 'товара', 'товаров', 'товаров')}`)
    .refine(
      (goods) => new Set(goods.map(({ idcode }) => idcode)).size === goods.length,
      'Один товар стоит дважды: поправьте количество',
    ),
});
export type ReadySetFields = z.output<typeof ReadySetFields>;

export const ReadySetSlug = z
  .string()
  .max(80, fieldMessages.maxLength(80))
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Латиница, цифры и дефисы: elka-180');

const ReadySetInput = ReadySetFields.extend({
  slug: ReadySetSlug,
  text: ReadySetFields.shape.text.default(''),
  position: ReadySetFields.shape.position.default(0),
});

/** Writes a set of goods, or writes one again; the page shows it at once. Call in a transaction. */
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

/**
 * Writes a set under a slug that no other has. Throws bad_input {fields} for a taken slug and for goods that the shop
 * does not have. Call in a transaction.
 */
export async function createReadySet(
  db: Db,
  { slug, ...fields }: ReadySetFields & { slug: string },
  now = new Date(),
): Promise<void> {
  const taken = await db.selectFrom('ready_sets').select('slug').where('slug', '=', slug).executeTakeFirst();
  if (taken) throw new Refusal('bad_input', { fields: { slug: 'Такой код уже есть у другого набора' } });
  await refuseUnknownGoods(db, fields.goods);
  await saveReadySet(db, { slug, ...fields }, now);
}

/** Throws bad_input {fields} for goods that the shop does not have. Call in a transaction. */
export async function changeReadySet(
  db: Db,
  slug: string,
  { before, change }: { before: ReadySetFields; change: Partial<ReadySetFields> },
  now = new Date(),
): Promise<void> {
  if (change.goods) await refuseUnknownGoods(db, change.goods);
  await saveReadySet(db, { slug, ...before, ...change }, now);
}

/** Takes a set away. Throws not_found. Call in a transaction. */
export async function removeReadySet(db: Db, slug: string): Promise<void> {
  const removed = await db.deleteFrom('ready_sets').where('slug', '=', slug).returning('slug').executeTakeFirst();
  if (!removed) throw new Refusal('not_found');
  await invalidate(db, ['content']);
}

async function refuseUnknownGoods(db: Db, goods: ReadySetFields['goods']): Promise<void> {
  const idcodes = goods.map(({ idcode }) => idcode);
  const { rows } = await sql<{ idcode: string }>`
    select idcode from products where idcode = any(${idcodes}::text[])`.execute(db);
  const known = new Set(rows.map(({ idcode }) => idcode));
  const wrong = idcodes.flatMap((idcode, at) => (known.has(idcode) ? [] : [[`goods.${at}`, 'Такого товара нет']]));
  if (wrong.length > 0) throw new Refusal('bad_input', { fields: Object.fromEntries(wrong) });
}
