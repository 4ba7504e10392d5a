import { expect, test } from 'vitest';
import { moveOrder } from '#modules/orders/move-order.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { expireProposals, listProposals, withdrawProposal } from '#modules/orders/proposals.ts';
import { proposeChange } from '#modules/orders/propose-change.ts';
import { getOrder } from '#modules/orders/queries.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon, orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { markAccountPayment } from './account-payment.ts';
import { answerProposal, changeAtOnce } from './answer-proposal.ts';
import { paymentOf } from './queries.ts';
import { refundByStaff } from './staff-refund.ts';

const { db } = await testDatabase();
await makeBranches(db);
const keys: SecretKeys = ['key of the test of proposals'];
const { id: staff_id } = await makeStaff(db, ['orders'], { full_name: 'Инна Осипова' });
const staff = { user_id: staff_id, full_name: 'Инна Осипова' };
const byLink = { isAccepted: true, how: 'link', who: 'покупатель', note: '', most: null } as const;

/** Plaster (14) at 489 ₽ and a roller (2) at 317 ₽; gypsum at 612 ₽ may stand for the plaster. */
async function anOrder(more: Record<string, unknown> = {}) {
  const plaster = await makeProduct(db, { name: 'Штукатурка', on_hand: 20, price: 48_900 });
  const roller = await makeProduct(db, { name: 'Валик', on_hand: 5, price: 31_700 });
  const gypsum = await makeProduct(db, { name: 'Гипсар', on_hand: 8, price: 61_200 });
  const place = await orderPlace(db, { payment_methods: ['on_receipt', 'invoice', 'online'] });
  const input = orderInput(
    [
      [plaster, 14],
      [roller, 2],
    ],
    more,
  );
  const { id } = await db.transaction().execute((db) => placeOrder(db, place, input));
  const keep = (count: number) => ({ product_id: plaster.id, count, instead_of: null, keepsPrice: true });
  const gypsumFor = (count: number, keepsPrice = true) => ({
    product_id: gypsum.id,
    count,
    keepsPrice,
    instead_of: plaster.id,
  });
  return { id, plaster, roller, gypsum, keep, gypsumFor };
}

const propose = (id: string, lines: Parameters<typeof proposeChange>[3]['lines'], now = new Date()) =>
  db.transaction().execute((db) => proposeChange(db, keys, id, { lines, note: 'Валика нет', staff, hours: 4 }, now));
const answer = (order: string, proposal: string, given: Parameters<typeof answerProposal>[3]) =>
  db.transaction().execute((db) => answerProposal(db, order, proposal, given));

test('[2.2] the buyer agrees: goods, reservations and sums change at once, old lines stay as they were', async () => {
  const { id, plaster, roller, gypsum, keep, gypsumFor } = await anOrder();
  const proposal = await propose(id, [keep(9), gypsumFor(5)]);
  expect(proposal).toMatchObject({ number: 1, state: 'open', total_before: 748_000, total_after: 684_600 });
  // Nothing is touched until the buyer has agreed.
  expect(await stockOf(db, gypsum)).toEqual({ on_hand: 8, reserved: 0 });
  const mail = await db
    .selectFrom('mails')
    .select('text')
    .where('key', '=', `order ${id} proposal 1`)
    .executeTakeFirstOrThrow();
  expect(mail.text).toContain(`/order/${id}/change/?token=`);
  expect(mail.text).toContain('Валика нет');

  expect(await answer(id, proposal.id, byLink)).toMatchObject({ state: 'accepted', answered_how: 'link' });
  expect(await getOrder(db, id)).toMatchObject({
    total: 684_600,
    lines: [
      { name: 'Штукатурка', count: 9, price: 48_900 },
      { name: 'Гипсар', count: 5, price: 48_900 },
    ],
  });
  expect(await stockOf(db, plaster)).toEqual({ on_hand: 20, reserved: 9 });
  expect(await stockOf(db, gypsum)).toEqual({ on_hand: 8, reserved: 5 });
  expect(await stockOf(db, roller)).toEqual({ on_hand: 5, reserved: 0 });
  const former = await db
    .selectFrom('former_order_lines')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('id')
    .execute();
  expect(former.map(({ name, count }) => [name, count]).sort()).toEqual([
    ['Валик', 2],
    ['Штукатурка', 14],
  ]);
  const lines = await db.selectFrom('order_lines').selectAll().where('order_id', '=', id).orderBy('position').execute();
  const was = former.find(({ name }) => name === 'Штукатурка')!.id;
  expect(lines.map(({ replaces_line_id }) => replaces_line_id)).toEqual([was, was]);
  await expect(answer(id, proposal.id, byLink)).rejects.toMatchObject({ code: 'proposal_over' });
});

test('[2.2] a dearer replacement keeps the old price unless the buyer is asked for another', async () => {
  const { id, keep, gypsumFor } = await anOrder();
  expect((await propose(id, [keep(9), gypsumFor(5, false)])).total_after).toBe(9 * 48_900 + 5 * 61_200);
});

test('[2.2] one proposal at a time; a refusal, a withdrawal or its term ends it and nothing else changes', async () => {
  const { id, plaster, keep } = await anOrder();
  const first = await propose(id, [keep(9)]);
  await expect(propose(id, [keep(8)])).rejects.toMatchObject({ code: 'proposal_open' });
  const refusal = { ...byLink, isAccepted: false, note: 'валик нужен' };
  expect(await answer(id, first.id, refusal)).toMatchObject({ state: 'declined', answer_note: 'валик нужен' });
  const second = await propose(id, [keep(8)]);
  await db.transaction().execute((db) => withdrawProposal(db, id, second.id, 'сотрудник'));
  const third = await propose(id, [keep(7)]);
  expect(await expireProposals(db, new Date(third.expires_at.getTime() + 1))).toBeGreaterThan(0);
  expect((await listProposals(db, id)).map(({ state }) => state)).toEqual(['declined', 'withdrawn', 'expired']);
  expect(await getOrder(db, id)).toMatchObject({ total: 748_000 });
  expect(await stockOf(db, plaster)).toEqual({ on_hand: 20, reserved: 14 });
});

test('[2.2] of a paid order the difference goes back with a receipt of the goods that went, and it never gets dearer', async () => {
  const company = { name: 'ООО «Ремонт»', inn: '7707083893' };
  const { id, keep, gypsumFor } = await anOrder({ payment: { method: 'invoice' }, company });
  await db.transaction().execute((db) => markAccountPayment(db, id, { who: 'бухгалтер', document: 'п/п 1' }));
  await expect(propose(id, [keep(9), gypsumFor(8, false)])).rejects.toMatchObject({ code: 'order_fixed' });
  const proposal = await propose(id, [keep(9), gypsumFor(5)]);
  await answer(id, proposal.id, byLink);
  expect(await paymentOf(db, id)).toMatchObject({
    refunds: [{ amount: 63_400, lines: [], state: 'new', note: 'состав изменён по согласию, предложение № 1' }],
  });
  const order = (await getOrder(db, id))!;
  expect(order).toMatchObject({ total: 684_600, payment_state: 'paid' });
  // What is left of the payment is exactly what the order costs now.
  const rest = await db
    .transaction()
    .execute((db) =>
      refundByStaff(db, id, { lines: null, note: 'отказ', who: 'бухгалтер', most: null, seen_amount: null }),
    );
  expect(rest.amount).toBe(684_600);
});

test('[2.2] a fixed coupon is spread again over what is left', async () => {
  await makeCoupon(db, 'ОСЕНЬ', { sum_kopecks: 57_000 });
  const { id, keep, gypsumFor } = await anOrder({ coupon: 'ОСЕНЬ' });
  const proposal = await propose(id, [keep(9), gypsumFor(5)]);
  expect(proposal.total_after).toBe(684_600 - 57_000);
  await answer(id, proposal.id, byLink);
  const order = (await getOrder(db, id))!;
  expect(order.total).toBe(684_600 - 57_000);
  expect(order.lines.reduce((sum, { discount }) => sum + discount, 0)).toBe(57_000);
});

test('[2.2] what is added must be there when the buyer agrees, or nothing changes', async () => {
  const { id, gypsum, keep, gypsumFor } = await anOrder();
  const proposal = await propose(id, [keep(9), gypsumFor(5)]);
  await db.updateTable('stock').set({ on_hand: 3 }).where('product_id', '=', gypsum.id).execute();
  await expect(answer(id, proposal.id, byLink)).rejects.toMatchObject({ code: 'not_enough' });
  expect(await getOrder(db, id)).toMatchObject({ total: 748_000 });
  expect((await listProposals(db, id))[0]).toMatchObject({ state: 'open' });
});

test('[2.2] an order that changed meanwhile is not overwritten, one that is over answers nobody', async () => {
  const { id, keep } = await anOrder();
  const proposal = await propose(id, [keep(9)]);
  await db
    .updateTable('order_lines')
    .set({ count: 1, sum: 31_700 })
    .where('order_id', '=', id)
    .where('name', '=', 'Валик')
    .execute();
  await expect(answer(id, proposal.id, byLink)).rejects.toMatchObject({ code: 'proposal_over' });
  await db.transaction().execute((db) => moveOrder(db, id, 'cancelled', { who: 'сотрудник' }));
  expect((await listProposals(db, id))[0]).toMatchObject({ state: 'withdrawn' });
});

test('[2.2] «заменить» and unpaid: other goods are put in without asking; of any other order they are not', async () => {
  const asked = await anOrder();
  const change = (id: string, lines: ReturnType<typeof asked.keep>[]) =>
    db.transaction().execute((db) => changeAtOnce(db, id, { lines, staff }));
  await expect(change(asked.id, [asked.keep(9)])).rejects.toMatchObject({ code: 'order_fixed' });
  const free = await anOrder({ replacement_rule: 'replace' });
  expect(await change(free.id, [free.keep(9)])).toMatchObject({ state: 'accepted', answered_how: 'rule' });
  expect(await getOrder(db, free.id)).toMatchObject({ total: 9 * 48_900 });
});

test('[1.2] what an operator gives back of one order is limited in all, and must be what was shown', async () => {
  const company = { name: 'ООО «Ремонт»', inn: '7707083893' };
  const { id } = await anOrder({ payment: { method: 'invoice' }, company });
  await db.transaction().execute((db) => markAccountPayment(db, id, { who: 'бухгалтер', document: 'п/п 1' }));
  const refund = (count: number, more: object = {}) =>
    db.transaction().execute((db) =>
      refundByStaff(db, id, {
        lines: [{ position: 1, count }],
        note: 'брак',
        who: 'сотрудник',
        most: 100_000,
        seen_amount: null,
        ...more,
      }),
    );
  await expect(refund(1, { seen_amount: 1 })).rejects.toMatchObject({ code: 'refund_changed' });
  await expect(refund(1, { note: ' ' })).rejects.toMatchObject({ code: 'bad_input' });
  expect(await refund(2)).toMatchObject({ amount: 97_800 });
  await expect(refund(1)).rejects.toMatchObject({ code: 'over_refund_limit' });
  expect(await refund(1, { most: null })).toMatchObject({ amount: 48_900 });
});
