/** A zone's price up to a weight, in kopecks, and the vehicle it is for. */
export type DeliveryRate = { up_to_grams: number; price_kopecks: number; vehicle: string };

/** The cheapest rate that covers the weight; null: heavier than any. */
export function rateFor(rates: readonly DeliveryRate[], weight_grams: number): DeliveryRate | null {
  return rates.reduce<DeliveryRate | null>(
    (cheapest, rate) =>
      rate.up_to_grams >= weight_grams && (cheapest === null || rate.price_kopecks < cheapest.price_kopecks)
        ? rate
        : cheapest,
    null,
  );
}
