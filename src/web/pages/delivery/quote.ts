import { getCart } from '#modules/cart/get-cart.ts';
import { openCart } from '#modules/cart/open-cart.ts';
import { listDeliveryZones, quoteDelivery } from '#modules/orders/delivery.ts';
import { parseAmount } from '#shared/units.ts';
import { deliveryDates } from '#web/parts/order/receiving/dates.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** What was typed, as it was typed. */
export type QuoteValues = { place: string; address: string; load: 'weight' | 'cart'; weight: string };

export type QuoteAnswer = {
  values: QuoteValues;
  /** Messages by field; with one of them there is no result. */
  errors: { address?: string; weight?: string };
  result: {
    /** The zone's name; null: none of the zones has this address. */
    zone: string | null;
    /** Kopecks; null: an operator says. */
    price: number | null;
    /** Why nobody but an operator can say. */
    reason: 'place' | 'weight_unknown' | 'too_heavy' | null;
    vehicle: string | null;
    nearest: string | null;
    /** Whole kilograms, rounded up (S9-07); null: not known. */
    weight_kg: number | null;
  } | null;
};

const mostKg = 100_000;

/**
 * The price of delivery by the zones of the branch, with the same function as the checkout; the weight is typed or the
 * cart's.
 */
export async function answerQuote(
  { db, requestContext }: Pick<Shop, 'db' | 'requestContext'>,
  form: FormData,
  now = new Date(),
): Promise<QuoteAnswer> {
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 300);
  const values: QuoteValues = {
    place: text('place'),
    address: text('address'),
    load: text('load') === 'cart' ? 'cart' : 'weight',
    weight: text('weight'),
  };
  const errors: QuoteAnswer['errors'] = {};
  if (!values.place && !values.address) errors.address = 'Обязательно для заполнения';
  const grams = values.load === 'cart' ? await cartWeight({ db, requestContext }, now) : typedWeight(values.weight);
  if (grams === 'empty') errors.weight = 'В корзине пока пусто: укажите вес';
  else if (grams === 'wrong') errors.weight = values.weight ? 'Должно быть числом' : 'Обязательно для заполнения';
  else if (grams === 'small') errors.weight = 'Минимальное значение 0,1';
  else if (grams === 'large') errors.weight = `Максимальное значение ${mostKg}`;
  if (typeof grams === 'string' || errors.address) return { values, errors, result: null };
  const zones = await listDeliveryZones(db, requestContext.department.id_1c);
  const quote = quoteDelivery(zones, values.place || values.address, grams);
  const reason =
    quote.price !== null ? null : quote.zone_id === null ? 'place' : grams === null ? 'weight_unknown' : 'too_heavy';
  return {
    values,
    errors,
    result: {
      zone: quote.zone_name,
      price: quote.price,
      reason,
      vehicle: quote.vehicle,
      nearest: deliveryDates(requestContext.department, quote, now)[0]?.words ?? null,
      weight_kg: grams === null ? null : Math.ceil(grams / 1000),
    },
  };
}

/** Grams; null when the weight of some goods is not known. */
async function cartWeight(
  { db, requestContext }: Pick<Shop, 'db' | 'requestContext'>,
  now: Date,
): Promise<number | null | 'empty'> {
  const cart = await openCart(db, requestContext);
  if (cart.lines.length === 0) return 'empty';
  const requester = {
    visitor: requestContext.visitor,
    address: requestContext.address,
    account: requestContext.account,
  };
  const view = await getCart(db, requestContext.priceContext, cart, { chosen: [], requester, now });
  return view.is_weight_partial ? null : view.weight_grams;
}

/** «120», «12,5», «1 200 кг» → grams. */
function typedWeight(typed: string): number | 'wrong' | 'small' | 'large' {
  const amount = parseAmount(typed.replace(/\s*кг\.?$/i, ''));
  if (!amount) return 'wrong';
  const grams = Math.ceil(Number((amount.n * 1_000_000n) / amount.d) / 1000);
  if (grams < 100) return 'small';
  return grams > mostKg * 1000 ? 'large' : grams;
}
