/** Quantity tiers as they come from the catalogue: from so many sales units the price is lower. Kopecks. */
export type PriceTier = { from_count: number; price: number };

/** The price of one sales unit when so many are bought. */
export function priceAt(price: number, tiers: readonly PriceTier[], count: number): number {
  let at = price;
  for (const tier of tiers) if (count >= tier.from_count && tier.price < at) at = tier.price;
  return at;
}
