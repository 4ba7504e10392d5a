import type { Offer, Orderable } from '#modules/catalogue/offers.ts';
import { Refusal } from '#platform/refusal.ts';
import { type ShownUnit, shownAmount, typedAmount } from '#shared/unit-words.ts';
import type { CartLineInput } from './schema.ts';

type Bounds = Pick<Offer, 'step' | 'min_count' | 'max_count'>;
type Counted = Bounds & { name: string; product_id: number; shown_unit: ShownUnit };

/** The nearest count that may be ordered: up to the step, within minimum and maximum. */
export function fitCount({ step, min_count, max_count }: Bounds, count: number): number {
  const stepped = Math.ceil(Math.max(count, min_count) / step) * step;
  return Math.min(stepped, Math.floor(max_count / step) * step);
}

/** Throws bad_count naming step, minimum and maximum when the count may not be ordered (S7-10). */
export function checkCount(offer: Counted, count: number): void {
  const { step, min_count, max_count } = offer;
  const inWords = (count: number) => shownAmount(count, offer.shown_unit, 'genitive');
  if (count >= min_count && count <= max_count && count % step === 0) return;
  const rule =
    count < min_count
      ? `не меньше ${inWords(min_count)}`
      : count > max_count
        ? `не больше ${inWords(max_count)}`
        : `кратно ${typedAmount(step, offer.shown_unit)}, например ${shownAmount(fitCount(offer, count), offer.shown_unit)}`;
  throw new Refusal(
    'bad_count',
    { product_id: offer.product_id, step, min_count, max_count },
    `«${offer.name}»: количество должно быть ${rule}`,
  );
}

/**
 * The lines with their offers; each id belongs to its idcode (S7-10). Throws wrong_pair naming the first that does not.
 */
export function checkPairs<L extends CartLineInput, O extends Pick<Offer, 'idcode'>>(
  offers: ReadonlyMap<number, O>,
  lines: readonly L[],
): (L & { offer: O })[] {
  return lines.map((line) => {
    const { product_id, product_idcode } = line;
    const offer = offers.get(product_id);
    if (offer?.idcode !== product_idcode) throw new Refusal('wrong_pair', { product_id, product_idcode });
    return { ...line, offer };
  });
}

/** What is known of the line's product, which the branch sells now. Throws wrong_pair, not_orderable. */
export function checkOrderable(offer: Orderable | null, { product_id, product_idcode }: CartLineInput): Orderable {
  if (offer?.idcode !== product_idcode) throw new Refusal('wrong_pair', { product_id, product_idcode });
  if (!offer.is_on_sale_now) throw new Refusal('not_orderable', { product_id });
  return offer;
}
