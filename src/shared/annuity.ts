/**
 * The equal monthly payment of an annuity, in kopecks, rounded up to a whole rouble: S · i / (1 − (1 + i)^−n) with i a
 * twelfth of the yearly rate; without interest S / n. `rate` in hundredths of a percent a year.
 */
export function annuityPayment(sum_kopecks: number, months: number, rate: number): number {
  const i = rate / 10_000 / 12;
  const payment = i === 0 ? sum_kopecks / months : (sum_kopecks * i) / (1 - (1 + i) ** -months);
  // A payment that comes out whole but for the error of floating point is that whole one.
  return Math.ceil(payment / 100 - 1e-6) * 100;
}

/** «24,9 %» of hundredths. */
export function rateWords(rate: number): string {
  return `${(rate / 100).toLocaleString('ru-RU', { maximumFractionDigits: 2 })}\u00a0%`;
}
