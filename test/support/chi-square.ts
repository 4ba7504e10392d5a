/**
 * How likely a spread of counts at least this far from the promised weights is, if the promise is kept (Pearson's χ²
 * with k − 1 degrees of freedom): near 0 the draw is not what was promised. Fit for expected counts of 5 and more.
 */
export function chiSquareProbability(
  counts: readonly number[],
  weights: readonly number[],
): { chi: number; p: number } {
  const spins = counts.reduce((sum, count) => sum + count, 0);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const chi = counts.reduce((sum, count, at) => {
    const expected = (spins * weights[at]!) / total;
    return sum + (count - expected) ** 2 / expected;
  }, 0);
  return { chi, p: upperGamma((counts.length - 1) / 2, chi / 2) };
}

/**
 * The regularised upper incomplete gamma function Q(a, x): a series below a + 1, a continued fraction above (Numerical
 * Recipes, 6.2).
 */
function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const scale = Math.exp(-x + a * Math.log(x) - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < 1_000 && Math.abs(term) > Math.abs(sum) * 1e-14; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return 1 - sum * scale;
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 1_000; n++) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-14) break;
  }
  return fraction * scale;
}

/** ln Γ(x) by Lanczos' approximation, x > 0. */
function logGamma(x: number): number {
  const parts = [
    676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
    -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
  ];
  const y = x - 1;
  const t = y + parts.length - 0.5;
  const sum = parts.reduce((sum, part, at) => sum + part / (y + at + 1), 0.9999999999998099);
  return 0.5 * Math.log(2 * Math.PI) + (y + 0.5) * Math.log(t) - t + Math.log(sum);
}
