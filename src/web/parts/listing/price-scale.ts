/** Places of a slider's thumb: 0 is the lowest price, the last the highest. */
export const lastPlace = 100;

/**
 * The scale of a price slider: each step is the same share, for in a list of nails and saws an even one would hold all
 * goods in its first steps. Roubles.
 */
export function priceScale(min: number, max: number) {
  const low = min > 0 ? min : max / 10_000;
  return {
    /** The price at a place, a round number between the ends. */
    priceAt(place: number): number {
      if (place <= 0) return min;
      if (place >= lastPlace) return max;
      return Math.min(Math.max(rounded(low * (max / low) ** (place / lastPlace)), min), max);
    },
    /** The nearest place of a price; of one beyond the ends, the end. */
    placeOf(price: number): number {
      if (price <= low) return 0;
      if (price >= max) return lastPlace;
      return Math.round((Math.log(price / low) / Math.log(max / low)) * lastPlace);
    },
  };
}

/** To a twentieth of its own size: 17,3 → 17,5; 1 234 → 1 250. */
function rounded(price: number): number {
  const step = 10 ** Math.floor(Math.log10(price)) / 20;
  return Number((Math.round(price / step) * step).toPrecision(6));
}
