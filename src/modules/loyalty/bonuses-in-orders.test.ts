import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { closeShort, handOverLines, waitingLines } from '#modules/orders/hand-over.ts';
import { cancelByBuyer, moveOrder } from '#modules/orders/move-order.ts';
import { lockForPayment, reserveAgain } from '#modules/orders/payment-moves.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { readPaidLines } from '#modules/payments/paid-lines.ts';
import { itemsSum, receiptItems } from '#modules/payments/receipt-items.ts';
import { refundLines } from '#modules/payments/refund-payment.ts';
import { Refusal } from '#platform/refusal.ts';
import { joinCompany, makeCompany, makeUser } from '#test/support/accounts.ts';
import { makeBonusCard } from '#test/support/bonuses.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeCoupon, orderBy, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { cardsOf, movementsOf, openHolds } from './cards.ts';
import { giveBackForRefunds } from './give-back-bonuses.ts';
import { adjustCard, earnForOrders, expireBonuses, takeBackForRefunds } from './move-bonuses.ts';
import { spendingOf } from './spending.ts';

const { db } = await testDatabase();
await makeBranches(db);
await loadProgrammes(db);
const mixture = await makeProduct(db, { price: 33_333, on_hand: 100_000 });
const paint = await makeProduct(db, { price: 50_001, on_hand: 100_000 });
const reduced = await makeProduct(db, { price: 50_000, on_hand: 100_000, old_price: 60_000 });
await sql`insert into price_changes (price_column, product_id, changed_at, price)
  values ('vologda', ${reduced.id}, now() - interval '10 days', 60000), ('vologda', ${reduced.id}, now() - interval '1 day', 50000)`.execute(
  db,
);
const gifts = await makeCategory(db, 'podarki', 'Подарочные карты');
const plastic = await makeCategory(db, 'plastik', 'Пластиковые', gifts.id);
const gift = await makeProduct(db, { price: 100_000, on_hand: 100_000, category_id: plastic.id });
await db.insertInto('loyalty_closed_categories').values({ kind: 'bonus', category_id: gifts.id }).execute();
await makeCoupon(db, 'СЕМЬ', { percent: 7 });

const start = new Date('2026-11-21T09:00:00Z');
const later = (days: number) => new Date(start.getTime() + days * 86_400_000);

beforeEach(() => sql`delete from limits`.execute(db));

/** A person with so many bonuses on a card. */
async function holder(balance = 1_000) {
  const user = await makeUser(db);
  return { ...user, card: await makeBonusCard(db, user, balance, start) };
}
type Holder = Awaited<ReturnType<typeof holder>>;

const stateOf = async (user: Holder, now = later(1)) => (await cardsOf(db, user.id, now))[0]!;
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => (error instanceof Refusal ? error.code : String(error)),
  );
const order = (user: Holder, bonuses: number, more: Record<string, unknown> = {}, now = later(0.5)) =>
  orderBy(
    db,
    user,
    [
      [mixture, 3],
      [paint, 2],
    ],
    { now, input: { bonuses, ...more } },
  );
const move = (id: string, state: Parameters<typeof moveOrder>[2], now = later(1)) =>
  db.transaction().execute((db) => moveOrder(db, id, state, { who: 'склад', now }));

describe('how much may be spent', () => {
  const rules = {
    spend_percent: 30,
    bonus_kopecks: 100,
    least_paid_kopecks: 100,
    spends_on_reduced: false,
    spends_with_coupon: true,
  };
  const line = (product_id: number, sum: number, old_price: number | null = null) => ({ product_id, sum, old_price });

  test('a share of the goods after the coupon, in whole bonuses: nothing of goods at a reduced price or of closed kinds', () => {
    const lines = [line(1, 10_050), line(2, 20_000, 30_000), line(3, 40_000)];
    const of = (more: object, balance = 1_000, has_coupon = false) =>
      spendingOf({ ...rules, ...more }, balance, { lines, has_coupon }, new Set([3]));
    expect(of({})).toMatchObject({ balance: 1_000, most: 30, why_none: null });
    expect(of({ spends_on_reduced: true }).most).toBe(90);
    expect(of({ bonus_kopecks: 1_000 }).most).toBe(3);
    expect(of({}, 7).most).toBe(7);
    expect(of({}, 1_000, true).most).toBe(30);
    expect(of({ spends_with_coupon: false }, 1_000, true)).toMatchObject({
      most: 0,
      why_none: 'С купоном бонусы не списываются',
    });
    expect(spendingOf(rules, 9, { lines: [line(3, 5_000)], has_coupon: false }, new Set([3])).why_none).toBe(
      'Эти товары бонусами не оплачивают',
    );
    const whole = { ...rules, spend_percent: 100 };
    expect(spendingOf(whole, 900, { lines: [line(1, 10_000)], has_coupon: false }, new Set()).most).toBe(99);
    expect(spendingOf(whole, 900, { lines: [line(1, 150)], has_coupon: false }, new Set()).most).toBe(0);
  });

  test('the shares of the lines add up to the bonuses and leave no line below nothing, whatever is bought', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.boolean(), fc.boolean()), { minLength: 1 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 2_000 }),
        (made, spend_percent, bonus_kopecks) => {
          const lines = made.map(([sum, isReduced], index) => line(index, sum, isReduced ? sum + 1 : null));
          const closed = new Set(made.flatMap(([, , isClosed], index) => (isClosed ? [index] : [])));
          const found = spendingOf(
            { ...rules, spend_percent, bonus_kopecks },
            1e9,
            { lines, has_coupon: false },
            closed,
          );
          const shares = found.share(found.most);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(found.most * bonus_kopecks);
          expect(shares.every((share, index) => share >= 0 && share <= lines[index]!.sum)).toBe(true);
          expect(shares.every((share, index) => share === 0 || !(closed.has(index) || lines[index]!.old_price))).toBe(
            true,
          );
        },
      ),
    );
  });
});

describe('placing', () => {
  test('bonuses are held and lower the price of the lines after the coupon; the receipt sums to what is paid', async () => {
    const user = await holder();
    const placed = await order(user, 99, { coupon: 'СЕМЬ' });
    const goods = (33_333 - 2_333) * 3 + (50_001 - 3_500) * 2;
    expect(placed).toMatchObject({ bonuses: 99, total: goods - 9_900 });
    expect(await stateOf(user)).toMatchObject({ balance: 901, held: 99 });
    expect(await openHolds(db, user.card.id)).toMatchObject([{ order_number: placed.number, amount: 99 }]);
    const view = (await getOrder(db, placed.id))!;
    expect(view).toMatchObject({ bonus_discount: 9_900, discount: 2_333 * 3 + 3_500 * 2, total: placed.total });
    expect(view.lines.reduce((sum, line) => sum + line.bonus_discount, 0)).toBe(9_900);
    expect(itemsSum(receiptItems(await readPaidLines(db, placed.id), 'full_prepayment'))).toBe(placed.total);
  });

  test('the same key answers with the same bonuses and holds them once', async () => {
    const user = await holder();
    const place = await orderPlace(db, {
      buyer: { user_id: user.id, company: null, placed_by: null },
      now: later(0.5),
    });
    const input = orderInput([[mixture, 3]], { bonuses: 100 });
    const first = await submitOrder(db, place, input);
    expect(await submitOrder(db, place, input)).toEqual({ ...first, is_replay: true });
    expect(await stateOf(user)).toMatchObject({ held: 100 });
  });

  test('parallel orders spend no more than there is', async () => {
    const user = await holder(250);
    const results = await Promise.all(Array.from({ length: 4 }, () => refusal(order(user, 100))));
    expect(results.sort()).toEqual(['done', 'done', 'not_enough_bonuses', 'not_enough_bonuses']);
    expect(await stateOf(user)).toMatchObject({ balance: 50, held: 200 });
    const spend = { amount: -51, purchase_kopecks: 0, reason: 'spent', who: 'касса', note: 'Чек' } as const;
    expect(await refusal(db.transaction().execute((db) => adjustCard(db, user.card, spend, later(1))))).toBe(
      'not_enough_bonuses',
    );
  });

  test('the database itself refuses what is not covered', async () => {
    const user = await holder(100);
    const placed = await order(user, 60);
    const down = sql`insert into card_movements (card_id, at, reason, amount, who) values (${user.card.id}, now(), 'spent', -41, 'x')`;
    await expect(down.execute(db)).rejects.toThrow('no less than no bonuses');
    const more = sql`update bonus_holds set amount = 101 where order_id = ${placed.id}`;
    await expect(more.execute(db)).rejects.toThrow('no less than no bonuses');
    await move(placed.id, 'assembling');
    await move(placed.id, 'ready');
    await move(placed.id, 'completed');
    const again = sql`update bonus_holds set ended_at = null, outcome = null where order_id = ${placed.id}`;
    await expect(again.execute(db)).rejects.toThrow('spent bonuses stay spent');
  });

  test('guests, firms, staff who act and goods that bonuses do not pay for are refused in words, and nothing is held', async () => {
    const user = await holder();
    const firm = await makeCompany(db);
    await joinCompany(db, user, firm);
    const place = (more: object) =>
      orderPlace(db, { buyer: { user_id: user.id, company: null, placed_by: null, ...more }, now: later(0.5) });
    const input = orderInput([[mixture, 3]], { bonuses: 100 });
    const messages = await Promise.all(
      [
        orderPlace(db).then((place) => submitOrder(db, place, input)),
        place({ company: { ...firm, role: 'owner' } }).then((place) => submitOrder(db, place, input)),
        place({}).then((place) =>
          submitOrder(
            db,
            place,
            orderInput([[mixture, 3]], { bonuses: 100, company: { name: 'ООО «Дом»', inn: '7707083893' } }),
          ),
        ),
        place({ placed_by: { user_id: user.id, name: 'Мария' } }).then((place) => submitOrder(db, place, input)),
        place({}).then((place) =>
          submitOrder(
            db,
            place,
            orderInput(
              [
                [gift, 1],
                [reduced, 1],
              ],
              { bonuses: 1 },
            ),
          ),
        ),
        place({}).then((place) =>
          submitOrder(
            db,
            place,
            orderInput(
              [
                [mixture, 1],
                [gift, 1],
              ],
              { bonuses: 100 },
            ),
          ),
        ),
        makeUser(db).then((stranger) => orderBy(db, stranger, [[mixture, 3]], { input: { bonuses: 1 } })),
      ].map((placed) => placed.then(String, (error) => error.message)),
    );
    expect(messages).toEqual([
      'Войдите: бонусы списываются с карты в кабинете',
      'За покупки организации бонусами не платят',
      'За покупки организации бонусами не платят',
      'Бонусы списывает только сам покупатель',
      'Эти товары бонусами не оплачивают',
      'На этот заказ можно списать не больше 99\u00a0бонусов',
      'В кабинете нет бонусной карты',
    ]);
    expect(await stateOf(user)).toMatchObject({ balance: 1_000, held: 0 });
  });
});

describe('afterwards', () => {
  test('a received order spends them once and earns on what was paid without them', async () => {
    const user = await holder();
    const { id, number, total } = await order(user, 100);
    await move(id, 'assembling');
    await move(id, 'ready');
    await move(id, 'completed', later(2));
    await earnForOrders(db, later(2));
    expect(await movementsOf(db, user.card.id, 2)).toMatchObject([
      { reason: 'earned', purchase_kopecks: total, amount: Math.floor((total * 2) / 10_000) },
      { reason: 'spent', amount: -100, order_number: number },
    ]);
    expect(await stateOf(user, later(3))).toMatchObject({ held: 0, balance: 900 + Math.floor((total * 2) / 10_000) });
  });

  test('a cancelled order gives them back, and one paid after its term takes them again or not at all', async () => {
    const user = await holder(150);
    const first = await order(user, 100);
    const cancel = () => db.transaction().execute((db) => cancelByBuyer(db, first.id, { who: 'покупатель' }));
    await cancel();
    await cancel();
    expect(await stateOf(user)).toMatchObject({ balance: 150, held: 0 });
    const again = () =>
      db.transaction().execute(async (db) => {
        await lockForPayment(db, first.id);
        return reserveAgain(db, first.id, { who: 'платёжная система', now: later(1) });
      });
    const second = await order(user, 90);
    expect(await again()).toBe(false);
    await db.transaction().execute((db) => cancelByBuyer(db, second.id, { who: 'покупатель' }));
    expect(await again()).toBe(true);
    expect(await stateOf(user)).toMatchObject({ balance: 50, held: 100 });
  });

  test('what is held does not expire; what comes back after its term lives on for the days of grace', async () => {
    const user = await holder(100);
    const fresh = { amount: 40, purchase_kopecks: 0, reason: 'adjusted', who: 'касса', note: 'Чек' } as const;
    await adjustCard(db, user.card, fresh, later(200));
    const { id } = await order(user, 70, {}, later(360));
    await expireBonuses(db, later(366));
    // Thirty of the first hundred expire, seventy are held, forty live on.
    expect(await stateOf(user, later(366))).toMatchObject({ balance: 40, held: 70 });
    await db.transaction().execute((db) => cancelByBuyer(db, id, { who: 'покупатель', now: later(370) }));
    expect(await stateOf(user, later(370))).toMatchObject({
      balance: 110,
      held: 0,
      expiring: { amount: 70, at: later(384) },
    });
    expect((await movementsOf(db, user.card.id, 2)).map(({ reason, amount }) => [reason, amount])).toEqual([
      ['prolonged', 70],
      ['expired', -70],
    ]);
    await expireBonuses(db, later(383));
    expect(await stateOf(user, later(383))).toMatchObject({ balance: 110 });
    await expireBonuses(db, later(385));
    expect(await stateOf(user, later(385))).toMatchObject({ balance: 40 });
  });

  test('handed out in part and paid at the desk: whole bonuses stay with what was given, the others go back', async () => {
    const user = await holder();
    const { id } = await order(user, 100);
    await move(id, 'assembling');
    await move(id, 'ready');
    const [first] = await waitingLines(db, id);
    const given = [{ order_line_id: first!.order_line_id, count: 2 }];
    const mover = { who: 'сотрудник', now: later(1) };
    await db.transaction().execute((db) => handOverLines(db, id, given, mover));
    await db.transaction().execute((db) => closeShort(db, id, async () => {}, mover));
    const view = (await getOrder(db, id))!;
    // 100 bonuses of 99 999 + 100 002 kopecks: two mixtures of three carry 33 of them, and cost what was taken for
    // them.
    const { taken_kopecks: taken, total, lines } = view;
    expect(lines).toMatchObject([{ count: 2, bonus_discount: 3_300, sum: taken }]);
    expect([total, 66_666 - 3_300 - taken]).toEqual([taken, 33]);
    expect(await stateOf(user, later(2))).toMatchObject({ balance: 967, held: 0 });
    expect(await movementsOf(db, user.card.id, 1)).toMatchObject([{ reason: 'spent', amount: -33 }]);
  });

  /** Paid by card and received. */
  async function paid(user: Holder, bonuses: number) {
    const placed = await order(user, bonuses);
    const { rows } = await sql<{ id: string }>`
      insert into payments (order_id, amount, method, provider, state, request, created_at, changed_at, paid_at)
      values (${placed.id}::uuid, ${placed.total}, 'card', 'account', 'succeeded', '{}', ${start}, ${start}, ${start}) returning id`.execute(
      db,
    );
    return { ...placed, payment_id: rows[0]!.id };
  }
  const refund = async (payment_id: string, lines: { position: number; count: number }[], reason = 'returned') => {
    const wanted = { reason: reason as 'returned', who: 'сотрудник' };
    const { amount, id } = await db.transaction().execute((db) => refundLines(db, payment_id, lines, wanted));
    await sql`update refunds set state = 'succeeded', changed_at = now() where id = ${id}`.execute(db);
    await giveBackForRefunds(db, later(3));
    await takeBackForRefunds(db, later(3));
    await giveBackForRefunds(db, later(3));
    return amount;
  };

  test('returns bring money and bonuses back piece by piece, all of both together to the kopeck', async () => {
    const user = await holder();
    const { id, payment_id, total } = await paid(user, 100);
    await move(id, 'assembling');
    await move(id, 'ready');
    await move(id, 'completed');
    await earnForOrders(db, later(2));
    const money: number[] = [];
    const balances: number[] = [];
    for (const lines of [
      [{ position: 1, count: 1 }],
      [{ position: 2, count: 1 }],
      [
        { position: 1, count: 2 },
        { position: 2, count: 1 },
      ],
    ]) {
      money.push(await refund(payment_id, lines));
      balances.push(
        (await movementsOf(db, user.card.id, 50)).reduce(
          (sum, one) => (one.reason === 'given_back' ? sum + one.amount : sum),
          0,
        ),
      );
    }
    expect(money.reduce((sum, one) => sum + one, 0)).toBe(total);
    // 16,6 and 25 of the hundred, then all of it; rounded so that what stays spent is whole.
    expect(balances).toEqual([17, 42, 100]);
    expect(await stateOf(user, later(4))).toMatchObject({ balance: 1_000, purchases_kopecks: 0 });
  });

  test('money paid twice goes back without goods: neither spent nor earned bonuses move', async () => {
    const user = await holder();
    const { id, payment_id } = await paid(user, 100);
    await move(id, 'assembling');
    await move(id, 'ready');
    await move(id, 'completed');
    await earnForOrders(db, later(2));
    const before = await stateOf(user, later(3));
    await refund(
      payment_id,
      [
        { position: 1, count: 3 },
        { position: 2, count: 2 },
      ],
      'duplicate',
    );
    expect((await stateOf(user, later(4))).balance).toBe(before.balance);
  });

  test('cancelled after a part was handed out and paid: that part stays spent, once', async () => {
    const user = await holder();
    const { id, payment_id } = await paid(user, 100);
    await sql`update orders set payment_state = 'paid', payment_method = 'online' where id = ${id}`.execute(db);
    await move(id, 'assembling');
    await move(id, 'ready');
    const [first] = await waitingLines(db, id);
    const given = [{ order_line_id: first!.order_line_id, count: 3 }];
    await db.transaction().execute((db) => handOverLines(db, id, given, { who: 'сотрудник', now: later(1) }));
    await move(id, 'cancelled', later(2));
    expect(await stateOf(user, later(2))).toMatchObject({ held: 0, balance: 950 });
    await refund(payment_id, [{ position: 2, count: 2 }], 'cancelled');
    expect(await stateOf(user, later(4))).toMatchObject({ balance: 950 });
  });
});
