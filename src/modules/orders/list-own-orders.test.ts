import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ensure } from '#shared/ensure.ts';
import type { OrderState } from '#shared/order-states.ts';
import { activeStates } from '#shared/order-states.ts';
import { joinCompany, makeCompany, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import {
  guestOrdersQuery,
  listGuestOrders,
  listOwnOrders,
  type OwnOrderFilter,
  ownOrdersQuery,
} from './list-own-orders.ts';
import { moveOrder } from './move-order.ts';
import { submitOrder } from './submit-order.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db, { name: 'Штукатурка Тёплая', article: 'Б-0012', price: 48_900, on_hand: 10_000 });
const paint = await makeProduct(db, { name: 'Краска Мат', article: 'К-77', price: 329_000, on_hand: 10_000 });

const active = (more: Partial<OwnOrderFilter> = {}): OwnOrderFilter => ({
  states: activeStates,
  page: 1,
  limit: 20,
  ...more,
});
const over = (more: Partial<OwnOrderFilter> = {}) =>
  active({ states: ['completed', 'cancelled'] as OrderState[], ...more });
const numbers = (list: { orders: { number: number }[] }) => list.orders.map(({ number }) => number);

describe('a person’s own orders', async () => {
  const anna = await makeUser(db);
  const stranger = await makeUser(db, { full_name: 'Другая Покупательница' });
  const first = await orderBy(db, anna, [[mix, 2]], { now: new Date('2026-11-10T21:30:00Z') });
  const second = await orderBy(db, anna, [[paint, 1]], { now: new Date('2026-11-12T09:00:00Z') });
  const gone = await orderBy(db, anna, [[mix, 1]], { now: new Date('2026-11-13T09:00:00Z') });
  await moveOrder(db, gone.id, 'cancelled', { who: 'магазин' });
  const others = await orderBy(db, stranger, [[mix, 5]]);

  test('[S2-18] active and completed lists hold this person’s orders only, newest first', async () => {
    expect(numbers(await listOwnOrders(db, anna.id, active()))).toEqual([second.number, first.number]);
    expect(numbers(await listOwnOrders(db, anna.id, over()))).toEqual([gone.number]);
    expect(numbers(await listOwnOrders(db, stranger.id, active()))).toEqual([others.number]);
  });

  test('[S2-18] a list is searched by number, article, idcode and name, with е for ё and in any case', async () => {
    const found = async (search: string) => numbers(await listOwnOrders(db, anna.id, active({ search })));
    expect(await found(String(first.number))).toEqual([first.number]);
    expect(await found('б-0012')).toEqual([first.number]);
    expect(await found(paint.idcode)).toEqual([second.number]);
    expect(await found('ШТУКАТУРКА ТЕПЛ')).toEqual([first.number]);
    expect(await found('%')).toEqual([]);
    expect(await found(String(others.number))).toEqual([]);
  });

  test('[S2-18] days are those of the branch’s clock, sums are bounds, both ends included', async () => {
    const found = async (more: Partial<OwnOrderFilter>) => numbers(await listOwnOrders(db, anna.id, active(more)));
    // 21:30 UTC is already the 11th in Vologda.
    expect(await found({ from: '2026-11-11', to: '2026-11-11' })).toEqual([first.number]);
    expect(await found({ to: '2026-11-10' })).toEqual([]);
    expect(await found({ from: '2026-11-12' })).toEqual([second.number]);
    expect(await found({ sum_from: 97_800, sum_to: 97_800 })).toEqual([first.number]);
    expect(await found({ sum_from: 97_801 })).toEqual([second.number]);
    expect(await found({ states: ['ready'] })).toEqual([]);
  });

  test('[S2-18] pages hold so many, each counts all that was found and the unpaid sum of it', async () => {
    const list = await listOwnOrders(db, anna.id, active({ limit: 1, page: 2 }));
    expect(numbers(list)).toEqual([first.number]);
    expect(list).toMatchObject({ found: 2, unpaid_sum: 97_800 + 329_000 });
    expect(list.orders[0]).toMatchObject({ lines_count: 1, names: ['Штукатурка Тёплая'], ordered_by: 'Анна Смирнова' });
    await db.updateTable('orders').set({ taken_kopecks: 7_800 }).where('id', '=', first.id).execute();
    const rest = 90_000 + 329_000;
    expect(await listOwnOrders(db, anna.id, active()), 'without what was taken').toMatchObject({ unpaid_sum: rest });
  });
});

test('[S2-18] ready first, an order that can be taken away is not left out by newer ones', async () => {
  const zoya = await makeUser(db, { full_name: 'Зоя Ветрова' });
  const placed: { id: string; number: number }[] = [];
  for (const day of [1, 2, 3, 4, 5, 6])
    placed.push(await orderBy(db, zoya, [[mix, 1]], { now: new Date(`2026-11-0${day}T09:00:00Z`) }));
  const newestFirst = placed.map(({ number }) => number).reverse();
  const oldest = ensure(placed[0]);
  await moveOrder(db, oldest.id, 'assembling', { who: 'магазин' });
  await moveOrder(db, oldest.id, 'ready', { who: 'магазин' });
  const list = await listOwnOrders(db, zoya.id, active({ urgent_first: true, limit: 5 }));
  expect(numbers(list)).toEqual([oldest.number, ...newestFirst.slice(0, 4)]);
  const rest = await listOwnOrders(db, zoya.id, active({ urgent_first: true, limit: 5, page: 2 }));
  expect(numbers(rest)).toEqual(newestFirst.slice(4, 5));
  expect(numbers(await listOwnOrders(db, zoya.id, active()))).toEqual(newestFirst);
});

test('[S2-18] a firm’s owner and accountant see all its orders, a purchaser their own, nobody else any', async () => {
  const firm = await makeCompany(db, { inn: '3525000013' });
  const people = {
    owner: await makeUser(db, { full_name: 'Ольга' }),
    accountant: await makeUser(db, { full_name: 'Борис' }),
    purchaser: await makeUser(db, { full_name: 'Зоя' }),
    left: await makeUser(db, { full_name: 'Ушёл' }),
  };
  for (const role of ['owner', 'accountant', 'purchaser'] as const) await joinCompany(db, people[role], firm, role);
  const company = (role: 'owner' | 'purchaser') => ({ ...firm, role });
  const a = await orderBy(db, people.owner, [[mix, 1]], { company: company('owner') });
  const input = { company: { ...firm, buyer_number: 'ЗП-45/11', building_site: 'ЖК «Зелёный»' } };
  const b = await orderBy(db, people.purchaser, [[mix, 2]], { company: company('purchaser'), input });
  const c = await orderBy(db, people.left, [[mix, 3]], { company: company('purchaser') });
  const own = await orderBy(db, people.accountant, [[mix, 1]]);
  const seen = async (user: { id: string }, more = {}) =>
    numbers(await listOwnOrders(db, user.id, active(more))).sort();
  expect(await seen(people.owner)).toEqual([a.number, b.number, c.number]);
  expect(await seen(people.accountant)).toEqual([a.number, b.number, c.number, own.number]);
  expect(await seen(people.accountant, { buyer: 'person' })).toEqual([own.number]);
  expect(await seen(people.purchaser)).toEqual([b.number]);
  expect(await seen(people.left)).toEqual([]);
  for (const search of ['зп-45', 'зп 45/11', 'ЗП45', 'жк «зеленый'])
    expect(await seen(people.owner, { search })).toEqual([b.number]);
  const [row] = (await listOwnOrders(db, people.owner.id, active({ search: String(b.number) }))).orders;
  expect(row).toMatchObject({ ordered_by: 'Зоя', company_name: firm.name, buyer_number: 'ЗП-45/11' });
});

test('only a firm’s order has a number of the buyer’s own, by the database', async () => {
  const order = await orderBy(db, await makeUser(db), [[mix, 1]]);
  await expect(sql`update orders set buyer_number = '1' where id = ${order.id}`.execute(db)).rejects.toThrow(
    'orders_own_words_of_firms',
  );
});

test('[S7-33] a guest’s secret lists the orders it opens', async () => {
  const secret = 'g'.repeat(43);
  const order = await submitOrder(db, await orderPlace(db, { secret }), orderInput([[mix, 1]]));
  expect(numbers(await listGuestOrders(db, secret, active()))).toEqual([order.number]);
  expect(numbers(await listGuestOrders(db, 'h'.repeat(43), active()))).toEqual([]);
});

test('one person’s list among many orders is read by indexes, never by walking through the table', async () => {
  const anna = await makeUser(db);
  await sql`insert into orders (id, department_id_1c, price_column, payment_method, contact_name, contact_phone, contact_email,
      receiving_type, pickup_department_id_1c, goods_sum, total, weight_grams, pickup_code, secret_hash, user_id)
    select gen_random_uuid(), '00131', 'vologda', 'on_receipt', 'Кто-то', '+79210000000', 'x@pochta.example', 'pickup', '00131', 100, 100, 0,
      '000000', sha256(n::text::bytea), case when n % 1000 = 0 then ${anna.id}::uuid end
    from generate_series(1, 20000) n`.execute(db);
  await sql`insert into order_lines (order_id, position, product_id, product_idcode, name, unit, base_unit, factor_base, factor_sales,
      price_column, store, vat_rate, count, price, sum)
    select id, 1, ${mix.id}, ${mix.idcode}, 'Штукатурка', 'шт', 'шт', 1, 1, 'vologda', 'store12', 22, 1, 100, 100 from orders
    where contact_name = 'Кто-то'`.execute(db);
  await sql`analyze orders, order_lines`.execute(db);
  const queries = [
    ownOrdersQuery(anna.id, active({ search: 'Штукатурка' })),
    guestOrdersQuery('z'.repeat(43), active()),
  ];
  for (const query of queries) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan/);
    expect(plan).not.toMatch(/Seq Scan on (orders|order_lines)/);
  }
  expect((await listOwnOrders(db, anna.id, active())).found).toBe(20);
});
