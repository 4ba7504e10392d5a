import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatPrice } from '#shared/money.ts';
import { shareGoodsWriting } from './goods-writing.ts';
import { pinnedOf, takeOutPins } from './price-pins.ts';
import { lockPrices, type PriceKey, type PriceRow, priceKey, readPrices, savePrices } from './save-prices.ts';
import { type PriceCell, tiersOf } from './staff-prices.ts';

export const mostCells = 500;
/** A price that moves by more percent than this is asked about once more. */
const askedPercent = 40;

/**
 * A cell as somebody typed it. Kopecks; null: on request. `was`, `was_old`: the prices they saw; `is_sure`: they were
 * asked.
 */
export type TypedPrice = PriceKey & {
  price: number | null;
  old_price?: number | null | undefined;
  was?: number | null | undefined;
  was_old?: number | null | undefined;
  is_sure?: boolean | undefined;
};

export type CellProblem = {
  /** Place in the list that was sent. */
  row: number;
  code: 'unknown' | 'changed' | 'ask' | 'not_lower' | 'tiers';
  words: string;
};

/**
 * Writes cells of the sheet, all or none. Prices that 1C feeds are pinned. What is wrong is said of each cell: a
 * product that is not there, a price that somebody else changed meanwhile, one that moves by more than 40 % or comes to
 * 0 without a tick, an old price that is no higher, tiers that would be no cheaper. Throws exchange_busy while a
 * package of 1C writes. Call in a transaction, which `problems` must roll back. Returns the rows before and after, and
 * which prices were not pinned before.
 */
export async function changePrices(
  db: Db,
  cells: TypedPrice[],
): Promise<{ before: PriceRow[]; after: PriceRow[]; pinned: PriceKey[]; problems: CellProblem[] }> {
  await shareGoodsWriting(db);
  await lockPrices(db, cells);
  const known = new Map((await readPrices(db, cells)).map((row) => [priceKey(row), row]));
  const facts = await productFacts(db, cells);
  const before = cells.map((cell) => known.get(priceKey(cell)) ?? { ...keysOf(cell), price: null, old_price: null });
  const after = cells.map((cell, index) => afterOf(cell, before[index] ?? null));
  const problems = cells.flatMap((cell, row): CellProblem[] => {
    const fact = facts.get(priceKey(cell));
    const [was, will] = [before[row], after[row]];
    if (!fact || !was || !will) return [{ row, code: 'unknown', words: 'Такого товара нет' }];
    const problem = problemOf(cell, was, will, fact.highest_tier);
    return problem ? [{ row, ...problem }] : [];
  });
  if (problems.length > 0) return { before, after, pinned: [], problems };
  const changed = after.filter(
    (will, at) => will.price !== before[at]?.price || will.old_price !== before[at]?.old_price,
  );
  await savePrices(db, changed);
  const fed = changed.filter((row) => facts.get(priceKey(row))?.is_from_1c).map(keysOf);
  const pinned = await pin(db, fed);
  const products = [...new Set(changed.map(({ product_id }) => product_id))];
  await invalidate(db, products.length > 300 ? ['catalogue'] : products.map((id) => `product:${id}` as const));
  return { before, after, pinned, problems };
}

/** Prices of the sheet as they stood before a change of it, and which of them 1C fed. */
export type SheetState = { cells: PriceRow[]; not_pinned: PriceKey[] };

/**
 * Sets cells of the sheet back to what they were, and gives those that 1C fed back to it. Returns what stood before and
 * stands now, both as the audit log keeps them. Throws bad_input when a price does not fit any more. Call in a
 * transaction.
 */
export async function restorePrices(
  db: Db,
  { cells, not_pinned }: SheetState,
): Promise<{ before: SheetState; after: SheetState }> {
  const done = await changePrices(
    db,
    cells.map((cell) => ({ ...cell, is_sure: true })),
  );
  const [problem] = done.problems;
  if (problem) throw new Refusal('bad_input', {}, problem.words);
  await takeOutPins(db, not_pinned);
  const given = new Set(not_pinned.map(priceKey));
  return {
    before: { cells: done.before, not_pinned: done.pinned.filter((key) => !given.has(priceKey(key))) },
    after: { cells: done.after, not_pinned },
  };
}

/** Returns which of them were not pinned. */
async function pin(db: Db, keys: PriceKey[]): Promise<PriceKey[]> {
  if (keys.length === 0) return [];
  const known = await pinnedOf(db, keys);
  await db
    .insertInto('price_pins')
    .values(keys.map((key) => ({ ...key, until: null })))
    // A day until which it was pinned stands on.
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'price_column'])
        .doUpdateSet({ until: sql`case when price_pins.until > now() then price_pins.until end` }),
    )
    .execute();
  return keys.filter((key) => !known.has(priceKey(key)));
}

function afterOf(cell: TypedPrice, before: PriceRow | null): PriceRow {
  const price = cell.price === 0 ? null : cell.price;
  const old_price = cell.old_price === undefined ? (before?.old_price ?? null) : cell.old_price;
  // An old price that the new one has reached says nothing any more.
  const isOldGone = cell.old_price === undefined && (price === null || (old_price ?? 0) <= price);
  return { ...keysOf(cell), price, old_price: isOldGone ? null : old_price };
}

function problemOf(
  cell: TypedPrice,
  was: PriceRow,
  will: PriceRow,
  highest_tier: number | null,
): Omit<CellProblem, 'row'> | null {
  if (cell.was !== undefined && cell.was !== was.price)
    return { code: 'changed', words: `Пока вы правили, цена стала ${moneyWords(was.price)}` };
  if (cell.was_old !== undefined && cell.was_old !== was.old_price)
    return { code: 'changed', words: `Пока вы правили, зачёркнутая цена изменилась: ${crossedWords(was.old_price)}` };
  if (will.price !== null && will.old_price !== null && will.old_price <= will.price)
    return { code: 'not_lower', words: `Старая цена должна быть выше ${formatPrice(will.price)}` };
  if (will.price !== null && highest_tier !== null && highest_tier >= will.price)
    return {
      code: 'tiers',
      words: `Цена от количества ${formatPrice(highest_tier)} не ниже новой: сначала снизьте её`,
    };
  if (cell.is_sure) return null;
  if (cell.price === 0) return { code: 'ask', words: 'Цена 0 ₽: товар станет «по запросу». Это верно?' };
  const isFar =
    was.price !== null && will.price !== null && Math.abs(will.price - was.price) * 100 > was.price * askedPercent;
  return isFar
    ? { code: 'ask', words: `Цена изменится с ${moneyWords(was.price)} до ${moneyWords(will.price)}. Это верно?` }
    : null;
}

type Fact = PriceKey & { is_from_1c: boolean; highest_tier: number | null };

async function productFacts(db: Db, keys: PriceKey[]): Promise<Map<string, Fact>> {
  const { rows } = await sql<Fact>`
    select k.price_column, k.product_id, p.id_1c is not null as is_from_1c,
      (select max(t.price) from price_tiers t
        where t.price_column = k.price_column and t.product_id = k.product_id) as highest_tier
    from unnest(${keys.map(({ price_column }) => price_column)}::text[], ${keys.map(({ product_id }) => product_id)}::int[])
      as k (price_column, product_id)
    join products p on p.id = k.product_id join price_columns c on c.price_column = k.price_column`.execute(db);
  return new Map(rows.map((row) => [priceKey(row), row]));
}

type Tiers = PriceCell['tiers'];

/**
 * Prices from a count on, in place of those that were: each must be cheaper than the one before, the first than the
 * price itself. `was`: those that whoever asks saw, in any order; other ones by now are refused; undefined:
 * whatever they are. Returns them before and after, by count. Throws bad_input. Call in a transaction.
 */
export async function saveTiers(
  db: Db,
  key: PriceKey,
  tiers: Tiers,
  was?: Tiers,
): Promise<{ before: Tiers; after: Tiers }> {
  await shareGoodsWriting(db);
  await lockPrices(db, [key]);
  const [row] = await readPrices(db, [key]);
  const before = (await tiersOf(db, key.product_id, [key.price_column])).get(key.price_column) ?? [];
  if (was && tiersWords(byCount(was)) !== tiersWords(before))
    throw new Refusal('bad_input', {
      fields: { tiers: `Пока вы правили, цены от количества изменились: ${tiersWords(before)}` },
    });
  const sorted = byCount(tiers);
  let above = row?.price ?? null;
  if (above === null && sorted.length > 0)
    throw new Refusal('bad_input', { fields: { tiers: 'Сначала укажите цену за единицу' } });
  for (const [index, { from_count, price }] of sorted.entries()) {
    const field = { [`tiers.${index}.price`]: `Цена от ${from_count} шт. должна быть ниже ${formatPrice(above ?? 0)}` };
    if (price >= (above ?? 0)) throw new Refusal('bad_input', { fields: field });
    if (from_count === sorted[index - 1]?.from_count)
      throw new Refusal('bad_input', { fields: { [`tiers.${index}.from_count`]: 'Такое количество уже указано' } });
    above = price;
  }
  await db
    .deleteFrom('price_tiers')
    .where('price_column', '=', key.price_column)
    .where('product_id', '=', key.product_id)
    .execute();
  if (sorted.length > 0)
    await db
      .insertInto('price_tiers')
      .values(sorted.map((tier) => ({ ...key, ...tier })))
      .execute();
  await invalidate(db, [`product:${key.product_id}`]);
  return { before, after: sorted };
}

function byCount(tiers: Tiers): Tiers {
  return tiers.toSorted((a, b) => a.from_count - b.from_count);
}

function tiersWords(tiers: Tiers): string {
  if (tiers.length === 0) return 'их сняли';
  return tiers.map(({ from_count, price }) => `от ${from_count} по ${formatPrice(price)}`).join(', ');
}

function keysOf({ price_column, product_id }: PriceKey): PriceKey {
  return { price_column, product_id };
}

function crossedWords(old_price: number | null): string {
  return old_price === null ? 'её сняли' : formatPrice(old_price);
}

function moneyWords(kopecks: number | null): string {
  return kopecks === null ? '«по запросу»' : formatPrice(kopecks);
}
