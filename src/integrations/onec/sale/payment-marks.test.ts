import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expireReservations } from '#modules/orders/expire-reservations.ts';
import { markPayment, reserveAgain } from '#modules/orders/payment-moves.ts';
import { testDatabase } from '#test/support/database.ts';
import { ordersBack, paidBy, paper, papers, requisite } from '#test/support/orders-back.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db, { name: 'Штукатурка', id_1c: 'mix', on_hand: 1_000 });
const { exchange, orderInOnec, take, takeTwice, echoOf, view, lastWords } = await ordersBack(db);
const invoice = { payment: { method: 'invoice' } };

describe('a payment without a sum', () => {
  test.each([
    ['its day', paidBy('П-1')],
    ['its day alone', requisite('Дата оплаты по 1С', '2026-11-21')],
    ['«Оплачен»', requisite('Оплачен', 'true')],
    ['«Оплачен» and a number', requisite('Оплачен', 'true') + requisite('Номер оплаты по 1С', 'П-1')],
  ])('pays the order by %s', async (_, mark) => {
    const order = await orderInOnec([[mix, 2]], invoice);
    expect(await takeTwice(await echoOf(order, mark))).toMatchObject({ refused: 0 });
    expect((await view(order)).payment_state).toBe('paid');
  });

  test.each([
    ['a number alone', requisite('Номер оплаты по 1С', 'П-2'), 'оплата № П-2: сумма не названа; проверьте'],
    ['a number with an empty day', paidBy('П-2', 'T'), 'оплата № П-2: сумма не названа; проверьте'],
    ['«Оплачен» = false', paidBy('П-2') + requisite('Оплачен', 'false'), 'заказ в 1С не оплачен целиком'],
  ])('is reported to people, not taken for the whole: %s', async (_, mark, words) => {
    const order = await orderInOnec([[mix, 2]], invoice);
    expect(await takeTwice(await echoOf(order, mark))).toMatchObject({ refused: 1 });
    // Some money came: the goods wait for people, not for their term.
    expect(await view(order)).toMatchObject({ payment_state: 'unpaid', reserved_until: null });
    expect((await lastWords(order))?.words).toContain(words);
  });

  test('is reported to people by its day, where the owner says that the base names it of a part too; «Оплачен» pays', async () => {
    const order = await orderInOnec([[mix, 2]], invoice);
    await sql`update onec_nodes set day_pays_whole = false`.execute(db);
    expect(await takeTwice(await echoOf(order, paidBy('П-4')))).toMatchObject({ refused: 1 });
    expect((await view(order)).payment_state).toBe('unpaid');
    expect((await lastWords(order))?.words).toContain('оплата № П-4 от 21.11.2026: сумма не названа; проверьте');
    await takeTwice(await echoOf(order, paidBy('П-4') + requisite('Оплачен', 'true')));
    expect((await view(order)).payment_state).toBe('paid');
    await sql`update onec_nodes set day_pays_whole = true`.execute(db);
  });

  test('says nothing: no number, no day, «Оплачен» = false', async () => {
    const order = await orderInOnec([[mix, 2]], invoice);
    await takeTwice(await echoOf(order));
    const nothing = paidBy('', '0001-01-01T00:00:00') + requisite('Оплачен', 'false');
    expect(await takeTwice(await echoOf(order, nothing))).toMatchObject({ refused: 0 });
    expect((await view(order)).payment_state).toBe('unpaid');
  });

  test('is the first part’s, where parts are known: only «Оплачен» says that it is all', async () => {
    const order = await orderInOnec([[mix, 2]], invoice);
    const part = papers(paper('Выплата безналичных денег', 'П-3', '<Сумма>400</Сумма>'));
    await take((await echoOf(order)).replace('</Документ>', `${part}</Документ>`));
    expect(await takeTwice(await echoOf(order, paidBy('П-3')))).toMatchObject({ refused: 0 });
    expect((await view(order)).payment_state).toBe('unpaid');
    await takeTwice(await echoOf(order, paidBy('П-3') + requisite('Оплачен', 'да')));
    expect((await view(order)).payment_state).toBe('paid');
  });

  test('«Оплачен» of an order to be paid online is reported to people', async () => {
    const order = await orderInOnec([[mix, 2]], invoice);
    await db.updateTable('orders').set({ payment_method: 'online' }).where('id', '=', order.id).execute();
    expect(await takeTwice(await echoOf(order, requisite('Оплачен', 'true')))).toMatchObject({ refused: 1 });
    expect((await lastWords(order))?.words).toContain('1С сообщает об оплате «Оплачен», а заказ оплачивают онлайн');
  });
});

test('«Отменён» that the shop itself told 1C does not cancel an order whose money came late', async () => {
  const order = await orderInOnec([[mix, 2]], invoice);
  await sql`update reservations set expires_at = now() - interval '1 minute' where ended_at is null`.execute(db);
  await expireReservations(db);
  expect(await exchange()).toContain(order.id);
  const stale = await echoOf(order, requisite('Отменен', 'true'));
  await db.transaction().execute(async (db) => {
    expect(await reserveAgain(db, order.id, { who: 'магазин' })).toBe(true);
    await markPayment(db, { id: order.id, payment_state: 'unpaid' }, 'paid', { who: 'магазин' });
  });
  await takeTwice(stale);
  expect(await view(order)).toMatchObject({ state: 'new', payment_state: 'paid' });
  // Handed over, it is not confirmed yet.
  await exchange({ isConfirmed: false });
  await takeTwice(stale);
  expect((await view(order)).state).toBe('new');
  expect(await exchange()).toContain(order.id);
  // Now 1C knows better, and says it all the same.
  await takeTwice(await echoOf(order, requisite('Отменен', 'true')));
  expect((await view(order)).state).toBe('cancelled');
});
