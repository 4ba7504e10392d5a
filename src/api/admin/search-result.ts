import { z } from 'zod';
import type { SearchResult } from '#modules/search/preview.ts';
import { pricePer, shownAmount } from '#shared/unit-words.ts';

/** What a query finds. */
export const ShownResult = z.object({
  total: z.int(),
  items: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      image: z.string().nullable(),
      /** «489,50 ₽/меш.», «41 шт.»: in words. */
      price: z.string(),
      left: z.string(),
    }),
  ),
  redirect: z.string().nullable(),
  used: z.string().nullable(),
  dropped: z.string().nullable(),
});

/** Prices and stock in words. */
export function presentResult({ items, ...result }: SearchResult): z.input<typeof ShownResult> {
  return {
    ...result,
    items: items.map(({ available, shown_unit, price, ...item }) => ({
      ...item,
      price: price === null ? 'цена по запросу' : pricePer(price, shown_unit),
      left: available ? shownAmount(available, shown_unit) : 'нет',
    })),
  };
}
