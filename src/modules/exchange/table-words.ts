import type { PriceRow } from '#modules/catalogue/save-prices.ts';
import { formatPrice } from '#shared/money.ts';
import type { Planned } from './plan.ts';
import type { StockNow } from './take-stock.ts';

/** What became of a row of a table; rows that changed nothing have no words. */
export type ImportRow = { row: number; is_refused: boolean; words: string };

export function wordsOfPrices(plan: Planned<PriceRow>[]): ImportRow[] {
  return plan.flatMap((planned): ImportRow[] => {
    if ('problem' in planned) return [{ row: planned.row, is_refused: true, words: planned.problem }];
    const { row, before, after, isChanged } = planned;
    if (!isChanged) return [];
    const percent =
      before?.price && after.price && after.price !== before.price
        ? ` (${after.price > before.price ? '+' : '−'}${Math.round((Math.abs(after.price - before.price) * 100) / before.price)} %)`
        : '';
    const old =
      after.old_price === (before?.old_price ?? null)
        ? ''
        : `, старая ${moneyWords(before?.old_price)} → ${moneyWords(after.old_price)}`;
    const words = `цена ${after.price_column}: ${moneyWords(before?.price)} → ${moneyWords(after.price)}${percent}${old}`;
    return [{ row, is_refused: false, words }];
  });
}

export function wordsOfStock(plan: Planned<StockNow>[]): ImportRow[] {
  return plan.flatMap((planned): ImportRow[] => {
    if ('problem' in planned) return [{ row: planned.row, is_refused: true, words: planned.problem }];
    const { row, before, after, isChanged } = planned;
    if (!isChanged) return [];
    const short = after.reserved > after.on_hand ? `, заказы держат ${after.reserved}` : '';
    return [
      {
        row,
        is_refused: false,
        words: `остаток ${after.store}: ${before?.on_hand ?? 'нет'} → ${after.on_hand}${short}`,
      },
    ];
  });
}

/** The part of a row's words that says what orders hold. */
export const heldWords = /, заказы держат \d+$/;

function moneyWords(kopecks: number | null | undefined): string {
  return kopecks === null || kopecks === undefined ? 'нет' : formatPrice(kopecks);
}
