import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { Refusal } from '#platform/refusal.ts';
import { joinCompany, makeCompany, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { type OrderedProduct, orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { attachCard } from './attach-card.ts';
import { cardsOf, findCard, movementsOf, readCard } from './cards.ts';
import { issueCard, renewCode, replaceCard } from './issue-card.ts';
import { adjustCard, earnForOrders, expireBonuses, takeBackForRefunds } from './move-bonuses.ts';
import { proveCard } from './prove-card.ts';
import { checkDigit, readCardNumber } from './schema.ts';

const { db } = await testDatabase();
await makeBranches(db);
await loadProgrammes(db);
const mixture = await makeProduct(db, { price: 50_000, on_hand: 1_000 });
const reduced = await makeProduct(db, { price: 50_000, on_hand: 1_000, old_price: 60_000 });
await sql`insert into price_changes (price_column, product_id, changed_at, price)
  values ('vologda', ${reduced.id}, '2026-11-10', 60000), ('vologda', ${reduced.id}, '2026-11-20', 50000)`.execute(db);
const start = new Date('2026-11-21T09:00:00Z');
const day = 86_400_000;
const later = (days: number) => new Date(start.getTime() + days * day);
let requesters = 0;
const requester = () => ({ visitor: null, address: `198.51.100.${++requesters}` });

beforeEach(async () => {
  await sql`delete from limits`.execute(db);
});

async function anna() {
  const user = await makeUser(db);
  const card = await issueCard(db, { kind: 'bonus', user_id: user.id, phone: null, who: 'покупатель' }, start);
  return { ...user, card };
}

/** An order that was received at `now`. */
async function bought(
  user: { id: string },
  lines: [product: OrderedProduct, count: number][],
  now: Date,
  company?: Parameters<typeof orderBy>[3] extends infer M ? (M extends { company?: infer C } ? C : never) : never,
) {
  const order = await orderBy(db, user, lines, { now: new Date(now.getTime() - 1_000), ...(company && { company }) });
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'сотрудник', now }));
  return order;
}

const stateOf = async (user: { id: string }, now: Date) => (await cardsOf(db, user.id, now))[0]!;
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => (error instanceof Refusal ? error.code : String(error)),
  );

test('[S1-05] a number has a check digit: any one wrong digit and any two swapped neighbours are noticed', () => {
  const number = `201234567890${checkDigit('201234567890')}`;
  expect(readCardNumber(number.replace(/^(.{4})(.{4})/, '$1 $2-'))).toBe(number);
  for (let at = 0; at < 13; at++) {
    for (const digit of '0123456789') {
      const typed = number.slice(0, at) + digit + number.slice(at + 1);
      expect([typed, readCardNumber(typed)]).toEqual([typed, typed === number ? number : null]);
    }
  }
  expect(readCardNumber(number.slice(0, 4) + number[5] + number[4] + number.slice(6))).toBe(null);
  expect(readCardNumber('')).toBe(null);
});

test('[S1-05] a received order earns by the level once, however often the job runs and in parallel', async () => {
  const user = await anna();
  const order = await bought(
    user,
    [
      [mixture, 3],
      [reduced, 2],
    ],
    later(1),
  );
  expect(
    await Promise.all([earnForOrders(db, later(1)), earnForOrders(db, later(1)), earnForOrders(db, later(1))]),
  ).toContain(1);
  await earnForOrders(db, later(1));
  // 1 500 ₽ at 2 %; goods at a reduced price earn nothing.
  expect(await stateOf(user, later(2))).toMatchObject({
    balance: 30,
    purchases_kopecks: 150_000,
    level: { name: 'Старт' },
  });
  expect(await movementsOf(db, user.card.id, 10)).toMatchObject([
    { reason: 'earned', amount: 30, percent: 2, order_number: order.number, expires_at: later(366) },
  ]);
});

test('[S1-05] the ladder counts purchases of the last year: the next order earns by the higher level, a year later by the first again', async () => {
  const user = await anna();
  await bought(user, [[mixture, 60]], later(1));
  await earnForOrders(db, later(1));
  expect(await stateOf(user, later(2))).toMatchObject({
    balance: 600,
    level: { percent: 3 },
    next: { name: 'Прораб' },
  });
  await bought(user, [[mixture, 2]], later(3));
  await earnForOrders(db, later(3));
  expect(await stateOf(user, later(4))).toMatchObject({ balance: 630 });
  expect(await stateOf(user, later(367))).toMatchObject({ level: { name: 'Старт' } });
});

test('[S1-05] a firm’s purchase earns nothing, nor does one received before the card was attached', async () => {
  const user = await makeUser(db);
  await bought(user, [[mixture, 2]], later(-1));
  await issueCard(db, { kind: 'bonus', user_id: user.id, phone: null, who: 'покупатель' }, start);
  const firm = await makeCompany(db);
  await joinCompany(db, user, firm);
  await bought(user, [[mixture, 2]], later(1), { ...firm, role: 'owner' });
  await earnForOrders(db, later(2));
  expect(await stateOf(user, later(2))).toMatchObject({ balance: 0, purchases_kopecks: 0 });
});

/** Money of an order that went back, as the payments' verbs leave it. */
async function refund(order: { id: string; total: number }, lines: { position: number; count: number }[]) {
  const { rows } = await sql<{ id: string }>`
    insert into payments (order_id, amount, method, provider, state, request, created_at, changed_at, paid_at)
    values (${order.id}::uuid, ${order.total}, 'card', 'yookassa', 'succeeded', '{}', ${start}, ${start}, ${start}) returning id`.execute(
    db,
  );
  await sql`
    insert into refunds (payment_id, amount, lines, reason, state, who, created_at, changed_at)
    values (${rows[0]!.id}::uuid, 1, ${JSON.stringify(lines)}::jsonb, 'returned', 'succeeded', 'сотрудник', ${start}, ${start})`.execute(
    db,
  );
}

test('[S1-05] a return takes back exactly what the returned goods had earned, once', async () => {
  const user = await anna();
  const order = await bought(user, [[mixture, 3]], later(1));
  await earnForOrders(db, later(1));
  await refund(order, [{ position: 1, count: 1 }]);
  await takeBackForRefunds(db, later(2));
  await takeBackForRefunds(db, later(2));
  expect(await stateOf(user, later(3))).toMatchObject({ balance: 20, purchases_kopecks: 100_000 });
  await refund(order, [{ position: 1, count: 2 }]);
  await takeBackForRefunds(db, later(4));
  expect(await stateOf(user, later(5))).toMatchObject({ balance: 0, purchases_kopecks: 0 });
});

test('[S1-05] what was spent meanwhile is not taken: the balance is never below zero, not even by SQL', async () => {
  const user = await anna();
  const order = await bought(user, [[mixture, 3]], later(1));
  await earnForOrders(db, later(1));
  const card = (await readCard(db, user.card.id))!;
  await db
    .transaction()
    .execute((db) =>
      adjustCard(db, card, { amount: -25, purchase_kopecks: 0, reason: 'spent', who: 'Пётр', note: 'Касса' }, later(2)),
    );
  await refund(order, [{ position: 1, count: 3 }]);
  await takeBackForRefunds(db, later(3));
  expect(await stateOf(user, later(4))).toMatchObject({ balance: 0 });
  await expect(
    sql`insert into card_movements (card_id, at, reason, amount, who) values (${card.id}::uuid, now(), 'spent', -1, 'x')`.execute(
      db,
    ),
  ).rejects.toThrow('no less than no bonuses');
});

test('[S1-05] parallel withdrawals take no more than there is', async () => {
  const user = await anna();
  const card = (await readCard(db, user.card.id))!;
  const change = (amount: number) =>
    db
      .transaction()
      .execute((db) =>
        adjustCard(
          db,
          card,
          { amount, purchase_kopecks: 0, reason: 'adjusted', who: 'Пётр', note: 'Проверка' },
          later(1),
        ),
      );
  await change(100);
  const results = await Promise.all([1, 2, 3, 4].map(() => refusal(change(-40))));
  expect(results.sort()).toEqual(['done', 'done', 'not_enough_bonuses', 'not_enough_bonuses']);
  expect(await stateOf(user, later(2))).toMatchObject({ balance: 20 });
});

test('[S1-05] bonuses expire a year later, the oldest are spent first, and the card says what goes when', async () => {
  const user = await anna();
  const card = (await readCard(db, user.card.id))!;
  const change = (amount: number, now: Date) =>
    db
      .transaction()
      .execute((db) =>
        adjustCard(db, card, { amount, purchase_kopecks: 0, reason: 'adjusted', who: 'Пётр', note: 'Проверка' }, now),
      );
  await change(100, later(0));
  await change(50, later(10));
  await change(-30, later(20));
  expect((await stateOf(user, later(30))).expiring).toEqual({ amount: 70, at: later(365) });
  await expireBonuses(db, later(364));
  expect(await stateOf(user, later(364))).toMatchObject({ balance: 120 });
  await Promise.all([expireBonuses(db, later(366)), expireBonuses(db, later(366))]);
  expect(await stateOf(user, later(366))).toMatchObject({ balance: 50, expiring: { amount: 50, at: later(375) } });
  await expireBonuses(db, later(400));
  expect(await stateOf(user, later(400))).toMatchObject({ balance: 0, expiring: null });
});

test('[S1-05] a movement is neither rewritten nor removed', async () => {
  const user = await anna();
  await bought(user, [[mixture, 3]], later(1));
  await earnForOrders(db, later(1));
  await expect(sql`update card_movements set amount = 1000`.execute(db)).rejects.toThrow('stay');
  await expect(sql`delete from card_movements`.execute(db)).rejects.toThrow('stay');
});

test('[S1-05] number and code prove a card; it is attached to one account only, and an account has one of a kind', async () => {
  const { number, code } = await issueCard(
    db,
    { kind: 'idd', user_id: null, phone: '+79217770001', who: 'касса' },
    start,
  );
  const [first, second] = [await makeUser(db), await makeUser(db)];
  const proven = await proveCard(db, { number, code: `${code.slice(0, 3)} ${code.slice(3)}` }, requester(), start);
  await attachCard(db, proven, first.id, start);
  expect(await findCard(db, number)).toMatchObject({ user_id: first.id, attached_at: start });
  const again = await proveCard(db, { number, code }, requester(), start);
  expect(await refusal(attachCard(db, again, second.id, start))).toBe('card_owned');
  const other = await issueCard(db, { kind: 'idd', user_id: null, phone: null, who: 'касса' }, start);
  const proof = await proveCard(db, other, requester(), start);
  expect(await refusal(attachCard(db, proof, first.id, start))).toBe('card_owned');
  expect(await refusal(issueCard(db, { kind: 'idd', user_id: first.id, phone: null, who: 'x' }, start))).toBe(
    'card_owned',
  );
});

test('[S1-05] of two cards of one kind attached at the same moment one is taken, the other refused in words', async () => {
  const user = await makeUser(db);
  const issue = () => issueCard(db, { kind: 'idd', user_id: null, phone: null, who: 'касса' }, start);
  const proofs = await Promise.all(
    [issue(), issue()].map(async (card) => proveCard(db, await card, requester(), start)),
  );
  const attached = await Promise.all(
    proofs.map((proof) => refusal(db.transaction().execute((db) => attachCard(db, proof, user.id, start)))),
  );
  expect(attached.sort()).toEqual(['card_owned', 'done']);
});

test('[S1-05] purchases of a kind of card without rules wait for them and keep no others waiting', async () => {
  const user = await anna();
  const levels = await db.deleteFrom('loyalty_levels').where('kind', '=', 'bonus').returningAll().execute();
  await bought(user, [[mixture, 1]], later(1));
  expect(await earnForOrders(db, later(1), 1)).toBe(0);
  await db.insertInto('loyalty_levels').values(levels).execute();
  expect(await earnForOrders(db, later(1), 1)).toBe(1);
});

test('[S1-05] tries to check a card are limited by address and by card, the same for numbers nobody has', async () => {
  const { number, code } = await issueCard(db, { kind: 'bonus', user_id: null, phone: null, who: 'касса' }, start);
  const wrong = code === '000000' ? '000001' : '000000';
  const nobodys = `299999999999${checkDigit('299999999999')}`;
  const here = requester();
  for (let i = 0; i < 10; i++)
    expect(await refusal(proveCard(db, { number: nobodys, code }, here, start))).toBe('wrong_card');
  expect(await refusal(proveCard(db, { number, code }, here, start))).toBe('too_many');
  expect(await refusal(proveCard(db, { number, code }, here, later(1)))).toBe('done');
  // From ten addresses: the card itself is closed for the day, its owner's code included.
  for (let i = 0; i < 10; i++)
    expect(await refusal(proveCard(db, { number, code: wrong }, requester(), later(2)))).toBe('wrong_card');
  expect(await refusal(proveCard(db, { number, code }, requester(), later(2)))).toBe('too_many');
  expect(await refusal(proveCard(db, { number, code }, requester(), later(3.1)))).toBe('done');
  expect(await refusal(proveCard(db, { number: '123', code: '' }, requester(), start))).toBe('bad_input');
});

test('[S1-05] a lost card goes on under another number and code; the former ones open nothing', async () => {
  const user = await anna();
  const card = (await readCard(db, user.card.id))!;
  await db
    .transaction()
    .execute((db) =>
      adjustCard(
        db,
        card,
        { amount: 100, purchase_kopecks: 0, reason: 'adjusted', who: 'Пётр', note: 'Проверка' },
        start,
      ),
    );
  const replaced = await db.transaction().execute((db) => replaceCard(db, card.id, 'покупатель', start));
  expect(await refusal(proveCard(db, user.card, requester(), start))).toBe('wrong_card');
  expect(await refusal(proveCard(db, replaced, requester(), start))).toBe('done');
  expect(await stateOf(user, start)).toMatchObject({ number: replaced.number, balance: 100 });
  const code = await renewCode(db, card.id);
  expect(await refusal(proveCard(db, { ...replaced, code }, requester(), start))).toBe('done');
});

test('[S1-05] staff changes a card with a reason only', async () => {
  const user = await anna();
  const card = (await readCard(db, user.card.id))!;
  const change = (more: object) =>
    refusal(
      db
        .transaction()
        .execute((db) =>
          adjustCard(
            db,
            card,
            { amount: 5, purchase_kopecks: 0, reason: 'adjusted', who: 'Пётр', note: 'Жалоба', ...more },
            start,
          ),
        ),
    );
  expect(await change({ note: '  ' })).toBe('bad_input');
  expect(await change({ amount: 0 })).toBe('bad_input');
  expect(await change({ amount: 1.5 })).toBe('bad_input');
  expect(await change({ amount: 0, purchase_kopecks: 100_000 })).toBe('done');
  expect(await change({})).toBe('done');
  const idd = await issueCard(db, { kind: 'idd', user_id: user.id, phone: null, who: 'касса' }, start);
  const discount = (await readCard(db, idd.id))!;
  expect(
    await refusal(
      adjustCard(db, discount, { amount: 5, purchase_kopecks: 0, reason: 'adjusted', who: 'П', note: 'x' }, start),
    ),
  ).toBe('bad_input');
});
