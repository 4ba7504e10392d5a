import { mulDivHalfUp } from './money.ts';
import { grouped } from './plurals.ts';

/** An exact non-negative number n/d. Amounts are never floating point. */
export type Fraction = { n: bigint; d: bigint };

/** [base units, sales units]: so many base units are exactly so many sales units; a 30 kg bag is [30, 1]. */
export type Factor = readonly [base: number, sales: number];

/** What may be ordered at once, in whole sales units. */
export type CountLimits = { step: number; min_count: number; max_count: number };

/** How a product is sold: by the sales unit («меш.»), measured in base units («кг»), so many at once. */
export type SaleUnits = CountLimits & { unit: string; base_unit: string; factor: Factor };

const decimalPattern = /^(\d{1,9})(?:[.,](\d{1,6}))?$/;

/** «12,5», «12.5» or «1 200» → an exact fraction; null for anything that is not a non-negative decimal number. */
export function parseAmount(text: string): Fraction | null {
  const match = decimalPattern.exec(text.replace(/[\s\u00a0\u202f]/g, ''));
  if (!match) return null;
  const decimals = match[2] ?? '';
  return fraction(BigInt(match[1] + decimals), 10n ** BigInt(decimals.length));
}

/** n/d in lowest terms. Throws RangeError for a zero denominator or a negative value. */
export function fraction(n: bigint, d = 1n): Fraction {
  if (d <= 0n || n < 0n) throw new RangeError('Дробь должна быть неотрицательной');
  const divisor = greatestCommonDivisor(n, d);
  return { n: n / divisor, d: d / divisor };
}

export function times(a: Fraction, b: Fraction): Fraction {
  return fraction(a.n * b.n, a.d * b.d);
}

export function divided(a: Fraction, b: Fraction): Fraction {
  return fraction(a.n * b.d, a.d * b.n);
}

/** a − b, or zero when b is greater. */
export function minus(a: Fraction, b: Fraction): Fraction {
  const n = a.n * b.d - b.n * a.d;
  return n <= 0n ? { n: 0n, d: 1n } : fraction(n, a.d * b.d);
}

/** The smallest whole number that is not less than the fraction. */
export function ceilFraction(a: Fraction): bigint {
  return (a.n + a.d - 1n) / a.d;
}

/** 1234/10 → «123,4»: Russian decimal comma, at most `decimals` places, half up, no trailing zeros, no grouping. */
export function formatAmount(amount: Fraction, decimals = 2): string {
  const scale = 10n ** BigInt(decimals);
  const rounded = (amount.n * scale * 2n + amount.d) / (amount.d * 2n);
  const whole = rounded / scale;
  const rest = (rounded % scale).toString().padStart(decimals, '0').replace(/0+$/, '');
  return rest ? `${whole},${rest}` : `${whole}`;
}

/** «1 200 кг», «13,3 м²»: the same for reading, with its unit. */
export function amountWords(amount: Fraction, unit: string): string {
  return `${grouped(formatAmount(amount))}\u00a0${unit}`;
}

/** How many base units `count` sales units hold: 14 bags of 30 kg are 420 kg. */
export function baseAmount(count: number, [base, sales]: Factor): Fraction {
  return fraction(BigInt(count) * BigInt(base), BigInt(sales));
}

/** Price of one base unit in kopecks, half up: 489 ₽ for a 30 kg bag is 16.30 ₽/kg. */
export function unitPrice(priceKopecks: number, [base, sales]: Factor): number {
  return mulDivHalfUp(priceKopecks, sales, base);
}

export type CountNeeded = {
  /** Whole sales units, a multiple of the step, not below the minimum. */
  count: number;
  /** Base units in that many sales units, and how much of it is over the amount asked for. */
  amount: Fraction;
  rest: Fraction;
  /** The count was raised to the step or the minimum; the page says so. */
  is_rounded: boolean;
  exceeds_max: boolean;
};

/** Sales units for an amount in base units, rounded up to the step. 12.5 m² of 2.66 m² packs is 5 packs. */
export function countFor(wanted: Fraction, factor: Factor, limits: CountLimits): CountNeeded {
  const sales = fraction(wanted.n * BigInt(factor[1]), wanted.d * BigInt(factor[0]));
  const step = BigInt(limits.step);
  const steps = ceilFraction(fraction(sales.n, sales.d * step));
  const least = BigInt(limits.min_count);
  const exact = steps * step;
  const count = Number(exact < least ? least : exact);
  const amount = baseAmount(count, factor);
  const rest = minus(amount, wanted);
  return { count, amount, rest, is_rounded: rest.n > 0n, exceeds_max: count > limits.max_count };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b) [a, b] = [b, a % b];
  return a || 1n;
}
