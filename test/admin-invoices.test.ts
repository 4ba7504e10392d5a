import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { issueDocument } from '#modules/documents/issue-document.ts';
import { editOrder } from '#modules/orders/edit-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { markAccountPayment, markAccountRefund } from '#modules/payments/account-payment.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import { refundRest } from '#modules/payments/refund-payment.ts';
import { writePaymentEmails } from '#modules/payments/write-payment-emails.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { addDays, localTime } from '#shared/zoned-time.ts';
import { branches, call, makeAdminCast } from './admin/cast.ts';
import { nextInn } from './admin/customer-examples.ts';
import { joinCompany, makeCompany, makeStaff, makeUser } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';

import { orderBy } from './support/orders.ts';
import { makeRequisites } from './support/requisites.ts';

const { db } = await testDatabase();
const cast = await makeAdminCast(db);
const ask = async (filter: object, cookie = cast.headers.accounting) => {
  const url = `/api/admin/invoices?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  return (await call(cast, cookie, { method: 'GET', url })).json();
};

test('[2.2] invoices that wait for money stand with their terms, the overdue ones first, until the money came', async () => {
  const company = await makeCompany(db, { inn: nextInn(), name: 'ООО «Гранит»', deferral_days: 3 });
  const user = await makeUser(db);
  await joinCompany(db, user, company);
  const buys = (branch: string, method: 'invoice' | 'on_receipt' = 'invoice') =>
    orderBy(db, user, [[cast.product, 1]], {
      branch,
      company: { ...company, role: 'owner' },
      input: { payment: { method }, company: { name: company.name, inn: company.inn } },
    });
  const [fresh, late, there] = [await buys(branches.own), await buys(branches.own), await buys(branches.foreign)];
  await buys(branches.own, 'on_receipt');
  await sql`
    update orders set state = 'completed', completed_at = now() - interval '4 days', created_at = now() - interval '3 days' where id = ${late.id}::uuid`.execute(
    db,
  );
  const { items, total, totals } = await ask({});
  expect(total).toBe(3);
  expect(totals.sum).toBe(fresh.total + late.total + there.total);
  expect(items[0]).toMatchObject({ id: late.id, is_overdue: true, is_handed_over: true, deferral_days: 3 });
  expect(items[1]).toMatchObject({ id: fresh.id, is_overdue: false, is_handed_over: false, issued_at: null });
  // By the whole of its last day, of which the buyer is told; before the goods have left no term runs.
  expect(localTime(new Date(items[0].due_at), 'Europe/Moscow')).toMatchObject({ minute: 1_439 });
  expect(items[1].due_at).toBe(null);

  const numbersOf = async (filter: object, cookie?: string) =>
    (await ask(filter, cookie)).items.map(({ number }: { number: number }) => number);
  expect(await numbersOf({ is_overdue: true })).toEqual([late.number]);
  expect(await numbersOf({ is_overdue: false })).toHaveLength(2);
  expect(await numbersOf({ q: String(fresh.number) })).toEqual([fresh.number]);
  expect(await numbersOf({ q: 'гранит' })).toHaveLength(3);
  expect(await numbersOf({ q: company.inn.slice(0, 9) })).toHaveLength(3);
  expect(await numbersOf({ q: '%' })).toEqual([]);
  const own = await makeStaff(db, ['accounting'], { departments: [branches.own] });
  expect(await numbersOf({}, own.header)).toEqual([late.number, fresh.number]);

  const { waiting } = (
    await call(cast, cast.headers.accounting, { method: 'GET', url: '/api/admin/dashboard' })
  ).json();
  expect(waiting).toContainEqual({ queue: 'invoices', count: 3, late: 1 });

  const today = localTime(new Date(), 'Europe/Moscow').date;
  const came = addDays(today, -2);
  const body = { number: '17', date: today, amount: late.total };
  const pay = async (id: string, more: object = {}) => {
    const url = `/api/admin/orders/${id}/invoice-paid`;
    const answer = await call(cast, cast.headers.accounting, { method: 'POST', url, body: { ...body, ...more } });
    return { status: answer.statusCode, ...answer.json() };
  };
  const early = await pay(late.id, { date: addDays(today, 1) });
  expect([early.status, early.error.fields]).toEqual([422, { date: 'Этот день ещё не наступил' }]);
  const before = await pay(late.id, { date: addDays(today, -4) });
  expect([before.status, before.error.fields.date]).toEqual([422, expect.stringContaining('ещё не было')]);
  expect(await pay(late.id, { date: came })).toMatchObject({ status: 201, back: 0 });
  expect(await numbersOf({})).not.toContain(late.number);
  const paidAt = (id: string) => db.selectFrom('payments').select(['amount', 'paid_at']).where('order_id', '=', id);
  // By the day on which it came, not by that on which it was written down.
  expect(await paidAt(late.id).execute()).toEqual([
    { amount: late.total, paid_at: new Date(`${came}T00:00:00+03:00`) },
  ]);

  await makeRequisites(db);
  const edit = (count: number) =>
    db.transaction().execute(async (db) => {
      const lines = [{ product_id: cast.product.id, count, sum: count * fresh.total }];
      await editOrder(db, fresh.id, { lines }, { who: 'Инна Осипова' });
      const order = ensure(await getOrder(db, fresh.id));
      await issueDocument(db, { kind: 'invoice', part: 1 }, order);
      return order.total;
    });
  const [two, three] = [await edit(2), await edit(3)];
  const less = await pay(fresh.id, { amount: two });
  expect([less.status, less.error.code]).toEqual([422, 'wrong_transfer']);
  expect(less.error.fields.amount).toMatch(/не хватает по прежнему счёту № \d+.*отметьте переводы вместе/);
  const one = await edit(1);
  expect((await pay(fresh.id, { amount: three + 1 })).error.message).toContain('счёта на такую сумму у заказа не было');
  expect(await pay(fresh.id, { amount: three })).toMatchObject({ status: 201, amount: one, back: three - one });
  const [back] = ensure(await paymentOf(db, fresh.id)).refunds;
  expect(back).toMatchObject({ amount: three - one, state: 'new' });
  expect(await getOrder(db, fresh.id)).toMatchObject({ payment_state: 'paid', total: one });
  const refund_id = ensure(back).id;
  await db.transaction().execute((db) => markAccountRefund(db, refund_id));
  await writePaymentEmails(db, await secretKeys(db, undefined), { refund_id, event: 'refunded' });
  const mails = db.selectFrom('mails').select('text').where('subject', 'like', `Возврат по заказу ${fresh.number}:%`);
  const [mail, ...more] = await mails.execute();
  expect(more).toEqual([]);
  expect(mail?.text).toContain(
    `Пришло больше, чем стоит заказ ${fresh.number}. Он оплачен, лишние ${formatPrice(three - one)} возвращаем переводом.`,
  );
  expect(mail?.text).not.toMatch(/карту|СБП|чек/i);
});

test('[2.2] a refund names its receipt and whether the cash desk has printed it', async () => {
  const order = await orderBy(db, cast.buyer, [[cast.product, 2]], {
    input: { payment: { method: 'invoice' }, company: { name: 'ООО «Базальт»', inn: nextInn() } },
  });
  const { id, payment_id } = await db.transaction().execute(async (db) => {
    const payment = await markAccountPayment(db, order.id, { who: 'бухгалтер', document: 'п/п 1' });
    const refund = ensure(await refundRest(db, payment.id, { reason: 'returned', who: 'бухгалтер' }));
    return { id: refund.id, payment_id: payment.id };
  });
  const refundOf = async () => {
    const url = `/api/admin/refunds?filter=${encodeURIComponent(JSON.stringify({ number: order.number }))}`;
    return (await call(cast, cast.headers.accounting, { method: 'GET', url })).json().items[0];
  };
  expect(await refundOf()).toMatchObject({ id, receipt: null });
  const items = [{ name: 'Товары заказа', count: 1, price: order.total, vat_rate: 22 }];
  await sql`
    insert into receipts (payment_id, refund_id, kind, items, sum, state, fiscal, created_at, changed_at)
    values (${payment_id}::uuid, ${id}::uuid, 'return', ${JSON.stringify(items)}::jsonb, ${order.total}, 'succeeded',
      '{"fiscal_document_number": "3986"}'::jsonb, now(), now())`.execute(db);
  expect(await refundOf()).toMatchObject({
    receipt: { state: 'succeeded', state_words: 'пробит', fiscal_number: '3986' },
  });
});
