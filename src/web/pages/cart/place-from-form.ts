import { randomUUID } from 'node:crypto';
import { orderMethods } from '#integrations/payments/order-methods.ts';
import { type Cart, withCount } from '#modules/cart/cart.ts';
import { removeCoupon } from '#modules/cart/remove-coupon.ts';
import { requireStanding } from '#modules/consents/consents.ts';
import { noteOrdered } from '#modules/landings/count-variants.ts';
import { deferralOf } from '#modules/orders/deferral-days.ts';
import type { PlacedOrder } from '#modules/orders/place-order.ts';
import { IdempotencyKey, OrderInput } from '#modules/orders/schema.ts';
import { takeOrder } from '#modules/orders/submit-order.ts';
import { noteLeftGoods } from '#modules/reports/left-goods.ts';
import { Refusal } from '#platform/refusal.ts';
import { paysLater } from '#shared/deferral.ts';
import { type FieldErrors, formProblems } from '#shared/form-rules.ts';
import { isPaidByAccount } from '#shared/order-states.ts';
import { plainUnit, readCount } from '#shared/unit-words.ts';
import { guestPaymentUrl, orderPaymentUrl, orderUrl } from '#shared/urls.ts';
import { joinAddress } from '#web/parts/order/receiving/address.ts';
import { carryingOf } from '#web/parts/order/receiving/carrying-offers.ts';
import { slotOf } from '#web/parts/order/receiving/slot-choice.ts';
import type { Change, Intent } from './cart-action.ts';
import type { OrderDifference } from './cart-answer.ts';
import type { CartForm, FormLine } from './cart-form.ts';
import { buysAsCompany, type CheckoutField, type CheckoutValues, checkoutForm } from './checkout-form.ts';
import { readCartPage } from './read-cart-page.ts';

/** A line as it is to be ordered: `wanted` of the `asked` that lie in the cart. */
type Wanted = FormLine & { wanted: number; asked: number };

/** `accepted`: the total that the buyer saw. */
type Order = { lines: Wanted[]; accepted: number | null };

/**
 * «Оформить заказ»: the same rules as in the browser, then the one verb of both entry points. The lines come from the
 * form, not from the cookie, so that a form sent twice is the same order. What changed meanwhile comes back as a
 * difference to agree to (S7-32); `agreed`: by «Согласен».
 */
export async function placeFromForm(intent: Intent, agreed: CartForm['agreed']): Promise<Change> {
  const { cart, form } = intent;
  const errors = formProblems(form.values, checkoutForm);
  const lines = agreed ? agreedLines(form, agreed.counts) : wantedLines(form);
  const order = { lines, accepted: agreed ? agreed.total : form.acceptedTotal };
  if (Object.keys(errors).length > 0) return { cart, status: 422, answer: { errors } };
  if (lines.length === 0) throw new Refusal('bad_input', {}, 'В заказе нет ни одного товара');
  if (form.coupon !== '' && form.coupon.toUpperCase() !== form.usedCoupon.toUpperCase())
    return { cart, status: 409, answer: { coupon_error: 'Сначала примените купон: сумма изменится' } };
  if (form.unspentBonuses > 0)
    return {
      cart,
      status: 409,
      answer: { bonus_error: 'Нажмите «Списать», чтобы потратить бонусы, или очистите поле: сумма изменится' },
    };
  const parsed = OrderInput.safeParse(orderBody(form, order, await isTimeless(intent)));
  if (!parsed.success) return { cart, status: 422, answer: { errors: fieldErrors(form.values, parsed.error.issues) } };
  try {
    const { db, requestContext } = intent.shop;
    await requireStanding(db, requestContext.account?.user_id ?? null, form.values.consent_personal_data);
    return await submit(intent, parsed.data);
  } catch (error) {
    if (error instanceof Refusal) return explain(intent, order, error);
    throw error;
  }
}

async function submit({ shop, cart, form }: Intent, input: OrderInput): Promise<Change> {
  const { db, requestContext, config, keys, partners } = shop;
  const terms = {
    config,
    keys,
    payment_methods: orderMethods(partners.payments),
    most_paid_positions: partners.payments?.most_positions,
  };
  const key = IdempotencyKey.safeParse(form.key).data ?? randomUUID();
  const { order, cookies } = await takeOrder(db, requestContext, cart, terms, key, input);
  noteLeftGoods(db, requestContext.department, order, input.left_in_cart ?? [], shop.log);
  noteOrdered(db, requestContext, order, shop.log);
  return { cart, placed: { location: placedUrl(order, input, requestContext.account !== null), cookies } };
}

/** What is paid on the site now leads to its payment, everything else to the order. */
function placedUrl({ id, awaits_approval }: PlacedOrder, { payment }: OrderInput, isSignedIn: boolean): string {
  if (awaits_approval || (payment.method !== 'online' && payment.method !== 'credit')) return orderUrl(id);
  return isSignedIn ? orderPaymentUrl(id) : guestPaymentUrl(id);
}

/** Exactly what was agreed to. */
function agreedLines({ lines }: CartForm, counts: ReadonlyMap<number, number>): Wanted[] {
  return lines.flatMap((line) => {
    const wanted = counts.get(line.product_id) ?? 0;
    return wanted > 0 ? [{ ...line, wanted, asked: askedOf(line) }] : [];
  });
}

/** Ticked lines with the counts of the form; nothing ticked means all that could be ordered (decisions). */
function wantedLines(form: CartForm): Wanted[] {
  const orderable = form.lines.filter((line) => line.price !== null);
  const ticked = orderable.filter((line) => form.chosen.includes(line.product_id));
  return (ticked.length > 0 ? ticked : orderable).flatMap((line) => {
    const asked = askedOf(line);
    // The sum on the page is that of `now`; a count typed since then is judged by the stock.
    const wanted = asked === line.was ? line.now : asked;
    return wanted > 0 ? [{ ...line, wanted, asked }] : [];
  });
}

function askedOf(line: FormLine): number {
  const read = readCount(line.count, line);
  return 'count' in read ? read.count : line.was;
}

/** Goods that wait for their money are fetched on no day that could be named now: the form hides it (payment.tsx). */
async function isTimeless({ shop, form }: Intent): Promise<boolean> {
  const method = form.values.payment ?? '';
  if (!isPaidByAccount(method)) return false;
  const { db, requestContext } = shop;
  const firm = requestContext.account?.company;
  return !paysLater({ payment_method: method, deferral_days: firm ? await deferralOf(db, firm.id) : null });
}

function orderBody(form: CartForm, { lines, accepted }: Order, isTimeless: boolean) {
  const { values } = form;
  const isDelivery = values.receiving === 'delivery';
  const left = lines.flatMap(({ product_id, wanted, asked }) =>
    asked > wanted ? [{ product_id, count: asked - wanted }] : [],
  );
  return {
    left_in_cart: left.length > 0 ? left : undefined,
    products: lines.map(({ product_id, product_idcode, wanted }) => ({ product_id, product_idcode, count: wanted })),
    coupon: form.usedCoupon,
    bonuses: form.usedBonuses || undefined,
    contact: { name: values.name, phone: values.phone, email: values.email },
    receiving: {
      type: isDelivery ? 'delivery' : 'pickup',
      department_id_1c: isDelivery ? undefined : values.point,
      address: isDelivery ? joinAddress(values) : undefined,
      date: isDelivery ? values.delivery_date : isTimeless ? undefined : values.pickup_date,
      slot: slotOf(isDelivery ? values.delivery_slot : isTimeless ? '' : values.pickup_slot),
      carrying: isDelivery ? carryingOf(values) : null,
      recipient: values.is_other_recipient ? { name: values.recipient_name, phone: values.recipient_phone } : undefined,
    },
    payment: { method: values.payment },
    company: buysAsCompany(values)
      ? {
          name: values.company_name,
          inn: values.company_inn,
          buyer_number: values.buyer_number,
          building_site: values.building_site,
        }
      : undefined,
    accepted_total: accepted === null ? undefined : accepted / 100,
    replacement_rule: values.replacement || undefined,
    comment: values.comment,
    consent_personal_data: Boolean(values.consent_personal_data),
    consent_advertising: Boolean(values.consent_advertising),
  };
}

/** Where the words of the order's schema stand in the form. */
const fieldOfPath: Record<string, CheckoutField> = {
  'contact.name': 'name',
  'contact.phone': 'phone',
  'contact.email': 'email',
  'receiving.type': 'receiving',
  'receiving.department_id_1c': 'point',
  'receiving.address': 'address',
  'receiving.carrying': 'carrying',
  'receiving.carrying.floor': 'floor',
  'receiving.recipient.name': 'recipient_name',
  'receiving.recipient.phone': 'recipient_phone',
  'payment.method': 'payment',
  'company.name': 'company_name',
  'company.inn': 'company_inn',
  'company.buyer_number': 'buyer_number',
  'company.building_site': 'building_site',
  replacement_rule: 'replacement',
  comment: 'comment',
  consent_personal_data: 'consent_personal_data',
};

/** Day and hours have a field for each way of receiving. */
const timeFields: Record<string, Record<string, CheckoutField>> = {
  pickup: { 'receiving.date': 'pickup_date', 'receiving.slot': 'pickup_slot' },
  delivery: { 'receiving.date': 'delivery_date', 'receiving.slot': 'delivery_slot' },
};

function fieldErrors(
  { receiving = '' }: CheckoutValues,
  issues: { path: PropertyKey[]; message: string }[],
): FieldErrors {
  const errors: FieldErrors = {};
  const times = timeFields[receiving] ?? {};
  for (const { path, message } of issues) {
    const name = path.join('.');
    const field = times[name] ?? fieldOfPath[name] ?? 'comment';
    errors[field] ??= message;
  }
  return errors;
}

/** A refusal as words at their place, or as the difference between what was seen and what is. */
async function explain(intent: Intent, order: Order, refusal: Refusal): Promise<Change> {
  const { cart, shop } = intent;
  const { code, message, details } = refusal;
  const notice = { cart, status: 409, answer: { error: { code, message } } };
  switch (code) {
    case 'not_enough':
    case 'not_orderable':
    case 'total_changed':
      return { cart, status: 409, answer: { difference: await difference(intent, order) } };
    case 'coupon_refused':
    case 'coupon_condition':
      // S4-12: the coupon leaves the cart.
      return { cart: await removeCoupon(shop.db, cart), status: 409, answer: { coupon_error: message } };
    case 'bonuses_refused':
    case 'not_enough_bonuses':
      return { ...notice, answer: { ...notice.answer, bonus_error: message } };
    case 'slot_taken':
      return {
        cart,
        status: 409,
        answer: { errors: fieldErrors(intent.form.values, [{ path: ['receiving', 'slot'], message }]) },
      };
    case 'bad_count':
      return { cart, status: 409, answer: { line_errors: { [Number(details.product_id)]: message } } };
    case 'bad_input': {
      const fields = Object.entries((details.fields ?? {}) as Record<string, string>);
      if (fields.length === 0) return notice;
      const issues = fields.map(([path, message]) => ({ path: path.split('.'), message }));
      return { cart, status: 422, answer: { errors: fieldErrors(intent.form.values, issues) } };
    }
    case 'key_reused': {
      const again = 'По этой форме заказ уже оформлен. Обновите страницу, чтобы сделать ещё один';
      return { ...notice, answer: { error: { code, message: again } } };
    }
    case 'too_many':
      return { ...notice, status: 429, retry_after: Number(details.retry_after) };
    default:
      return notice;
  }
}

/** What the visitor saw beside what can be had now; `now` is fitted to the step of the product. */
async function difference(
  { shop: { db, partners, config }, requestContext, cart, form }: Intent,
  { lines, accepted }: Order,
): Promise<OrderDifference> {
  const shop = { db, partners, config, requestContext };
  const asked = cartOf(cart, lines, form.usedCoupon);
  const choice = { chosen: lines.map((line) => line.product_id), values: form.values, bonuses: form.usedBonuses };
  const { view } = await readCartPage(shop, asked, choice);
  const changed = lines.map((line) => {
    const found = view.lines.find(({ id }) => id === line.product_id);
    return { line, found, now: found?.orderable_count ?? 0 };
  });
  const left = changed.filter(({ now }) => now > 0).map(({ line, now }) => ({ ...line, wanted: now }));
  const after =
    left.length > 0
      ? await readCartPage(shop, cartOf(cart, left, form.usedCoupon), {
          ...choice,
          chosen: left.map((line) => line.product_id),
        })
      : null;
  return {
    lines: changed.flatMap(({ line, found, now }) => {
      const priced = after?.view.lines.find(({ id }) => id === line.product_id)?.price ?? line.price ?? 0;
      const was_price = line.price ?? priced;
      if (now === line.wanted && priced === was_price) return [];
      const name = found?.name ?? 'Товар';
      return [
        {
          id: line.product_id,
          name,
          was: line.wanted,
          now,
          was_price,
          now_price: priced,
          shown_unit: found?.shown_unit ?? plainUnit('шт.'),
        },
      ];
    }),
    agreed: left.map((line) => ({ id: line.product_id, count: line.wanted })),
    was_total: accepted ?? 0,
    now_total: after?.page.total ?? null,
  };
}

function cartOf(cart: Cart, lines: Wanted[], coupon: string): Cart {
  const empty: Cart = { ...cart, lines: [], coupon: coupon === '' ? null : coupon };
  return lines.reduce((grown, line) => withCount(grown, line.product_id, line.wanted), empty);
}
