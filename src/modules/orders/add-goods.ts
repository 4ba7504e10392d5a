import { sql } from 'kysely';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { checkCount } from '#modules/cart/check-line.ts';
import { type Offer, offersOf, priceAt } from '#modules/catalogue/offers.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf, plural } from '#shared/plurals.ts';
import { pricePer, shownAmount } from '#shared/unit-words.ts';
import { quoteCarrying } from './carrying.ts';
import { listDeliveryZones, quoteDelivery } from './delivery.ts';
import { editOrder } from './edit-order.ts';
import { lockOrder, moverOf, refuseAccountant } from './own-order.ts';
import { planChange, priceContextOfOrder, type WantedLine } from './plan-change.ts';
import { lastProposal, type ProposalLine } from './proposals.ts';
import { whyNotEdited } from './propose-change.ts';
import { refuseAboveLimit } from './purchase-limits.ts';
import { getOrder, type OrderView } from './queries.ts';
import { refuseOnReceipt } from './ways-to-pay.ts';

/** So many sales units more of a product than the order has. */
export type AddedLine = { product_id: number; count: number };

/** What an order becomes with more goods: all its lines, its services and sums; kopecks. */
export type Addition = {
  lines: ProposalLine[];
  total_before: number;
  total_after: number;
  /** null: an operator names it. */
  delivery_price: number | null;
  carrying_price: number | null;
};

/** Who adds and when; `most_paid_positions`: how many positions a receipt of the payment provider holds. */
export type Adder = { account: SignedIn | null; most_paid_positions?: number | undefined; now?: Date };

const additionsLimit = { max: 10, windowSeconds: 3_600 } as const;

/**
 * Why the reader may not add goods to this order; null: they may, as far as the order itself tells (decision 531). An
 * open proposal of the shop is asked about by the verb.
 */
export function whyNothingAdded(order: OrderView): string | null {
  if (order.reader_role === 'accountant') return 'Бухгалтер видит заказы организации, но не меняет их';
  if (order.state === 'assembling' || order.state === 'ready') return 'Заказ уже собирают: оформите ещё один';
  if (order.is_unconfirmed) return 'Сначала подтвердите заказ по ссылке из письма о нём';
  if (order.payment_state === 'paid') return 'Заказ уже оплачен, доплатить за него нельзя: оформите ещё один';
  if (order.payment_method === 'credit') return 'Кредит оформляют на сумму заказа: оформите ещё один заказ';
  return whyNotEdited(order);
}

/**
 * Computes what an order becomes with these goods; changes nothing. A line that grows keeps its price, or takes today's
 * where that is lower; where today's is higher it does not grow. Delivery, unloading and lifting follow the weight.
 * Throws order_fixed, not_orderable, bad_count, not_enough {lines}, bad_input.
 */
export async function planAddition(db: Db, order: OrderView, added: readonly AddedLine[]): Promise<Addition> {
  if (added.length === 0) throw new Refusal('bad_input', {}, 'Укажите, что и сколько добавить');
  const context = await priceContextOfOrder(db, order);
  const offers = await offersOf(
    db,
    context,
    added.map(({ product_id }) => product_id),
  );
  const kept = order.lines.map(({ product_id, count }): WantedLine => {
    return { product_id, count, instead_of: null, keepsPrice: true };
  });
  const grown = added.map((line) => grownLine(order, offers.get(line.product_id), line));
  await refuseShort(db, order, added, { offers, store: context.store });
  const isGrown = ({ product_id }: WantedLine) => grown.some((line) => line.product_id === product_id);
  const plan = await planChange(db, order, [...kept.filter((line) => !isGrown(line)), ...grown]);
  const more = added.map(({ product_id, count }) => {
    const weight = offers.get(product_id)?.weight_grams ?? null;
    return weight === null ? null : weight * count;
  });
  const services = await servicesAfter(db, order, more);
  const before = (order.delivery_price ?? 0) + (order.carrying_price ?? 0);
  const after = (services.delivery_price ?? 0) + (services.carrying_price ?? 0);
  return { ...plan, total_after: plan.total_after - before + after, ...services };
}

/**
 * The buyer adds goods to an own order, everything in the caller's transaction: prices, stock, coupon and services are
 * judged again, reservations grow, history and emails tell of it, 1C gets the changed order. `order` is what the reader
 * may open; `accepted_total`: kopecks that were shown, so the same form sent twice adds once. Throws role_forbids,
 * not_found, order_fixed with the reason in words, proposal_open, total_changed {total}, over_limit,
 * payment_unavailable, too_many after ten additions within an hour, and what planAddition throws.
 */
export async function addGoods(
  db: Db,
  { id, reader_role }: Pick<OrderView, 'id' | 'reader_role'>,
  { added, accepted_total }: { added: readonly AddedLine[]; accepted_total: number },
  { account, most_paid_positions: most = Number.POSITIVE_INFINITY, now = new Date() }: Adder,
): Promise<void> {
  refuseAccountant(reader_role);
  const order: OrderView = { ...(await lockOrder(db, id)), reader_role };
  const why = whyNothingAdded(order);
  if (why) throw new Refusal('order_fixed', {}, why);
  if ((await lastProposal(db, id))?.state === 'open')
    throw new Refusal('proposal_open', {}, 'Сначала ответьте на предложение магазина изменить этот заказ');
  const plan = await planAddition(db, order, added);
  if (plan.total_after !== accepted_total) throw new Refusal('total_changed', { total: plan.total_after });
  if (order.payment_method === 'online' && plan.lines.length > most) throw tooManyPositions(most);
  await refuseOnReceipt(db, order.user_id, { payment: { method: order.payment_method }, contact: order.contact });
  await refuseAboveLimit(db, order, plan.total_after, now);
  await countAddition(db, id, now);
  const lines = plan.lines.map(({ product_id, count_after: count, sum_after: sum, price }) => {
    return { product_id, count, sum, price };
  });
  const isDelivery = order.receiving.type === 'delivery' && plan.delivery_price !== null;
  const services = {
    ...(isDelivery && { delivery_price: plan.delivery_price ?? 0 }),
    ...(isDelivery && order.receiving.carrying && { carrying_price: plan.carrying_price ?? 0 }),
  };
  await editOrder(db, id, { lines, ...services, isByBuyer: true }, { ...moverOf(account, order), now });
  const after = await getOrder(db, id);
  if (after?.total !== plan.total_after) throw new Error(`Заказ ${order.number}: после добавления сумма не та`);
}

/** The line as it shall be. Throws not_orderable, bad_count. */
function grownLine(order: OrderView, offer: Offer | undefined, { product_id, count }: AddedLine): WantedLine {
  if (!offer || offer.switched_off) throw new Refusal('not_orderable', { product_id });
  const line = order.lines.find((other) => other.product_id === product_id);
  const wanted = (line?.count ?? 0) + count;
  checkCount(offer, wanted);
  const asked = priceAt(offer, wanted);
  if (asked === null)
    throw new Refusal('not_orderable', { product_id }, `«${offer.name}» сейчас нельзя заказать: у него нет цены`);
  if (line && asked > line.price) {
    const prices = `в заказе он по ${pricePer(line.price, offer.shown_unit)}, сейчас стоит ${pricePer(asked, offer.shown_unit)}`;
    throw new Refusal('not_orderable', { product_id }, `«${offer.name}»: ${prices}. Закажите его отдельно`);
  }
  return { product_id, count: wanted, instead_of: null, keepsPrice: true, price: asked };
}

/** Said before anything is reserved: `store` or the branch's has it. The reservation itself judges once more. */
async function refuseShort(
  db: Db,
  order: OrderView,
  added: readonly AddedLine[],
  { offers, store }: { offers: ReadonlyMap<number, Offer>; store: string },
): Promise<void> {
  const { rows } = await sql<{ product_id: number; store: string; available: number }>`
    select product_id, store, greatest(on_hand - reserved, 0) as available from stock
    where product_id = any(${added.map(({ product_id }) => product_id)}::int[])
      and store in (${store}, (select store from departments where id_1c = ${order.branch.id_1c}))`.execute(db);
  const short = added.flatMap(({ product_id, count }) => {
    const line = order.lines.find((other) => other.product_id === product_id);
    const there = rows.filter((row) => row.product_id === product_id && (!line || row.store === line.store));
    const available = Math.max(0, ...there.map((row) => row.available));
    const offer = offers.get(product_id);
    return available >= count || !offer ? [] : [{ product_id, name: offer.name, count, available, offer }];
  });
  const [first] = short;
  if (!first) return;
  const lines = short.map(({ offer, ...line }) => line);
  const left =
    first.available === 0 ? 'больше нет' : `осталось ${shownAmount(first.available, first.offer.shown_unit)}`;
  throw new Refusal('not_enough', { lines }, `«${first.name}»: ${left} там, откуда собирают этот заказ`);
}

/**
 * Delivery and carrying for the new weight, by the tariff. What the tariff did not name, or would not any more, only an
 * operator can say. `more`: grams of what is added, null where they are not known. Throws order_fixed, bad_input.
 */
async function servicesAfter(
  db: Db,
  order: OrderView,
  more: (number | null)[],
): Promise<Pick<Addition, 'delivery_price' | 'carrying_price'>> {
  const { delivery_price, carrying_price } = order;
  if (order.receiving.type === 'pickup' || delivery_price === null) return { delivery_price, carrying_price };
  const zones = await listDeliveryZones(db, order.branch.id_1c);
  const address = order.receiving.address ?? '';
  const isPartial = order.lines.some(({ weight_grams }) => weight_grams === 0);
  const weight = more.reduce((sum: number | null, grams) => (sum === null || grams === null ? null : sum + grams), 0);
  const grams = weight === null ? null : order.weight_grams + weight;
  const was = quoteDelivery(zones, address, isPartial ? null : order.weight_grams);
  const quote = quoteDelivery(zones, address, isPartial ? null : grams);
  const isSameRate = was.price !== null && was.price === quote.price;
  if (!isSameRate && (was.price !== delivery_price || quote.price === null)) throw onlyByOperator();
  const price = isSameRate ? delivery_price : quote.price;
  const { carrying } = order.receiving;
  if (!carrying) return { delivery_price: price, carrying_price };
  const tariff = (heavy: number) => quoteCarrying(db, order.branch.id_1c, carrying, quote, heavy);
  if ((await tariff(order.weight_grams)) !== carrying_price || grams === null) throw onlyByOperator();
  return { delivery_price: price, carrying_price: await tariff(grams) };
}

function onlyByOperator(): Refusal {
  const words =
    'Доставку этого заказа с новым весом посчитает только оператор: позвоните нам или оформите ещё один заказ';
  return new Refusal('order_fixed', {}, words);
}

function tooManyPositions(most: number): Refusal {
  const positions = plural(most, 'позиции', 'позиций', 'позиций');
  return new Refusal(
    'payment_unavailable',
    {},
    `Онлайн можно оплатить заказ до ${most} ${positions}: столько помещается в чек`,
  );
}

/** Each is written of; the count stands or falls with the caller's transaction. */
async function countAddition(db: Db, order_id: string, now: Date): Promise<void> {
  const { max, windowSeconds } = additionsLimit;
  const wait = await takeLimit(db, 'order additions', order_id, max, windowSeconds, now);
  if (wait === 0) return;
  const minutes = countOf(Math.ceil(wait / 60), 'минуту', 'минуты', 'минут');
  throw tooMany(wait, `За последний час в заказ добавляли ${max} раз. Снова добавить можно через ${minutes}`);
}
