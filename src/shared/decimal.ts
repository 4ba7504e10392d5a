/** An exact decimal number: `digits` / 10^`scale`. */
export type Decimal = { digits: bigint; scale: number };

/** Already in the one spelling: nine numbers of ten. */
const normal = /^(?:0|[1-9]\d{0,17})(?:\.\d{0,17}[1-9])?$/;
const pattern = /^([+-]?)(\d{0,18})(?:\.(\d{0,18}))?$/;

/**
 * A number as 1C writes it («1 234,50», with spaces or no-break spaces, comma or point) in one spelling: '1234.5'. null
 * when it is not a number or has more than 18 digits on a side.
 */
export function normaliseNumber(text: string): string | null {
  if (normal.test(text)) return text;
  const match = pattern.exec(text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.'));
  if (!match) return null;
  const [, sign, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return null;
  const digits = whole.replace(/^0+/, '') || '0';
  const decimals = fraction.replace(/0+$/, '');
  const number = decimals ? `${digits}.${decimals}` : digits;
  return sign === '-' && number !== '0' ? `-${number}` : number;
}

/** Of a text made by `normaliseNumber`. */
export function decimal(number: string): Decimal {
  const [whole = '0', fraction = ''] = number.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

/** Kopecks for one sales unit: price / coefficient × factor, rounded half up once (S7-10). Exact; may exceed int4. */
export function priceOfSalesUnit(
  price: string,
  coefficient: string,
  { factor_base, factor_sales }: { factor_base: number; factor_sales: number },
): bigint {
  const small = coefficient === '1' ? priceInNumbers(price, factor_base, factor_sales) : null;
  if (small !== null) return BigInt(small);
  const p = decimal(price);
  const c = decimal(coefficient);
  const numerator = p.digits * 100n * BigInt(factor_base) * 10n ** BigInt(c.scale);
  const denominator = 10n ** BigInt(p.scale) * c.digits * BigInt(factor_sales);
  return floorDivide(2n * numerator + denominator, 2n * denominator);
}

/** The same in plain numbers while every step of it is exact: nearly always, and ten times faster. */
function priceInNumbers(price: string, factor_base: number, factor_sales: number): number | null {
  const point = price.indexOf('.');
  const digits = Number(point === -1 ? price : price.slice(0, point) + price.slice(point + 1));
  const scale = point === -1 ? 0 : price.length - point - 1;
  if (scale > 6 || price.length > 16) return null;
  const denominator = 2 * 10 ** scale * factor_sales;
  const numerator = 2 * digits * 100 * factor_base + denominator / 2;
  if (numerator < 0 || numerator + denominator > Number.MAX_SAFE_INTEGER) return null;
  return (numerator - (numerator % denominator)) / denominator;
}

/**
 * Decimal coefficient (base units in one sales unit) as a fraction in lowest terms; null when it is not positive or
 * beyond int4.
 */
export function factorOf(coefficient: string): { factor_base: number; factor_sales: number } | null {
  const { digits, scale } = decimal(coefficient);
  if (digits <= 0n) return null;
  const divisor = greatestCommonDivisor(digits, 10n ** BigInt(scale));
  const factor_base = digits / divisor;
  const factor_sales = 10n ** BigInt(scale) / divisor;
  if (factor_base > 2_147_483_647n || factor_sales > 2_147_483_647n) return null;
  return { factor_base: Number(factor_base), factor_sales: Number(factor_sales) };
}

/** Decimal × 10^6, what is finer cut off: stock is kept with six decimals. */
export function toMillionths(number: string): bigint {
  const { digits, scale } = decimal(number);
  return scale <= 6 ? digits * 10n ** BigInt(6 - scale) : digits / 10n ** BigInt(scale - 6);
}

/** '1.500000': what `toMillionths` reads back. */
export function millionthsText(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(7, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** Whole sales units in so many millionths of a base unit, rounded down. */
export function salesUnits(
  millionths: bigint,
  { factor_base, factor_sales }: { factor_base: number; factor_sales: number },
): bigint {
  return floorDivide(millionths * BigInt(factor_sales), 1_000_000n * BigInt(factor_base));
}

/** The smallest whole number of sales units that holds so many base units. */
export function salesUnitsAtLeast(
  number: string,
  { factor_base, factor_sales }: { factor_base: number; factor_sales: number },
): bigint {
  const { digits, scale } = decimal(number);
  return -floorDivide(-digits * BigInt(factor_sales), 10n ** BigInt(scale) * BigInt(factor_base));
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y) [x, y] = [y, x % y];
  return x || 1n;
}
