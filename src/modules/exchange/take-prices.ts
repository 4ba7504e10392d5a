import { shareGoodsWriting } from '#modules/catalogue/goods-writing.ts';
import { pinnedOf } from '#modules/catalogue/price-pins.ts';
import {
  lockPrices,
  type PriceKey,
  type PriceRow,
  priceKey,
  readPrices,
  savePrices,
} from '#modules/catalogue/save-prices.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { normaliseNumber, priceOfSalesUnit } from '#shared/decimal.ts';
import { type FoundProduct, findGoods } from './find-goods.ts';
import { tagsOfGoods } from './goods-tags.ts';
import { answersOf, changesOf, isProblem, nextNumber, type Planned, type Planning, sortOut } from './plan.ts';
import type { PricesCall, RowAnswer } from './schema.ts';
import { type Targets, targetProblem } from './targets.ts';

const mostKopecks = 2_147_483_647n;

/**
 * Writes the prices that differ from the shop's, row by row as far as they make sense; a row that does not is refused
 * with its reason and holds up no other. Prices from a count on (`price_tiers`) stay as they are: one that is no
 * cheaper than the new price is not offered. Pages and lists follow the commit. Throws exchange_busy while a package of
 * 1C writes. Call in a transaction.
 */
export async function takePrices(db: Db, call: PricesCall, targets: Targets): Promise<RowAnswer[]> {
  await shareGoodsWriting(db);
  const plan = await planPrices(db, call, targets, { lock: lockPrices });
  await writePrices(db, plan);
  return answersOf(plan);
}

/** Writes what a plan changes. Call inside `shareGoodsWriting`, with the rows locked. */
export async function writePrices(db: Db, plan: Planned<PriceRow>[]): Promise<void> {
  const changes = changesOf(plan).map(({ after }) => after);
  await savePrices(db, changes);
  await invalidate(db, tagsOfGoods(changes.map(({ product_id }) => product_id)));
}

type WantedPrice = PriceKey & { price: number | null; old_price: number | null | undefined };

/** What `takePrices` would do with each row; nothing is written. */
export async function planPrices(
  db: Db,
  { price_column, unit, rows }: PricesCall,
  { price_columns }: Targets,
  { lock, numberOf = nextNumber }: Planning<PriceKey> = {},
): Promise<Planned<PriceRow>[]> {
  const found = await findGoods(db, rows);
  const wanted = rows.map((row, index): WantedPrice | { problem: string } => {
    const product = found[index] ?? { problem: 'нет товара' };
    if (isProblem(product)) return product;
    const column = row.price_column ?? price_column;
    const problem = targetProblem('колонка цен', column, price_columns);
    if (problem !== null || column === undefined) return { problem: problem ?? '' };
    const factor = unit === 'base' ? product : salesUnit;
    const price = kopecksOf(row.price, factor, 'цена');
    const old_price = row.old_price === undefined ? undefined : kopecksOf(row.old_price, factor, 'старая цена');
    if (isProblem(price)) return price;
    if (isProblem(old_price)) return old_price;
    return { price_column: column, product_id: product.product_id, price, old_price };
  });
  const sorted = sortOut(wanted, priceKey, numberOf);
  const keys = sorted.flatMap((one) => ('wanted' in one ? [one.wanted] : []));
  await lock?.(db, keys);
  const pinned = await pinnedOf(db, keys);
  const before = new Map((await readPrices(db, keys)).map((now) => [priceKey(now), now]));
  return sorted.map((one) => {
    if ('problem' in one) return one;
    if (pinned.has(priceKey(one.wanted))) return { row: one.row, problem: 'цена закреплена: prices unpin' };
    const { price_column, product_id, price, old_price } = one.wanted;
    const now = before.get(priceKey(one.wanted)) ?? null;
    const former = now ?? { price: null, old_price: null };
    const after = {
      price_column,
      product_id,
      price,
      old_price: old_price === undefined ? former.old_price : old_price,
    };
    return {
      row: one.row,
      before: now,
      after,
      isChanged: after.price !== former.price || after.old_price !== former.old_price,
    };
  });
}

const salesUnit = { factor_base: 1, factor_sales: 1 };

/** Roubles per unit as typed → kopecks per sales unit, rounded half up once; why not, in Russian. */
function kopecksOf(
  typed: number | string | null,
  factor: Pick<FoundProduct, 'factor_base' | 'factor_sales'>,
  what: string,
): number | null | { problem: string } {
  if (typed === null) return null;
  const number = normaliseNumber(String(typed));
  if (number === null) return { problem: `${what} «${typed}»: это не число` };
  if (number === '0') return { problem: `${what} 0: чтобы её снять, передайте null` };
  const kopecks = number.startsWith('-') ? 0n : priceOfSalesUnit(number, '1', factor);
  if (kopecks <= 0n) return { problem: `${what} ${typed} меньше копейки` };
  if (kopecks > mostKopecks) return { problem: `${what} ${typed} больше 21 474 836,47 ₽` };
  return Number(kopecks);
}
