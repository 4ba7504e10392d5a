import { sql } from 'kysely';
import { unitsNow } from '#modules/catalogue/categories.ts';
import { warrantyMonthsSql } from '#modules/catalogue/warranty.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import type { OrderState, PaymentState } from '#shared/order-states.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { keepFormer } from './keep-former.ts';
import { lockOrderRow } from './lock-order-row.ts';
import type { Mover } from './move-order.ts';
import { lockAvailable, reserveStock, tagsOfChangedWords } from './stock.ts';
import { writeHistory } from './write-history.ts';

/**
 * A line as it shall be: whole sales units, and what they cost together in kopecks; `price`: of one of them before the
 * coupon, where it is known.
 */
export type EditedLine = { product_id: number; count: number; sum: number; price?: number };

/**
 * The goods of an order as they shall be; prices of its delivery, and of unloading or lifting, in kopecks, left out: as
 * they are.
 */
export type OrderEdit = {
  lines: readonly EditedLine[];
  delivery_price?: number;
  carrying_price?: number;
  /** Which product an added one stands for. */
  instead_of?: ReadonlyMap<number, number>;
  /** The buyer agreed and gets the difference back: of a paid order too, which must not become dearer. */
  isAgreed?: boolean;
  /** The buyer did it: the branch is written to as well. */
  isByBuyer?: boolean;
};

type Line = {
  id: number;
  position: number;
  product_id: number;
  name: string;
  unit: string;
  store: string;
  count: number;
  price: number;
  discount: number;
  bonus_discount: number;
  sum: number;
  reservation_id: number | null;
  reserved: number;
};

type Order = {
  id: string;
  number: number;
  state: OrderState;
  payment_state: PaymentState;
  receiving_type: string;
  coupon: string | null;
  delivery_price: number | null;
  carrying: string | null;
  carrying_price: number | null;
  stores: string[];
  awaits_approval: boolean;
};

const editable: readonly OrderState[] = ['new', 'assembling', 'ready'];
const mostCount = 99_999;

/**
 * Gives an unpaid order other goods, counts, sums, or other prices of its services: what is added is reserved, what
 * goes is free again, totals follow, the buyer gets an email; lines that go or change stay as they were in
 * `former_order_lines`. Goods and delivery that stay as they are are not touched;
 * an edit that changes nothing does nothing. Returns what changed, in words. Everything in the caller's transaction.
 * Throws not_found, and order_fixed or not_enough {lines} with the reason in words: an order that is on its way, over,
 * paid, being paid, given out in part, or paid with bonuses keeps its lines.
 */
export async function editOrder(db: Db, order_id: string, edit: OrderEdit, mover: Mover): Promise<string[]> {
  const now = mover.now ?? new Date();
  const order = await lockOrder(db, order_id);
  const lines = await readLines(db, order_id);
  const plan = planOf(lines, edit);
  const services = servicesOf(order, edit);
  const isDeliveryNew = services.delivery_price !== order.delivery_price;
  const isCarryingNew = services.carrying_price !== order.carrying_price;
  if (!isDeliveryNew && !isCarryingNew && plan.added.length + plan.removed.length + plan.changed.length === 0)
    return [];
  refuseFixed(order, lines, edit.isAgreed ?? false);
  if (isDeliveryNew && order.receiving_type !== 'delivery')
    throw fixed(order, 'его забирают самовывозом, доставки в нём нет');
  if (isCarryingNew && order.carrying === null) throw fixed(order, 'разгрузки и подъёма в нём нет');
  if (isCarryingNew && services.delivery_price === null) throw fixed(order, 'его доставка ещё без цены');
  const products = [...new Set([...lines, ...edit.lines].map(({ product_id }) => product_id))];
  const stores = [...new Set([...lines.map(({ store }) => store), ...order.stores])];
  const before = await lockAvailable(db, products, stores);
  const words = await wordsOf(db, plan);
  const leaving = [...plan.removed, ...plan.changed.map(({ line }) => line)].map(({ id }) => id);
  const former = await keepFormer(db, leaving, mover.who, now);
  if (plan.added.length > 0) await addLines(db, order, lines, plan.added, now);
  for (const line of plan.removed) await removeLine(db, line);
  for (const { line, to } of plan.changed) await changeLine(db, order, line, to);
  await nameReplaced(db, order_id, plan, former, edit.instead_of ?? new Map());
  if (isDeliveryNew) words.push(`доставка ${formatPrice(ensure(services.delivery_price))}`);
  if (isCarryingNew) words.push(`разгрузка и подъём ${formatPrice(ensure(services.carrying_price))}`);
  await countAgain(db, order, services, now);
  const after = await lockAvailable(db, products, stores);
  await invalidate(
    db,
    tagsOfChangedWords(
      after.map(({ store, product_id, available }) => {
        const was = before.find((row) => row.store === store && row.product_id === product_id);
        return { product_id, before: was?.available ?? available, after: available };
      }),
    ),
  );
  await writeHistory(db, order_id, { ...mover, now, why: `${words.join('; ')}`.slice(0, 1_000) });
  const event = edit.isByBuyer ? 'added' : 'edited';
  await enqueue(db, 'write_order_emails', { order_id, event, asked_at: now.toISOString() });
  return words;
}

/** Every line that stands for another says for which. */
async function nameReplaced(
  db: Db,
  order_id: string,
  { changed, added }: Plan,
  former: ReadonlyMap<number, number>,
  instead_of: ReadonlyMap<number, number>,
): Promise<void> {
  const pairs = [
    ...changed.map(({ line: { product_id } }) => ({ product_id, id: former.get(product_id) })),
    ...added.map(({ product_id }) => ({ product_id, id: former.get(instead_of.get(product_id) ?? 0) })),
  ].filter(({ id }) => id !== undefined);
  await sql`
    update order_lines l set replaces_line_id = given.id
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as given (product_id int, id bigint)
    where l.order_id = ${order_id}::uuid and l.product_id = given.product_id`.execute(db);
}

type Services = Pick<Order, 'delivery_price' | 'carrying_price'>;

/** Whoever prices a delivery prices unloading and lifting with it: without a price of their own they are part of it. */
function servicesOf(order: Order, edit: OrderEdit): Services {
  const delivery_price = edit.delivery_price ?? order.delivery_price;
  const carrying_price = edit.carrying_price ?? order.carrying_price;
  return { delivery_price, carrying_price: delivery_price === null ? carrying_price : (carrying_price ?? 0) };
}

async function lockOrder(db: Db, order_id: string): Promise<Order> {
  await lockOrderRow(db, order_id);
  const { rows } = await sql<Order>`
    select o.id, o.number, o.state, o.payment_state, o.receiving_type, o.coupon, o.delivery_price, o.carrying,
      o.carrying_price, awaits_approval(o.id) as awaits_approval,
      array_remove(array[p.store, b.store], null) as stores
    from orders o join departments b on b.id_1c = o.department_id_1c
    left join departments p on p.id_1c = o.pickup_department_id_1c
    where o.id = ${order_id}::uuid`.execute(db);
  if (!rows[0]) throw new Refusal('not_found');
  return { ...rows[0], stores: [...new Set(rows[0].stores)] };
}

async function readLines(db: Db, order_id: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.id, l.position, l.product_id, l.name, l.unit, l.store, l.count, l.price, l.discount, l.bonus_discount, l.sum,
      r.id as reservation_id, coalesce(r.count, 0) as reserved
    from order_lines l left join reservations r on r.order_line_id = l.id and r.ended_at is null
    where l.order_id = ${order_id}::uuid order by l.position`.execute(db);
  return rows;
}

type Plan = { removed: Line[]; changed: { line: Line; to: EditedLine }[]; added: EditedLine[] };

function planOf(lines: readonly Line[], { lines: wanted }: OrderEdit): Plan {
  const by = new Map(wanted.map((line) => [line.product_id, line]));
  if (by.size !== wanted.length) throw new Refusal('bad_input', {}, 'Один товар стоит в заказе двумя строками');
  if (wanted.length === 0) throw new Refusal('bad_input', {}, 'В заказе не осталось товаров: отмените его');
  for (const { count, sum } of wanted) {
    const isCount = Number.isInteger(count) && count >= 1 && count <= mostCount;
    if (!isCount) throw new Refusal('bad_count', {}, `Количество в строке — целое, не больше ${mostCount}`);
    if (!Number.isSafeInteger(sum) || sum < 0) throw new Refusal('bad_input', {}, 'Сумма строки не может быть такой');
  }
  return {
    removed: lines.filter(({ product_id }) => !by.has(product_id)),
    changed: lines.flatMap((line) => {
      const to = by.get(line.product_id);
      return to && (to.count !== line.count || to.sum !== line.sum) ? [{ line, to }] : [];
    }),
    added: wanted.filter(({ product_id }) => lines.every((line) => line.product_id !== product_id)),
  };
}

function refuseFixed(order: Order, lines: readonly Line[], isAgreed: boolean): void {
  if (!editable.includes(order.state)) throw fixed(order, 'он уже в пути, выдан или отменён');
  if (order.awaits_approval) throw fixed(order, 'его ещё согласует владелец организации');
  if (order.payment_state === 'pending') throw fixed(order, 'покупатель сейчас платит за него онлайн');
  if (order.payment_state !== 'unpaid' && !(isAgreed && order.payment_state === 'paid'))
    throw fixed(order, 'он оплачен, его сумму меняет только возврат денег');
  if (lines.some(({ bonus_discount }) => bonus_discount > 0)) throw fixed(order, 'часть его оплачена бонусами');
  if (lines.some(({ reserved, count }) => reserved !== count))
    throw fixed(order, 'часть его уже выдана или не в резерве');
}

function fixed({ number }: Order, why: string): Refusal {
  return new Refusal('order_fixed', {}, `Состав заказа ${number} не изменить: ${why}`);
}

async function wordsOf(db: Db, { removed, changed, added }: Plan): Promise<string[]> {
  const units = await unitsNow(db);
  const amount = (count: number, unit: string) => shownAmount(count, units.shown(unit));
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'unit'])
    .where('id', 'in', [0, ...added.map(({ product_id }) => product_id)])
    .execute();
  return [
    ...removed.map(({ name }) => `убран товар «${name}»`),
    ...changed.map(({ line: { name, unit, count, sum }, to }) =>
      to.count === count
        ? `«${name}»: ${formatPrice(sum)} → ${formatPrice(to.sum)}`
        : `«${name}»: ${amount(count, unit)} → ${amount(to.count, unit)}, ${formatPrice(to.sum)}`,
    ),
    ...added.map(({ product_id, count, sum }) => {
      const product = rows.find(({ id }) => id === product_id);
      if (!product) throw new Refusal('not_found', {}, 'Товара, который добавлен в заказ, нет в магазине');
      return `добавлен товар «${product.name}», ${amount(count, product.unit)}, ${formatPrice(sum)}`;
    }),
  ];
}

/** With its reservation. */
async function removeLine(db: Db, line: Line): Promise<void> {
  await freeStock(db, line, line.reserved);
  await db.deleteFrom('order_lines').where('id', '=', line.id).execute();
}

async function freeStock(db: Db, { store, product_id }: Line, count: number): Promise<void> {
  await sql`
    update stock set reserved = greatest(reserved - ${count}, 0)
    where store = ${store} and product_id = ${product_id}`.execute(db);
}

async function changeLine(db: Db, order: Order, line: Line, to: EditedLine): Promise<void> {
  if (to.count > line.count) {
    const [reserved] = await reserveStock(
      db,
      [line.store],
      [{ product_id: line.product_id, count: to.count - line.count }],
    );
    if (!reserved?.store) throw notEnough(line.name, line.count + (reserved?.available ?? 0));
  }
  if (to.count < line.count) await freeStock(db, line, line.count - to.count);
  await sql`update reservations set count = ${to.count} where id = ${line.reservation_id}`.execute(db);
  const { price, discount } = priceOf(order, to, to.price ?? line.price, line.name);
  await db
    .updateTable('order_lines')
    .set({ count: to.count, price, discount, sum: to.sum })
    .where('id', '=', line.id)
    .execute();
}

/**
 * What one sales unit costs, so that count, price and discount make the sum: with a coupon the price stays and the rest
 * is its discount; without one the price is what the sum makes, rounded up to a kopeck, and the discount the kopecks
 * that are too many by it (decision 562).
 */
function priceOf(
  { coupon }: Order,
  { count, sum }: EditedLine,
  former: number | null,
  name: string,
): { price: number; discount: number } {
  if (sum === 0) throw new Refusal('bad_input', {}, `«${name}»: сумма строки равна нулю`);
  const staysDearer = coupon !== null && former !== null && former * count >= sum;
  const price = staysDearer ? former : Math.ceil(sum / count);
  return { price, discount: price * count - sum };
}

function notEnough(name: string, available: number): Refusal {
  return new Refusal(
    'not_enough',
    { lines: [{ name, available }] },
    `«${name}»: столько нет на складе, есть ${available}`,
  );
}

async function addLines(
  db: Db,
  order: Order,
  lines: readonly Line[],
  added: readonly EditedLine[],
  now: Date,
): Promise<void> {
  const reserved = await reserveStock(db, order.stores, [...added]);
  const last = Math.max(0, ...lines.map(({ position }) => position));
  for (const [index, line] of added.entries()) {
    const product = await db
      .selectFrom('products as p')
      .select([
        'idcode',
        'name',
        'article',
        'unit',
        'base_unit',
        'factor_base',
        'factor_sales',
        'vat_rate',
        'weight_grams',
        sql<number | null>`${sql.raw(warrantyMonthsSql)}`.as('warranty_months'),
      ])
      .where('id', '=', line.product_id)
      .executeTakeFirstOrThrow();
    const held = reserved.find(({ product_id }) => product_id === line.product_id);
    if (!held?.store) throw notEnough(product.name, held?.available ?? 0);
    const { idcode, weight_grams, ...frozen } = product;
    const row = await db
      .insertInto('order_lines')
      .values({
        ...frozen,
        ...priceOf(order, line, line.price ?? null, product.name),
        order_id: order.id,
        position: last + 1 + index,
        product_id: line.product_id,
        product_idcode: idcode,
        weight_grams: weight_grams ?? 0,
        price_column: await columnOf(db, order, line.product_id),
        store: held.store,
        count: line.count,
        sum: line.sum,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`
      insert into reservations (order_line_id, product_id, store, count, created_at, expires_at)
      select ${row.id}, ${line.product_id}, ${held.store}, ${line.count}, ${now}, (
        select min(r.expires_at) from reservations r join order_lines l on l.id = r.order_line_id
        where l.order_id = ${order.id}::uuid and r.ended_at is null)`.execute(db);
  }
}

/** The order's own column where it has a price of the goods; otherwise they cost what everybody pays in its branch. */
async function columnOf(db: Db, order: Order, product_id: number): Promise<string> {
  const { rows } = await sql<{ price_column: string }>`
    select coalesce(r.price_column, d.base_price) as price_column
    from orders o join departments d on d.id_1c = o.department_id_1c
    left join prices r on r.product_id = ${product_id} and r.price_column = o.price_column and r.price is not null
    where o.id = ${order.id}::uuid`.execute(db);
  return ensure(rows[0]).price_column;
}

/** A revision of its own: other goods may cost and weigh the same. */
async function countAgain(
  db: Db,
  { id }: Order,
  { delivery_price, carrying_price }: Services,
  now: Date,
): Promise<void> {
  await sql`
    update orders o set goods_sum = s.sum, total = s.sum + ${(delivery_price ?? 0) + (carrying_price ?? 0)},
      delivery_price = ${delivery_price}, carrying_price = ${carrying_price}, weight_grams = s.weight, changed_at = ${now}, revision = o.revision + 1
    from (select sum(sum)::bigint as sum, sum(count::bigint * weight_grams)::bigint as weight from order_lines where order_id = ${id}::uuid) s
    where o.id = ${id}::uuid`.execute(db);
}
