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

/**
 * What is paid over the sum when it is paid off so, in kopecks: interest is computed month by month on what is still
 * owed, and the last payment is what is left, so that the rounding of the others costs nothing; 0 without interest.
 */
export function annuityInterest(sum_kopecks: number, months: number, rate: number): number {
  const payment = annuityPayment(sum_kopecks, months, rate);
  let owed = sum_kopecks;
  let paid = 0;
  for (let month = 1; month <= months && owed > 0; month++) {
    owed += Math.round((owed * rate) / 120_000);
    const paying = month === months ? owed : Math.min(payment, owed);
    owed -= paying;
    paid += paying;
  }
  return paid - sum_kopecks;
}

/** «24,9 %» of hundredths. */
export function rateWords(rate: number): string {
  return `${(rate / 100).toLocaleString('ru-RU', { maximumFractionDigits: 2 })}\u00a0%`;
}
