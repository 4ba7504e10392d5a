import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { handOverLines, waitingLines } from '#modules/orders/hand-over.ts';
import { advanceOrder, moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { markAccountPayment, markAccountRefund } from '#modules/payments/account-payment.ts';
import { refundLines, refundRest } from '#modules/payments/refund-payment.ts';
import type { Db } from '#platform/database.ts';
import { joinCompany, makeCompany, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon, orderBy } from '#test/support/orders.ts';
import { readPdf } from '#test/support/pdf.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { issueDocument, issueShipped } from './issue-document.ts';
import { readReconciliation } from './reconciliation.ts';
import { renderReconciliation } from './reconciliation-paper.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeRequisites(db);
await makeCoupon(db, 'VSEM', { percent: 7, allows_b2b: true });
const mix = await makeProduct(db, { price: 33_333, on_hand: 500 });
const glue = await makeProduct(db, { price: 10_001, on_hand: 500 });
const company = await makeCompany(db, { contract: '№ 45/26 от 01.02.2026' });
const [owner, accountant, purchaser] = [await makeUser(db), await makeUser(db), await makeUser(db)];
await joinCompany(db, owner, company, 'owner');
await joinCompany(db, accountant, company, 'accountant');
await joinCompany(db, purchaser, company, 'purchaser');
const who = { who: 'Пётр' };
const inside = <T>(work: (db: Db) => Promise<T>) => db.transaction().execute(work);
const day = (date: string) => new Date(`${date}T09:00:00Z`);
const place = (date: string, more: Record<string, unknown> = {}) =>
  orderBy(
    db,
    owner,
    [
      [mix, 7],
      [glue, 3],
    ],
    { company: { ...company, role: 'owner' }, now: day(date), input: { payment: { method: 'invoice' }, ...more } },
  );
const read = (from: string, to: string, user: { id: string } = accountant, of = company.id) =>
  readReconciliation(db, user.id, of, { from, to });

test('what was handed out, paid and given back by date, in two parts as on the УПД; the balances add up', async () => {
  // September: paid, and given out in two parts.
  const first = await place('2026-09-01', { coupon: 'VSEM' });
  await inside((db) => markAccountPayment(db, first.id, { who: 'бухгалтер', document: 'п/п 12' }, day('2026-09-02')));
  await inside((db) => advanceOrder(db, first.id, 'ready', { ...who, now: day('2026-09-03') }));
  const [line] = await waitingLines(db, first.id);
  const some = [{ order_line_id: line!.order_line_id, count: 3 }];
  await inside((db) => handOverLines(db, first.id, some, { ...who, now: day('2026-09-03') }));
  await inside((db) => moveOrder(db, first.id, 'completed', { ...who, now: day('2026-10-05') }));
  const order = (await getOrder(db, first.id))!;
  await inside((db) => issueShipped(db, order));
  const [one, two] = await Promise.all(
    [1, 2].map((part) => inside((db) => issueDocument(db, { kind: 'upd', part }, order))),
  );
  // October: a prepaid order that was cancelled, one paid at the desk, and goods of the first brought back.
  const second = await place('2026-10-06');
  await inside((db) => markAccountPayment(db, second.id, { who: 'бухгалтер', document: '13' }, day('2026-10-07')));
  await inside((db) => moveOrder(db, second.id, 'cancelled', { ...who, now: day('2026-10-08') }));
  const prepaid = await sql<{ id: string }>`select id from payments where order_id = ${second.id}`.execute(db);
  const back = await inside((db) =>
    refundRest(db, prepaid.rows[0]!.id, { reason: 'cancelled', ...who }, day('2026-10-08')),
  );
  await inside((db) => markAccountRefund(db, back!.id, day('2026-10-09')));
  const third = await place('2026-10-10', { payment: { method: 'on_receipt' } });
  await inside((db) => advanceOrder(db, third.id, 'completed', { ...who, now: day('2026-10-11') }));
  // A part of its money was taken with an act, the rest as it became paid.
  const act = { staff_name: 'Пётр', recipient_name: 'Анна', proof: 'pass', is_last: false, taken_kopecks: 10_000 };
  await db
    .insertInto('handovers')
    .values({ ...act, order_id: third.id, department_id_1c: '00131', at: day('2026-10-10') })
    .execute();
  const paid = await sql<{ id: string }>`select id from payments where order_id = ${first.id}`.execute(db);
  const returned = await inside((db) =>
    refundLines(db, paid.rows[0]!.id, [{ position: 2, count: 1 }], { reason: 'returned', ...who }, day('2026-10-12')),
  );
  await inside((db) => markAccountRefund(db, returned.id, day('2026-10-12')));
  // Given out and not paid yet.
  const fourth = await place('2026-10-13');
  await inside((db) => advanceOrder(db, fourth.id, 'completed', { ...who, now: day('2026-10-14') }));

  const september = await read('2026-09-01', '2026-09-30');
  expect(september).toMatchObject({
    opening: 0,
    rows: [
      { date: '2026-09-02', words: `Оплата по счёту, документ п/п 12, заказ № ${first.number}`, credit: first.total },
      { date: '2026-09-03', words: `УПД № 1 от 03.09.2026, заказ № ${first.number}`, debit: one!.total },
    ],
    closing: one!.total - first.total,
  });
  const october = await read('2026-10-01', '2026-10-31', owner);
  expect(october.opening).toBe(september.closing);
  expect(
    october.rows.map(({ date, words, debit, credit }) => [date.slice(5), words.split(',')[0], debit, credit]),
  ).toEqual([
    ['10-05', 'УПД № 2 от 05.10.2026', two!.total, 0],
    ['10-07', 'Оплата по счёту', 0, second.total],
    ['10-09', 'Возврат денег', second.total, 0],
    ['10-10', 'Оплата при получении', 0, 10_000],
    ['10-11', 'Отгрузка', third.total, 0],
    ['10-11', 'Оплата при получении', 0, third.total - 10_000],
    ['10-12', 'Возврат товара', 0, returned.amount],
    ['10-12', 'Возврат денег', returned.amount, 0],
    ['10-14', 'Отгрузка', fourth.total, 0],
  ]);
  expect(october.closing).toBe(october.opening + october.debit - october.credit);
  expect(october.closing).toBe(fourth.total);
  expect(one!.total + two!.total).toBe(first.total);

  const { text } = readPdf(await renderReconciliation(october, '2026-11-01'));
  expect(text).toContain('за период с 1 октября 2026 г. по 31 октября 2026 г.');
  expect(text).toContain('Договор: № 45/26 от 01.02.2026.');
  expect(text).toContain(`Сальдо начальное ${printed(-october.opening)}`);
  expect(text).toContain(`Обороты за период ${printed(october.debit)} ${printed(october.credit)}`);
  expect(text).toContain(`На 31.10.2026 задолженность в пользу ООО «ИДД» — ${printed(fourth.total)} руб.`);
});

test('a refund for what never left is no return of goods', async () => {
  const other = await makeCompany(db, { inn: '3525000013' });
  const boss = await makeUser(db);
  await joinCompany(db, boss, other, 'owner');
  const order = await orderBy(db, boss, [[mix, 4]], {
    company: { ...other, role: 'owner' },
    input: { payment: { method: 'invoice' } },
  });
  await inside((db) => markAccountPayment(db, order.id, { who: 'бухгалтер', document: '1' }));
  await inside((db) => advanceOrder(db, order.id, 'ready', who));
  const [line] = await waitingLines(db, order.id);
  await inside((db) => handOverLines(db, order.id, [{ order_line_id: line!.order_line_id, count: 3 }], who));
  const { rows } = await sql<{ id: string }>`select id from payments where order_id = ${order.id}`.execute(db);
  const short = await inside((db) =>
    refundLines(db, rows[0]!.id, [{ position: 1, count: 1 }], { reason: 'returned', ...who }),
  );
  await inside((db) => markAccountRefund(db, short.id));
  const found = await read('2020-01-01', '2022-12-31', boss, other.id);
  expect(found).toMatchObject({ rows: [], closing: 0 });
  const now = await read('2026-01-01', '2028-12-31', boss, other.id);
  expect(now.rows.map(({ words }) => words.split(',')[0])).toEqual(['Оплата по счёту', 'Отгрузка', 'Возврат денег']);
  expect(now.closing).toBe(0);
});

test('owner and accountant read it, a purchaser and strangers do not; a period has an end', async () => {
  await expect(read('2026-09-01', '2026-09-30', purchaser)).rejects.toMatchObject({ code: 'role_forbids' });
  await expect(read('2026-09-01', '2026-09-30', await makeUser(db))).rejects.toMatchObject({ code: 'not_found' });
  await expect(read('2026-09-30', '2026-09-01')).rejects.toMatchObject({ code: 'bad_input' });
  await expect(read('2020-01-01', '2026-09-30')).rejects.toMatchObject({ code: 'bad_input' });
});

/** Kopecks → «1 234,50», written here once more on purpose. */
function printed(kopecks: number): string {
  const text = (kopecks / 100).toFixed(2).replace('.', ',');
  return text.replace(/\B(?=(\d{3})+,)/g, ' ');
}
