import { offersOf, priceAt } from '#modules/catalogue/offers.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { formatPrice } from '#shared/money.ts';
import { perUnit, type ShownUnit, shownAmount, shownPrice } from '#shared/unit-words.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** A line of an order as it could be bought again; `words`: what is different now, null: nothing. */
export type RepeatLine = {
  position: number;
  product_id: number;
  name: string;
  count: number;
  shown_unit: ShownUnit;
  is_available: boolean;
  words: string | null;
};

/** The lines of an order in the branch and at the prices of whoever looks, as the cart would take them. */
export async function readRepeat(
  { db, requestContext }: Pick<Shop, 'db' | 'requestContext'>,
  { lines }: Pick<OrderView, 'lines'>,
): Promise<RepeatLine[]> {
  const offers = await offersOf(
    db,
    requestContext.priceContext,
    lines.map(({ product_id }) => product_id),
  );
  return lines.map(({ position, product_id, name, count, shown_unit, price }) => {
    const offer = offers.get(product_id);
    const now = offer ? priceAt(offer, count) : null;
    const left = offer?.available ?? 0;
    const is_available = offer?.is_on_sale_now ?? false;
    const words = [
      !offer || offer.switched_off
        ? 'снят с продажи'
        : now === null
          ? 'цена по запросу'
          : !is_available
            ? 'нет в наличии'
            : left < count
              ? `есть только ${shownAmount(left, shown_unit)}`
              : null,
      is_available && now !== null && now !== price
        ? `теперь ${formatPrice(shownPrice(now, shown_unit))} ${perUnit(shown_unit)}`
        : null,
    ].filter((part) => part !== null);
    return { position, product_id, name, count, shown_unit, is_available, words: words.join(', ') || null };
  });
}
