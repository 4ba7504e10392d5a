import { type Insertable, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { QrCodes } from '#platform/database-types.ts';
import { Refusal } from '#platform/refusal.ts';
import { isOwnPath } from '#shared/urls.ts';

export type NewShelfCode = { code?: string | undefined; idcode: string; department_id_1c: string | null };
export type NewCampaign = {
  code: string;
  target: string;
  utm_source: string;
  utm_medium: string | null;
  utm_campaign: string | null;
  ends_at: Date | null;
};
export type Maker = { who: string; note: string };

const codePattern = /^[a-z0-9][a-z0-9-]{1,39}$/;

/**
 * A label for a product; without a code of its own it takes the product's idcode. Asked for again it is the same label.
 * Throws not_found, bad_input, code_taken.
 */
export async function makeShelfCode(
  db: Db,
  { code: typed, idcode, department_id_1c }: NewShelfCode,
  maker: Maker,
  now = new Date(),
): Promise<string> {
  const product = await db.selectFrom('products').select('id').where('idcode', '=', idcode).executeTakeFirst();
  if (!product) throw new Refusal('not_found', {}, `Товара с кодом ${idcode} нет`);
  const known = await db
    .selectFrom('qr_codes')
    .select('code')
    .where('kind', '=', 'p')
    .where('product_id', '=', product.id)
    .where('department_id_1c', department_id_1c === null ? 'is' : '=', department_id_1c)
    .executeTakeFirst();
  if (known && (typed === undefined || typed === known.code)) return known.code;
  const code = (typed ?? [idcode, department_id_1c].filter(Boolean).join('-')).toLowerCase();
  await insert(db, { kind: 'p', code, product_id: product.id, department_id_1c }, maker, now);
  return code;
}

/**
 * A campaign's code. Its target is a page of this shop; another host or scheme is refused here and by the table. Throws
 * bad_input, code_taken.
 */
export async function makeCampaign(db: Db, given: NewCampaign, maker: Maker, now = new Date()): Promise<void> {
  if (!isOwnPath(given.target)) throw new Refusal('bad_input', {}, 'Цель — страница этого магазина: /category/…');
  if (!given.utm_source) throw new Refusal('bad_input', {}, 'Нужен источник (utm_source)');
  await insert(db, { kind: 'c', ...given }, maker, now);
}

/** The code leads nowhere any more. */
export async function endCode(db: Db, kind: 'p' | 'c', code: string, now = new Date()): Promise<void> {
  const { numAffectedRows } = await sql`
    update qr_codes set ends_at = ${now} where kind = ${kind} and code = ${code} and (ends_at is null or ends_at > ${now}::timestamptz)`.execute(
    db,
  );
  if (!numAffectedRows) throw new Refusal('not_found');
}

async function insert(
  db: Db,
  row: Omit<Insertable<QrCodes>, 'note' | 'created_at' | 'created_by'>,
  { who, note }: Maker,
  now: Date,
): Promise<void> {
  if (!codePattern.test(row.code))
    throw new Refusal('bad_input', {}, 'Код — от 2 до 40 знаков: строчные латинские буквы, цифры, дефис');
  const made = await db
    .insertInto('qr_codes')
    .values({ ...row, note, created_at: now, created_by: who })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst();
  if (!made) throw new Refusal('code_taken');
}
