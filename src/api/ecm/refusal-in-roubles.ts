import { Refusal } from '#platform/refusal.ts';
import { roubles } from '#shared/money.ts';

const moneyFields = new Set([
  'total',
  'goods_sum',
  'delivery_price',
  'carrying_price',
  'min_sum',
  'missing',
  'price',
  'sum',
]);

/** Inside, money is kopecks; what a refusal names to a client is roubles. */
export function refusalInRoubles(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw new Refusal(error.code, inRoubles(error.details) as Record<string, unknown>, error.message);
}

function inRoubles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inRoubles);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      typeof part === 'number' && moneyFields.has(name) ? roubles(part) : inRoubles(part),
    ]),
  );
}
