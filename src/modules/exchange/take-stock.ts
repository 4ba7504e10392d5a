import { shareGoodsWriting } from '#modules/catalogue/goods-writing.ts';
import { lockStock, readStock, type StockKey, type StockRow, saveStock } from '#modules/catalogue/save-stock.ts';
import { markShortOrders } from '#modules/orders/mark-short-orders.ts';
import { tagsOfChangedWords } from '#modules/orders/stock.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { millionthsText, normaliseNumber, salesUnits, toMillionths } from '#shared/decimal.ts';
import { type FoundProduct, findGoods } from './find-goods.ts';
import { answersOf, changesOf, isProblem, nextNumber, type Planned, type Planning, sortOut } from './plan.ts';
import type { RowAnswer, StockCall } from './schema.ts';
import { type Targets, targetProblem } from './targets.ts';

/** What stock.on_hand holds, in millionths. */
const mostMillionths = 2_000_000_000n * 1_000_000n;

/** A row of stock with what orders hold of it. */
export type StockNow = StockRow & { reserved: number };

/**
 * Writes the stock that differs from the shop's, row by row as far as it makes sense. Only on_hand is written:
 * reservations stand, and orders that now hold more than there is are marked short and written of to their branch
 * (S7-36). Throws exchange_busy while a package of 1C writes. Call in a transaction.
 */
export async function takeStock(db: Db, call: StockCall, targets: Targets): Promise<RowAnswer[]> {
  await shareGoodsWriting(db);
  const plan = await planStock(db, call, targets, { lock: lockStock });
  await writeStock(db, plan);
  return answersOf(plan);
}

/** Writes what a plan changes. Call inside `shareGoodsWriting`, with the rows locked. */
export async function writeStock(db: Db, plan: Planned<StockNow>[]): Promise<void> {
  const changes = changesOf(plan);
  await saveStock(
    db,
    changes.map(({ after: { store, product_id, on_hand_base, on_hand } }) => ({
      store,
      product_id,
      on_hand_base,
      on_hand,
    })),
  );
  await markShortOrders(
    db,
    changes
      .filter(({ after }) => after.reserved > 0)
      .map(({ after: { store, product_id } }) => ({ store, product_id })),
  );
  const words = changes.map(({ before, after }) => ({
    product_id: after.product_id,
    // Where nothing was known pages said so, in other words than for any count.
    before: before ? availableOf(before) : -1,
    after: availableOf(after),
  }));
  const tags = tagsOfChangedWords(words);
  await invalidate(db, tags.length > 300 ? ['catalogue'] : tags);
}

/** What `takeStock` would do with each row; nothing is written. */
export async function planStock(
  db: Db,
  { store, unit, rows }: StockCall,
  { stores }: Targets,
  { lock, numberOf = nextNumber }: Planning<StockKey> = {},
): Promise<Planned<StockNow>[]> {
  const found = await findGoods(db, rows);
  const wanted = rows.map((row, index): StockRow | { problem: string } => {
    const product = found[index] ?? { problem: 'нет товара' };
    if (isProblem(product)) return product;
    const named = row.store ?? store;
    const problem = targetProblem('склад', named, stores);
    if (problem !== null || named === undefined) return { problem: problem ?? '' };
    const counted = onHandOf(row.quantity, product, unit);
    return isProblem(counted) ? counted : { store: named, product_id: product.product_id, ...counted };
  });
  const sorted = sortOut(wanted, keyOf, numberOf);
  const keys = sorted.flatMap((one) => ('wanted' in one ? [one.wanted] : []));
  await lock?.(db, keys);
  const before = new Map((await readStock(db, keys)).map((now) => [keyOf(now), now]));
  return sorted.map((one) => {
    if ('problem' in one) return one;
    const now = before.get(keyOf(one.wanted)) ?? null;
    const { on_hand, on_hand_base } = one.wanted;
    const isSame = now?.on_hand === on_hand && toMillionths(now.on_hand_base) === toMillionths(on_hand_base);
    return { row: one.row, before: now, after: { ...one.wanted, reserved: now?.reserved ?? 0 }, isChanged: !isSame };
  });
}

function keyOf({ store, product_id }: StockKey): string {
  return `${store} ${product_id}`;
}

function availableOf({ on_hand, reserved }: StockNow): number {
  return Math.max(on_hand - reserved, 0);
}

/**
 * As typed → base units with six decimals and whole sales units, both rounded down (S7-36); why not, in Russian.
 */
function onHandOf(
  typed: number | string,
  factor: FoundProduct,
  unit: StockCall['unit'],
): { on_hand_base: string; on_hand: number } | { problem: string } {
  const number = normaliseNumber(String(typed));
  if (number === null) return { problem: `остаток «${typed}»: это не число` };
  if (number.startsWith('-')) return { problem: `остаток ${typed} меньше нуля` };
  const millionths = toMillionths(number);
  const sales = unit === 'base' ? salesUnits(millionths, factor) : millionths / 1_000_000n;
  const base = unit === 'base' ? millionths : (millionths * BigInt(factor.factor_base)) / BigInt(factor.factor_sales);
  if (sales * 1_000_000n > mostMillionths || base > mostMillionths)
    return { problem: `остаток ${typed} слишком велик` };
  return { on_hand_base: millionthsText(base), on_hand: Number(sales) };
}
