import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { daysWords, mostToBuy } from '#shared/product-state.ts';
import { shownAmount } from '#shared/unit-words.ts';

/** Why the count goes no higher, or where so many are to be had; null: there is nothing to say of it. */
export function LimitNote({ product, count }: { product: ProductPage; count: number }) {
  return limitWords(product, count);
}

function limitWords(product: ProductPage, count: number): string | null {
  const { lead_days, step, max_count, shown_unit, fuller_point: fuller } = product;
  const most = mostToBuy(product);
  if (most === max_count || count + step <= most) return null;
  if (fuller && count <= most)
    return `Здесь это всё. Ещё больше, ${shownAmount(fuller.count, shown_unit)}, — в\u00a0пункте ${fuller.address}.`;
  if (fuller && count + step <= fuller.count)
    return `Столько сразу есть в\u00a0пункте ${fuller.address}: выберите его в\u00a0корзине.`;
  const words = fuller
    ? `Это всё, что есть сейчас, и\u00a0только в\u00a0пункте ${fuller.address}.`
    : 'Это всё, что есть сейчас.';
  return `${words}${lead_days ? ` Больше привезём под заказ, ${daysWords(lead_days)}.` : ''}`;
}
