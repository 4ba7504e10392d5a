/** Of so many who saw a variant so many ordered. */
export type Share = { seen: number; ordered: number };

export type ShareEstimate = Share & {
  /** Of one, with its bounds at 95 % (Wilson); null: nobody has seen it. */
  share: number | null;
  low: number | null;
  high: number | null;
};

export type Comparison = {
  a: ShareEstimate;
  b: ShareEstimate;
  /**
   * `few`: fewer than five orders or refusals would be expected of a variant, and the formula does not hold; `chance`:
   * the difference may be chance; else the better one at 95 %.
   */
  verdict: 'few' | 'chance' | 'a' | 'b';
  /** How probable a difference as large is when both are equally good; null with `few`. */
  p_value: number | null;
  /** How many must see each variant to tell a difference of a fifth in four cases of five; null: no order yet. */
  needed: number | null;
};

/** The quantile of the normal distribution at 95 %, both sides. */
const z95 = 1.96;

/** What may be said of two variants: the two-sided test of two proportions with their common share. */
export function compareShares(a: Share, b: Share): Comparison {
  const seen = a.seen + b.seen;
  const common = seen > 0 ? (a.ordered + b.ordered) / seen : 0;
  const isFew = [a, b].some((one) => one.seen * common < 5 || one.seen * (1 - common) < 5);
  const needed = common > 0 ? Math.ceil((15.7 * common * (1 - common)) / (0.2 * common) ** 2) : null;
  const estimates = { a: estimateOf(a), b: estimateOf(b) };
  if (isFew) return { ...estimates, verdict: 'few', p_value: null, needed };
  const spread = Math.sqrt(common * (1 - common) * (1 / a.seen + 1 / b.seen));
  const difference = b.ordered / b.seen - a.ordered / a.seen;
  const p_value = 2 * (1 - normalBelow(Math.abs(difference) / spread));
  return { ...estimates, verdict: p_value >= 0.05 ? 'chance' : difference > 0 ? 'b' : 'a', p_value, needed };
}

/** Wilson's interval: it stays within 0 and 1 and holds for small counts too. */
function estimateOf({ seen, ordered }: Share): ShareEstimate {
  if (seen === 0) return { seen, ordered, share: null, low: null, high: null };
  const share = ordered / seen;
  const weight = 1 + z95 ** 2 / seen;
  const middle = (share + z95 ** 2 / (2 * seen)) / weight;
  const half = (z95 / weight) * Math.sqrt((share * (1 - share)) / seen + z95 ** 2 / (4 * seen ** 2));
  return { seen, ordered, share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The standard normal distribution below `z` ≥ 0, to 7 places (Abramowitz and Stegun, 26.2.17). */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z);
  const tail = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429].reduceRight(
    (sum, factor) => (sum + factor) * t,
    0,
  );
  return 1 - (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
