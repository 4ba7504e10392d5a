import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { enqueueDeferred } from '#platform/queue.ts';
import type { OrderState } from '#shared/order-states.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { forgetJobs, runJobs } from '#test/support/jobs.ts';
import { orderBy, orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeDeliveryZone, makeProduct } from '#test/support/shop.ts';
import { attachGuestOrders } from './attach-guest-orders.ts';
import { confirmCondition } from './confirm-condition.ts';
import { confirmOrder } from './confirm-order.ts';
import { expireReservations } from './expire-reservations.ts';
import { waitsForBranch, writeGatheredToBranch } from './gather-emails.ts';
import { moveOrder } from './move-order.ts';
import { keepReserved, lockForPayment, reserveAgain } from './payment-moves.ts';
import { getOrder, listOrders } from './queries.ts';
import { submitOrder } from './submit-order.ts';
import { unusualReservations } from './unusual-reservations.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
await sql`update departments set email = 'vologda@idd.example' where id_1c = '00131'`.execute(db);
beforeEach(async () => {
  await sql`delete from limits`.execute(db);
});

/** Friday, 20 November 2026, 15:00 in Vologda. */
const friday = new Date('2026-11-20T15:00:00+03:00');
const past = (minutes: number, seconds = 0) => new Date(friday.getTime() + minutes * 60_000 + seconds * 1_000);

type Asked = { count?: number; on_hand?: number; price?: number; more?: Record<string, unknown> };

async function placed({ count = 4, on_hand = 10, price = 10_000, more = {} }: Asked = {}) {
  const product = await makeProduct(db, { on_hand, price });
  const place = await orderPlace(db, { now: friday, payment_methods: ['on_receipt', 'invoice', 'credit'] });
  const order = await submitOrder(db, place, orderInput([[product, count]], more));
  return { product, id: order.id };
}
const heldUntil = async (id: string) => (await getOrder(db, id))!.reserved_until;
const confirm = (id: string, now = past(10)) =>
  db.transaction().execute((db) => confirmOrder(db, id, { who: 'покупатель', now }));
const move = (id: string, to: OrderState, now = past(10)) =>
  db.transaction().execute((db) => moveOrder(db, id, to, { who: 'Пётр, склад', now }));
const invoice = { payment: { method: 'invoice' } };
const credit = { payment: { method: 'credit' } };

async function expectExpired({ id, product }: { id: string; product: { id: number } }, on_hand: number) {
  expect(await stockOf(db, product)).toEqual({ on_hand, reserved: 0 });
  expect((await getOrder(db, id))!.moves.at(-1)).toMatchObject({ state: 'cancelled', why: 'не подтверждён в срок' });
}

describe('how long a guest’s order holds goods before anybody stands for it', () => {
  test('[S7-36] on receipt and not confirmed: 24 hours, not a second less', async () => {
    const order = await placed();
    expect(await heldUntil(order.id)).toEqual(past(24 * 60));
    expect(await expireReservations(db, past(24 * 60, -1))).toBe(0);
    expect(await expireReservations(db, past(24 * 60))).toBe(1);
    await expectExpired(order, 10);
  });

  test('[S7-36] above the stated sum: 30 minutes, whatever way it is paid', async () => {
    for (const more of [{}, invoice]) {
      const dear = await placed({ price: 10_000_001, count: 1, more });
      expect(await heldUntil(dear.id)).toEqual(past(30));
      expect(await expireReservations(db, past(30, -1))).toBe(0);
      expect(await expireReservations(db, past(30))).toBe(1);
      await expectExpired(dear, 10);
    }
    const exactly = await placed({ price: 10_000_000, count: 1 });
    expect(await heldUntil(exactly.id)).toEqual(past(24 * 60));
  });

  test('[S7-36] by invoice and credit as on receipt: 24 hours until the click, the term of the payment after it', async () => {
    for (const more of [invoice, credit]) {
      const order = await placed({ more });
      expect(await heldUntil(order.id)).toEqual(past(24 * 60));
      await confirm(order.id, past(23 * 60));
      // Ordered on Friday, confirmed on Saturday: Wednesday is the third working day after both.
      expect(await heldUntil(order.id)).toEqual(new Date('2026-11-25T20:00:00+03:00'));
      const forgotten = await placed({ more });
      await expireReservations(db, past(24 * 60, -1));
      expect((await getOrder(db, forgotten.id))!.state).toBe('new');
      await expireReservations(db, past(24 * 60));
      await expectExpired(forgotten, 10);
    }
  });

  test('[S7-36] to be paid online: its own 30 minutes, and nothing to confirm', async () => {
    const product = await makeProduct(db, { on_hand: 10, price: 10_000 });
    const place = await orderPlace(db, { now: friday, payment_methods: ['online'] });
    const { id } = await submitOrder(db, place, orderInput([[product, 4]], { payment: { method: 'online' } }));
    expect(await getOrder(db, id)).toMatchObject({ reserved_until: past(30), is_unconfirmed: false });
    expect(await expireReservations(db, past(30))).toBe(1);
  });

  test('[S7-36] above half of what there was and 20 units: 30 minutes; one of the two alone is an ordinary order', async () => {
    const whole = await placed({ count: 21, on_hand: 40 });
    expect(await heldUntil(whole.id)).toEqual(past(30));
    expect(await expireReservations(db, past(30))).toBe(1);
    await expectExpired(whole, 40);
    expect(await heldUntil((await placed({ count: 20, on_hand: 20 })).id)).toEqual(past(24 * 60));
    expect(await heldUntil((await placed({ count: 21, on_hand: 42 })).id)).toEqual(past(24 * 60));
  });

  test('the terms and what counts as large are settings', async () => {
    const terms = { unconfirmed_hours: 2, large_unconfirmed_minutes: 5, large_sum: 500 };
    await sql`insert into settings (key, value) values ('reservation_terms', ${JSON.stringify(terms)}::jsonb)`.execute(
      db,
    );
    try {
      expect(await heldUntil((await placed()).id)).toEqual(past(120));
      expect(await heldUntil((await placed({ count: 6 })).id)).toEqual(past(5));
    } finally {
      await sql`delete from settings where key = 'reservation_terms'`.execute(db);
    }
  });

  test('[S7-36] a signed-in buyer has nothing to confirm: no term runs, however large the order', async () => {
    const anna = await makeUser(db);
    const product = await makeProduct(db, { on_hand: 40, price: 10_000_001 });
    const order = await orderBy(db, anna, [[product, 40]], { now: friday });
    expect(await getOrder(db, order.id)).toMatchObject({ reserved_until: null, is_unconfirmed: false });
  });
});

describe('who stands for an order', () => {
  test('[S7-36] the click starts the terms: none on receipt, working days for an invoice; a second click changes nothing', async () => {
    const order = await placed();
    await confirm(order.id);
    await confirm(order.id, past(20));
    const view = (await getOrder(db, order.id))!;
    expect(view).toMatchObject({ reserved_until: null, is_unconfirmed: false, state: 'new' });
    expect(view.moves.map(({ why }) => why)).toEqual([
      'заказ оформлен на сайте',
      'заказ подтверждён по ссылке из письма',
    ]);
    const dear = await placed({ price: 10_000_001, count: 1, more: invoice });
    await confirm(dear.id);
    expect(await heldUntil(dear.id)).toEqual(new Date('2026-11-25T20:00:00+03:00'));
    await expireReservations(db, new Date('2026-11-24T00:00:00Z'));
    expect((await getOrder(db, order.id))!.state).toBe('new');
    expect((await getOrder(db, dear.id))!.state).toBe('new');
  });

  test('[S7-36] a move by staff starts them too; the list and the order say until then that nobody confirmed', async () => {
    const { id } = await placed({ count: 21, on_hand: 21 });
    expect((await getOrder(db, id))!.is_unconfirmed).toBe(true);
    expect((await listOrders(db, { limit: 1000 })).find((row) => row.id === id)?.is_unconfirmed).toBe(true);
    await move(id, 'assembling');
    expect(await getOrder(db, id)).toMatchObject({ state: 'assembling', reserved_until: null, is_unconfirmed: false });
    expect((await listOrders(db, { limit: 1000 })).find((row) => row.id === id)?.is_unconfirmed).toBe(false);
    await move(id, 'ready', friday);
    expect(await heldUntil(id)).toEqual(new Date('2026-11-27T20:00:00+03:00'));
  });

  test('an order that became somebody’s own, or was paid, waits for no click', async () => {
    const anna = await makeUser(db);
    const own = await placed();
    await sql`update orders set contact_email = 'own@pochta.example' where id = ${own.id}`.execute(db);
    await sql`insert into contacts (user_id, type, value, confirmed_at) values (${anna.id}, 'email', 'own@pochta.example', now())`.execute(
      db,
    );
    await db.transaction().execute((db) => attachGuestOrders(db, anna.id, {}, { now: past(10) }));
    expect(await getOrder(db, own.id)).toMatchObject({ user_id: anna.id, reserved_until: null, is_unconfirmed: false });
    const dear = await placed({ price: 10_000_001, count: 1, more: invoice });
    await db.transaction().execute((db) => keepReserved(db, dear.id));
    expect(await getOrder(db, dear.id)).toMatchObject({ reserved_until: null, is_unconfirmed: false });
  });

  test('money that comes after the term reserves again', async () => {
    const dear = await placed({ price: 10_000_001, count: 1, more: invoice });
    await expireReservations(db, past(30));
    await db.transaction().execute(async (db) => {
      const order = (await lockForPayment(db, dear.id))!;
      expect(await reserveAgain(db, order.id, { who: 'касса', now: past(40) })).toBe(true);
    });
    expect(await getOrder(db, dear.id)).toMatchObject({ state: 'new', reserved_until: null, is_unconfirmed: false });
    expect(await stockOf(db, dear.product)).toEqual({ on_hand: 10, reserved: 1 });
  });

  test('a click that comes too late is answered so', async () => {
    const { id } = await placed();
    await expireReservations(db, past(24 * 60));
    await expect(confirm(id, past(24 * 60 + 1))).rejects.toMatchObject({ code: 'hold_over', status: 409 });
  });
});

describe('at the same moment', () => {
  test('[S7-36] the click or a move of staff beside the end of the term: one of them wins whole, stock agrees', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => placed()));
    const end = past(24 * 60);
    const acts = orders.map(({ id }, index) => (index % 2 === 0 ? confirm(id, end) : move(id, 'assembling', end)));
    const results = await Promise.allSettled([...acts, expireReservations(db, end), expireReservations(db, end)]);
    for (const [index, { id, product }] of orders.entries()) {
      const isDone = results[index]?.status === 'fulfilled';
      const view = (await getOrder(db, id))!;
      expect(view.state).toBe(isDone ? (index % 2 === 0 ? 'new' : 'assembling') : 'cancelled');
      expect(view.reserved_until).toBeNull();
      expect(await stockOf(db, product)).toEqual({ on_hand: 10, reserved: isDone ? 4 : 0 });
    }
  });

  test('the database itself refuses an unconfirmed order that holds goods without a term, or a confirmed one made unconfirmed', async () => {
    const { id } = await placed();
    const open = sql`order_line_id in (select id from order_lines where order_id = ${id}) and ended_at is null`;
    await expect(sql`update reservations set expires_at = null where ${open}`.execute(db)).rejects.toMatchObject({
      code: '23514',
    });
    await expect(sql`update orders set state = 'assembling' where id = ${id}`.execute(db)).rejects.toMatchObject({
      code: '23514',
    });
    await confirm(id);
    await expect(sql`update orders set unconfirmed_since = now() where id = ${id}`.execute(db)).rejects.toMatchObject({
      code: '23514',
    });
  });
});

describe('e-mails of orders nobody stands for', () => {
  const mails = async () =>
    (
      await sql<{ to_address: string; subject: string; text: string }>`
        select to_address, subject, text from mails order by id`.execute(db)
    ).rows;
  /** The time of the queue goes on by so much. */
  const later = async (minutes: number) => {
    await sql`update limits set window_start = window_start - make_interval(mins => ${minutes}::int) where scope = 'order email'`.execute(
      db,
    );
    await sql`
      select graphile_worker.reschedule_jobs(array[id], run_at => run_at - make_interval(mins => ${minutes}::int))
      from graphile_worker.jobs`.execute(db);
    await runJobs(db, url);
  };
  beforeEach(async () => {
    await sql`delete from mails`.execute(db);
    await forgetJobs(db);
  });
  const order = async (email: string) => {
    const contact = { name: 'Анна Смирнова', phone: '+79210001234', email };
    const input = orderInput([[await makeProduct(db), 1]], { contact });
    return submitOrder(db, await orderPlace(db), input);
  };

  test('the day of delivery depends on the click while it may come on that day; page and e-mail say so', async () => {
    const zone = await makeDeliveryZone(db);
    await sql`insert into delivery_slots values (${zone.id}, 540, 720, 20)`.execute(db);
    const today = localTime(new Date(), 'Europe/Moscow').date;
    const conditionOf = async (days: number) => {
      const date = addDays(today, days);
      const receiving = {
        type: 'delivery',
        address: 'Вологда, Мира, 10',
        date,
        slot: { from: '09:00', to: '12:00' },
      };
      const contact = { name: 'Анна', phone: '+79210001234', email: `za-${days}@pochta.example` };
      const input = orderInput([[await makeProduct(db), 1]], { receiving, contact });
      const { id } = await submitOrder(db, await orderPlace(db), input);
      const asked = confirmCondition((await getOrder(db, id))!);
      await runJobs(db, url);
      const email = (await mails())
        .findLast(({ subject }) => subject.endsWith('принят'))!
        .text.replaceAll('\u00a0', ' ');
      expect(email.includes('09:00–12:00, если подтвердите заказ до этого дня.')).toBe(asked !== '');
      await db.transaction().execute((db) => confirmOrder(db, id, { who: 'покупатель' }));
      expect(confirmCondition((await getOrder(db, id))!)).toBe('');
      return asked;
    };
    expect(await conditionOf(1)).toBe(', если подтвердите заказ до этого дня');
    expect(await conditionOf(2)).toBe('');
  });

  test('on the day itself the click is asked for at once; a term that ends at its midnight ended before it', async () => {
    const { id } = await order('srazu@pochta.example');
    const view = (await getOrder(db, id))!;
    const conditionAt = (now: string, reserved_until: string) =>
      confirmCondition(
        {
          ...view,
          is_unconfirmed: true,
          reserved_until: new Date(reserved_until),
          receiving: { ...view.receiving, date: '2026-11-24' },
        },
        new Date(now),
      );
    const noon = '2026-11-24T09:00:00Z';
    expect(conditionAt('2026-11-23T20:59:00Z', noon)).toBe(', если подтвердите заказ до этого дня');
    expect(conditionAt('2026-11-23T21:01:00Z', noon), 'ordered the day before').toBe(', если сразу подтвердите заказ');
    expect(conditionAt('2026-11-23T09:00:00Z', '2026-11-23T21:00:00Z')).toBe('');
  });

  test('the e-mail says till when the goods are held and what to do; its link confirms after one more press', async () => {
    const placed = await order('odna@pochta.example');
    await runJobs(db, url);
    const [buyer, branch] = await mails();
    expect(buyer).toMatchObject({ to_address: 'odna@pochta.example', subject: `Заказ ${placed.number} принят` });
    expect(buyer!.text).toMatch(
      /Товары отложены за вами до \d\d\.\d\d\.\d{4} \d\d:\d\d\. Подтвердите заказ до этого времени/,
    );
    expect(buyer!.text).toContain('Подтвердить заказ');
    expect(branch).toMatchObject({
      to_address: 'vologda@idd.example',
      subject: expect.stringContaining('Новый заказ'),
    });
    expect(branch!.text).toContain('Покупатель ещё не подтвердил заказ');
    await db.transaction().execute((db) => confirmOrder(db, placed.id, { who: 'покупатель' }));
    await runJobs(db, url);
    expect((await mails()).at(-1)).toMatchObject({
      to_address: 'vologda@idd.example',
      subject: expect.stringContaining(`Заказ ${placed.number} подтверждён`),
    });
  });

  test('the first order is told at once, further ones of ten minutes together, each by its number and with its own link', async () => {
    const first = await order('mnogo@pochta.example');
    await runJobs(db, url);
    const [second, third] = [await order('Mnogo@pochta.example'), await order('mnogo@pochta.example')];
    await runJobs(db, url);
    const toBuyer = async () =>
      (await mails()).filter(({ to_address }) => to_address.toLowerCase() === 'mnogo@pochta.example');
    expect((await toBuyer()).map(({ subject }) => subject)).toEqual([`Заказ ${first.number} принят`]);
    await later(9);
    expect(await toBuyer()).toHaveLength(1);
    await later(1);
    const [, joint, ...none] = await toBuyer();
    expect(none).toEqual([]);
    expect(joint!.subject).toBe(`Заказы ${second.number}, ${third.number}`);
    for (const { id, number } of [second, third]) {
      expect(joint!.text).toContain(`Подтвердить заказ ${number}`);
      expect(joint!.text).toContain(`/order/${id}/?token=`);
    }
    // The joint one is an email too: the next order waits for ten minutes after it.
    const fourth = await order('mnogo@pochta.example');
    await runJobs(db, url);
    expect(await toBuyer()).toHaveLength(2);
    await later(10);
    expect((await toBuyer()).at(-1)!.subject).toBe(`Заказ ${fourth.number} принят`);
    // Branches are notified of each at once.
    expect((await mails()).filter(({ to_address }) => to_address === 'vologda@idd.example')).toHaveLength(4);
  });

  test('an address that never confirmed is notified of the end of its orders together too', async () => {
    const [first, second] = [await order('chuzhaya@pochta.example'), await order('chuzhaya@pochta.example')];
    await runJobs(db, url);
    await expireReservations(db, new Date(Date.now() + 25 * 3_600_000));
    await runJobs(db, url);
    await later(10);
    const own = (await mails()).filter(({ to_address }) => to_address === 'chuzhaya@pochta.example');
    expect(own.map(({ subject }) => subject)).toEqual([
      `Заказ ${first.number} принят`,
      `Заказы ${first.number}, ${second.number}`,
    ]);
    expect(own[1]!.text).toContain(`Заказ ${second.number} отменён: не подтверждён в срок`);
    expect(own[1]!.text).not.toContain('принят');
  });

  test('a change that comes while the e-mail about earlier ones is being written waits for the next', async () => {
    const { id } = await placed();
    const order = (await getOrder(db, id))!;
    const tell = (event: string, at: Date) =>
      db
        .transaction()
        .execute((db) => waitsForBranch(db, order, { event, asked_at: at.toISOString() }, `${event} ${at}`, at));
    expect(await tell('placed', past(0))).toBe(false);
    expect(await tell('receiving', past(1))).toBe(true);
    const [written, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = db.transaction().execute(async (db) => {
      await writeGatheredToBranch(db, id, past(10));
      written.resolve();
      await end.promise;
    });
    await written.promise;
    const later = tell('receiving', past(10, 1));
    await sleep(200);
    end.resolve();
    await writing;
    expect(await later).toBe(true);
    const { rows } = await sql`
      select written_at from waiting_order_emails where order_id = ${id}::uuid and reader = 'branch'`.execute(db);
    expect(rows).toEqual([{ written_at: null }]);
  });

  test('jobs that were queued under the names of earlier versions are done', async () => {
    const { id } = await order('prezhnie@pochta.example');
    await forgetJobs(db);
    await sql`select graphile_worker.add_job('write_gathered_letters', json_build_object('order_id', ${id}::text))`.execute(
      db,
    );
    await enqueueDeferred(db, 'write_order_letters', { order_id: id, event: 'placed' });
    await runJobs(db, url);
    expect((await mails()).map(({ to_address }) => to_address)).toContain('prezhnie@pochta.example');
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier like '%letters'`.execute(db);
    expect(rows).toHaveLength(0);
  });

  test('the job that writes them may run twice', async () => {
    const { id } = await order('dvazhdy@pochta.example');
    await runJobs(db, url);
    await order('dvazhdy@pochta.example');
    await runJobs(db, url);
    await later(10);
    const before = await mails();
    await sql`select graphile_worker.add_job('write_gathered_emails', json_build_object('order_id', ${id}::text))`.execute(
      db,
    );
    await sql`select graphile_worker.add_job('write_order_emails', json_build_object('order_id', ${id}::text, 'event', 'placed'))`.execute(
      db,
    );
    await later(10);
    expect(await mails()).toEqual(before);
  });
});

test('stock held by unpaid orders in an unusual measure raises an alarm, whoever ordered and however it is paid, until it is paid or handed over', async () => {
  await sql`delete from reservations`.execute(db);
  const products = await Promise.all(Array.from({ length: 20 }, () => makeProduct(db, { on_hand: 10 })));
  const anna = await makeUser(db);
  const lines = (some: typeof products) => some.map((product): [typeof product, number] => [product, 6]);
  const alarm = [{ store: 'store12', held: 20, products: expect.any(Number) }];
  await submitOrder(db, await orderPlace(db), orderInput(lines(products.slice(0, 10)), invoice));
  const own = await orderBy(db, anna, lines(products.slice(10, 19)));
  expect(await unusualReservations(db)).toEqual([]);
  const last = await submitOrder(db, await orderPlace(db), orderInput(lines(products.slice(19))));
  expect(await unusualReservations(db)).toEqual(alarm);
  await db.transaction().execute((db) => confirmOrder(db, last.id, { who: 'покупатель' }));
  await move(own.id, 'assembling');
  expect(await unusualReservations(db)).toEqual(alarm);
  await sql`update orders set payment_state = 'paid' where id = ${last.id}`.execute(db);
  expect(await unusualReservations(db)).toEqual([]);
  await sql`update orders set payment_state = 'unpaid' where id = ${last.id}`.execute(db);
  expect(await unusualReservations(db)).toEqual(alarm);
  for (const to of ['ready', 'completed'] as const) await move(own.id, to);
  expect(await unusualReservations(db)).toEqual([]);
});
