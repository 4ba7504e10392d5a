import { getCart } from '#modules/cart/get-cart.ts';
import { openCart } from '#modules/cart/open-cart.ts';
import { listCarryingRates, priceCarrying } from '#modules/orders/carrying.ts';
import { listDeliveryZones, quoteDelivery } from '#modules/orders/delivery.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { carryingWords } from '#shared/carrying.ts';
import { textsOf } from '#shared/form-rules.ts';
import { nearDayWords } from '#shared/until-words.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { carryingOf } from '#web/parts/order/receiving/carrying-offers.ts';
import { deliveryChoice } from '#web/parts/order/receiving/delivery-choice.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { gramsOf, quoteForm } from './quote-form.ts';

/** With words at the form or its fields there is no result. */
export type QuoteAnswer = FormAnswer & {
  result: {
    /** The zone's name; null: none of the zones has this address. */
    zone: string | null;
    /** Kopecks; null: an operator says. */
    price: number | null;
    /** Why nobody but an operator can say. */
    reason: 'place' | 'weight_unknown' | 'too_heavy' | null;
    vehicle: string | null;
    /** Unloading or lifting, when it is asked for and the delivery has a price; kopecks. */
    carrying: { words: string; price: number } | null;
    nearest: string | null;
    /** Whole kilograms, rounded up (S9-07); null: not known. */
    weight_kg: number | null;
  } | null;
};

/**
 * The price of delivery by the zones of the branch, with the same function as the checkout; the weight is typed or the
 * cart's. Throws bad_input {fields}.
 */
export async function answerQuote(
  { db, requestContext }: Pick<Shop, 'db' | 'requestContext'>,
  form: FormData,
  now = new Date(),
): Promise<QuoteAnswer> {
  const { address, place, load, weight, ...wishes } = checkForm(quoteForm, form);
  const grams = load === 'cart' ? await cartWeight({ db, requestContext }, now) : gramsOf(weight);
  const { id_1c } = requestContext.department;
  const [zones, rates] = await Promise.all([listDeliveryZones(db, id_1c), listCarryingRates(db, id_1c)]);
  const quote = quoteDelivery(zones, place || address, grams);
  const { dates } = await deliveryChoice(db, requestContext.department, quote, { now });
  const wish = carryingOf(wishes);
  const carried = wish && priceCarrying(rates, wish, quote, grams ?? 0);
  const reason =
    quote.price !== null ? null : quote.zone_id === null ? 'place' : grams === null ? 'weight_unknown' : 'too_heavy';
  return {
    values: textsOf(form),
    result: {
      zone: quote.zone_name,
      price: quote.price,
      reason,
      vehicle: quote.vehicle,
      carrying: wish && carried !== null ? { words: carryingWords(wish), price: carried } : null,
      nearest: dates[0] ? nearDayWords(dates[0].date, requestContext.department.time_zone, now) : null,
      weight_kg: grams === null ? null : Math.ceil(grams / 1000),
    },
  };
}

/** Grams; null when the weight of some goods is not known. Throws bad_input for an empty cart. */
async function cartWeight(
  { db, requestContext }: Pick<Shop, 'db' | 'requestContext'>,
  now: Date,
): Promise<number | null> {
  const cart = await openCart(db, requestContext);
  if (cart.lines.length === 0)
    throw new Refusal('bad_input', { fields: { weight: 'В корзине пока пусто: укажите вес' } });
  const view = await getCart(db, requestContext.priceContext, cart, { chosen: [], requester: requestContext, now });
  return view.is_weight_partial ? null : view.weight_grams;
}
