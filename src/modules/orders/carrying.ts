import { type Db, preparedStatement } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Carrying, type CarryingRate, carryingPrice } from '#shared/carrying.ts';
import type { DeliveryQuote } from './delivery.ts';

/** The branch's tariff of unloading and lifting, from the nearest to the farthest; empty: it offers neither. */
export async function listCarryingRates(db: Db, department_id_1c: string): Promise<CarryingRate[]> {
  return selectRates(db, [department_id_1c]);
}

const selectRates = preparedStatement<CarryingRate>(
  'carrying_rates',
  `select kind, step_grams, price_kopecks, min_kopecks from carrying_rates where department_id_1c = $1::text
  order by array_position('{unloading,lift,stairs}', kind)`,
);

/**
 * What a wished service costs, kopecks: 0 when none is wished, null where the operator prices the delivery and this
 * with it.
 */
export function priceCarrying(
  rates: readonly CarryingRate[],
  wish: Carrying | null,
  quote: Pick<DeliveryQuote, 'price'> | null,
  weight_grams: number,
): number | null {
  if (!wish) return 0;
  const rate = rates.find(({ kind }) => kind === wish.kind);
  if (!rate || !quote || quote.price === null) return null;
  return carryingPrice(rate, weight_grams, wish.floor);
}

/** The same for an order: reads the branch's tariff. Throws bad_input when the branch has none such. */
export async function quoteCarrying(
  db: Db,
  department_id_1c: string,
  wish: Carrying | null,
  quote: Pick<DeliveryQuote, 'price'>,
  weight_grams: number,
): Promise<number | null> {
  if (!wish) return 0;
  const rates = await listCarryingRates(db, department_id_1c);
  if (!rates.some(({ kind }) => kind === wish.kind)) {
    throw new Refusal('bad_input', {}, 'Такой разгрузки или подъёма в этом городе нет');
  }
  return priceCarrying(rates, wish, quote, weight_grams);
}
