import { type Insertable, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { QrCodes } from '#platform/database-types.ts';
import { invalidate } from '#platform/invalidation.ts';
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

const longestCode = 40;
const codePattern = /^[a-z0-9][a-z0-9-]{1,39}$/;

/**
 * A label for a product; without a code of its own it takes the product's idcode. Asked for again it is the same label,
 * which leads somewhere again if it had ended. Throws not_found, bad_input, code_taken.
 */
export async function makeShelfCode(
  db: Db,
  { code: typed, idcode, department_id_1c }: NewShelfCode,
  maker: Maker,
  now = new Date(),
): Promise<string> {
  const product = await db.selectFrom('products').select('id').where('idcode', '=', idcode).executeTakeFirst();
  if (!product) throw new Refusal('not_found', {}, `Товара с кодом ${idcode} нет`);
  const known = await knownCode(db, product.id, department_id_1c);
  if (known && (typed === undefined || typed === known.code)) {
    await setCodeEnd(db, 'p', known.code, null);
    return known.code;
  }
  const code = typed?.toLowerCase() ?? (await freeCode(db, [idcode, department_id_1c].filter(Boolean).join('-')));
  await insert(db, { kind: 'p', code, product_id: product.id, department_id_1c }, maker, now);
  return code;
}

/**
 * Labels of these goods for a point (null: any), those that are there already among them; in the order asked for.
 * `made`: how many are new. Throws not_found for an unknown product. Call in a transaction.
 */
export async function makeShelfCodes(
  db: Db,
  { product_ids, department_id_1c }: { product_ids: number[]; department_id_1c: string | null },
  maker: Maker,
  now = new Date(),
): Promise<{ codes: string[]; made: number }> {
  const rows = await db.selectFrom('products').select(['id', 'idcode']).where('id', 'in', product_ids).execute();
  const idcodes = new Map(rows.map(({ id, idcode }) => [id, idcode]));
  const codes: string[] = [];
  for (const id of product_ids) {
    const idcode = idcodes.get(id);
    if (idcode === undefined) throw new Refusal('not_found');
    codes.push(await makeShelfCode(db, { idcode, department_id_1c }, maker, now));
  }
  const { rows: made } = await sql<{ count: number }>`
    select count(*)::int as count from qr_codes
    where kind = 'p' and code = any(${codes}::text[]) and created_at = ${now}::timestamptz`.execute(db);
  return { codes, made: made[0]?.count ?? 0 };
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

/** The code leads nowhere any more. Throws not_found for one that has ended already. */
export async function endCode(db: Db, kind: 'p' | 'c', code: string, now = new Date()): Promise<void> {
  const { rows } = await sql<{ product_id: number | null }>`
    update qr_codes set ends_at = ${now} where kind = ${kind} and code = ${code} and (ends_at is null or ends_at > ${now}::timestamptz)
    returning product_id`.execute(db);
  await dropPage(db, rows);
}

/** Until when the code leads somewhere (null: for ever); one that had ended leads there again. Throws not_found. */
export async function setCodeEnd(db: Db, kind: 'p' | 'c', code: string, ends_at: Date | null): Promise<void> {
  const { rows } = await sql<{ product_id: number | null }>`
    update qr_codes set ends_at = ${ends_at} where kind = ${kind} and code = ${code} returning product_id`.execute(db);
  await dropPage(db, rows);
}

/** The page of a label is cached as one of its product. */
async function dropPage(db: Db, [changed]: { product_id: number | null }[]): Promise<void> {
  if (!changed) throw new Refusal('not_found');
  if (changed.product_id !== null) await invalidate(db, [`product:${changed.product_id}`]);
}

async function knownCode(db: Db, product_id: number, department_id_1c: string | null) {
  return db
    .selectFrom('qr_codes')
    .select('code')
    .where('kind', '=', 'p')
    .where('product_id', '=', product_id)
    .where('department_id_1c', department_id_1c === null ? 'is' : '=', department_id_1c)
    .orderBy('created_at')
    .executeTakeFirst();
}

/** Of an idcode, which may hold signs that no address has; another product may have taken what is left of it. */
async function freeCode(db: Db, idcode: string): Promise<string> {
  const signs = idcode
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+/, '');
  const wish = (signs.length < 2 ? `tovar-${signs}` : signs).slice(0, longestCode);
  for (let n = 1; ; n++) {
    const code = n === 1 ? wish : `${wish.slice(0, longestCode - String(n).length - 1)}-${n}`;
    const taken = await db
      .selectFrom('qr_codes')
      .select('code')
      .where('kind', '=', 'p')
      .where('code', '=', code)
      .executeTakeFirst();
    if (!taken) return code;
  }
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
