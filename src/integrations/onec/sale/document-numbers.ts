import { Refusal } from '#platform/refusal.ts';
import { decimal, normaliseNumber } from '#shared/decimal.ts';
import type { Line1c } from './read-documents.ts';

/** A document that is not taken: the reason in Russian, for the operator. */
export function refused(words: string): Refusal {
  return new Refusal('bad_input', {}, words);
}

const mostKopecks = 1_000_000_000_000_000n;

/** «1 234,50» → kopecks, rounded half up; `what` names the number where it is none. */
export function kopecksOf(text: string, what: string): number {
  const { digits, scale } = numberOf(text, what);
  if (digits < 0n) throw refused(`${what} меньше нуля: ${text.slice(0, 40)}`);
  const scaled = (digits * 200n + 10n ** BigInt(scale)) / (2n * 10n ** BigInt(scale));
  if (scaled > mostKopecks) throw refused(`${what} слишком велика: ${text.slice(0, 40)}`);
  return Number(scaled);
}

function numberOf(text: string, what: string): { digits: bigint; scale: number } {
  const number = normaliseNumber(text.trim());
  if (number === null) throw refused(`${what} — не число: «${text.slice(0, 40)}»`);
  return decimal(number);
}

/** How a product is counted: its factor to the base unit, and what the line costs now. */
export type Counted = {
  name: string;
  factor: readonly [base: number, sales: number];
  /** So many sales units are one of what the order's document names. */
  parts: number;
  /** The line of the order; null: the product is new in it. */
  now: { count: number; sum: number } | null;
};

/**
 * Whole sales units in a line of 1C. Its factor says in which unit it counts; a module that names none, or 1 for
 * everything, counts as it was sent or in base units: then what a sales unit would cost tells which. Throws where it
 * makes no whole number.
 */
export function countOf(line: Pick<Line1c, 'count' | 'coefficient'>, sum: number, counted: Counted): number {
  const quantity = numberOf(line.count, `«${counted.name}»: количество`);
  if (quantity.digits < 0n) throw refused(`«${counted.name}»: количество меньше нуля`);
  if (quantity.digits === 0n) return 0;
  const [base, sales] = counted.factor;
  const whole = (numerator: bigint, denominator: bigint) => {
    const [top, bottom] = [quantity.digits * numerator, 10n ** BigInt(quantity.scale) * denominator];
    return top % bottom === 0n && top / bottom <= 1_000_000n ? Number(top / bottom) : null;
  };
  const asSent = whole(BigInt(counted.parts), 1n);
  const inBase = whole(BigInt(sales), BigInt(base));
  const coefficient = normaliseNumber(line.coefficient.trim());
  if (coefficient !== null && (coefficient !== '1' || base === sales)) {
    const { digits, scale } = decimal(coefficient);
    const count = digits > 0n ? whole(digits * BigInt(sales), 10n ** BigInt(scale) * BigInt(base)) : null;
    // A factor that no decimal holds (a third) is near what it was sent as.
    return count ?? asSent ?? notWhole(counted.name);
  }
  return nearest([asSent, inBase], sum, counted) ?? notWhole(counted.name);
}

function nearest(counts: (number | null)[], sum: number, { now }: Counted): number | null {
  const found = counts.filter((count) => count !== null);
  const former = now ? now.sum / now.count : null;
  if (former === null || former === 0 || sum === 0) return found[0] ?? null;
  const distance = (count: number) => Math.abs(Math.log(sum / count / former));
  return found.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

function notWhole(name: string): never {
  throw refused(`«${name}»: количество, переведённое в то, чем торгует магазин, не целое`);
}
