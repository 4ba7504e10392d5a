import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { eraseAccount } from '#modules/accounts/delete-account.ts';
import { findUserByIdentity } from '#modules/accounts/identities.ts';
import type { MergeChoice } from '#modules/accounts/merge-users.ts';
import { lockAccountCart, readAccountCart, writeAccountCart } from '#modules/cart/account-cart.ts';
import { cardsOf, readCard } from '#modules/loyalty/cards.ts';
import { giveBackForRefunds } from '#modules/loyalty/give-back-bonuses.ts';
import { earnForOrders, takeBackForRefunds } from '#modules/loyalty/move-bonuses.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { refundLines } from '#modules/payments/refund-payment.ts';
import { Refusal } from '#platform/refusal.ts';
import { makeCompany, makeStaff, makeUser, signedIn } from '#test/support/accounts.ts';
import { makeBonusCard } from '#test/support/bonuses.ts';
import { testDatabase } from '#test/support/database.ts';
import { nextNumber } from '#test/support/numbers.ts';
import { orderBy, orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { spinAll } from '#test/support/wheel.ts';
import { mergeCustomers } from './merge-customers.ts';
import { mergeRules } from './merge-rules.ts';
import { possibleDoubles, previewMerge } from './preview-merge.ts';

const { db } = await testDatabase();
await makeBranches(db);
await loadProgrammes(db);
const product = await makeProduct(db, { price: 33_333, on_hand: 10_000 });
const firm = await makeCompany(db);
const member = await makeStaff(db, ['support'], { full_name: 'Мария Отделова' });
const staff = { user_id: member.id, full_name: 'Мария Отделова' };
const choice: MergeChoice = { main_email: null, main_phone: null, reason: 'Просит сам, обе почты подтвердил', staff };

const merge = (kept: string, gone: string, more: Partial<MergeChoice> = {}) =>
  db.transaction().execute((db) => mergeCustomers(db, { kept, gone }, { ...choice, ...more }));
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => (error instanceof Refusal ? `${error.code}: ${error.message}` : String(error)),
  );
const rowsOf = async (place: string, user_id: string) => {
  const [table = '', column = ''] = place.split('.');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${user_id}::uuid`.execute(db);
  return rows[0]!.count;
};
const bonusesOf = async (...ids: string[]) => {
  const cards = (await Promise.all(ids.map((id) => cardsOf(db, id)))).flat();
  return cards.reduce((sum, { balance, held }) => sum + balance + held, 0);
};

/** A row for this person in every table whose rows move. */
async function withEverything(full_name: string) {
  const user = await makeUser(db, { full_name, phone: `+7921${String(nextNumber('phone')).padStart(7, '0')}` });
  const id = sql`${user.id}::uuid`;
  const order = await orderBy(db, user, [[product, 2]]);
  const other = await orderBy(db, user, [[product, 1]]);
  const number = nextNumber('everything');
  await makeBonusCard(db, user, 300);
  await signedIn(db, user);
  const { rows } = await sql<{ page: number; review: number }>`
    with page as (
      insert into pages (slug, version, title, html) values (${`consent-${number}`}, 1, 'Согласие', '<p>Да</p>') returning id
    ), review as (
      insert into reviews (product_id, author_name, rating, text, is_demo, department_id_1c)
      values (${product.id}, 'Другой', 5, 'Хорошо', true, '00131') returning id
    )
    select (select id from page) as page, (select id from review)::int as review`.execute(db);
  const { page, review } = rows[0]!;
  for (const statement of [
    sql`update orders set placed_by = ${id} where id = ${order.id}::uuid`,
    sql`insert into order_approvals (order_id, asked_by, asked_at, reason, limit_kopecks, sum_kopecks)
      values (${order.id}::uuid, ${id}, now(), 'order', 1, 2)`,
    sql`insert into order_approvals (order_id, decided_by, asked_at, reason, limit_kopecks, sum_kopecks, decided_at, outcome)
      values (${other.id}::uuid, ${id}, now(), 'order', 1, 2, now(), 'approved')`,
    sql`insert into coupons (code, code_key, kind, percent, is_personal, owner_user_id, max_uses, ends_at)
      values (${`MERGE-${number}`}, ${`MERGE-${number}`}, 'percent', 5, true, ${id}, 1, now() + interval '1 day')`,
    sql`insert into company_members (company_id, user_id, role) values (${firm.id}, ${id}, 'purchaser')`,
    sql`insert into company_requests (company_id, user_id) values (${firm.id}, ${id})`,
    sql`insert into company_invitations (company_id, email, role, invited_by, expires_at)
      values (${firm.id}, ${`third${number}@pochta.example`}, 'purchaser', ${id}, now() + interval '1 day')`,
    sql`insert into saved_addresses (user_id, place, address) values (${id}, 'Вологда', ${`Мира, ${number}`})`,
    sql`insert into saved_recipients (user_id, name, phone) values (${id}, 'Пётр', '+79215550000')`,
    sql`insert into saved_lists (user_id, name) values (${id}, 'Дача')`,
    sql`insert into carts (id) values (${id}) on conflict do nothing`,
    sql`insert into cart_lines (cart_id, product_id, count) values (${id}, ${product.id}, 3)`,
    sql`insert into consents (page_id, purpose, form, subject, user_id) values (${page}, 'personal_data', 'sign_up', '', ${id})`,
    sql`insert into subscriptions (email, topic, department_id_1c, user_id, form)
      values (${user.email}, 'actions', '00131', ${id}, 'profile')`,
    sql`insert into tickets (user_id, department_id_1c, theme, name, email, answer_due_at)
      values (${id}, '00131', 'other', 'Анна', ${user.email}, now())`,
    sql`insert into reviews (product_id, user_id, order_line_id, author_name, rating, text, department_id_1c)
      select ${product.id}, ${id}, min(l.id), 'Анна', 4, 'Неплохо', '00131' from order_lines l where l.order_id = ${order.id}::uuid`,
    sql`insert into product_questions (product_id, user_id, author_name, text, department_id_1c)
      values (${product.id}, ${id}, 'Анна', 'Подойдёт ли?', '00131')`,
    sql`insert into review_votes (review_id, voter) values (${review}, ${id})`,
    sql`insert into form_submissions (code, once, user_id, department_id_1c, origin, answers)
      values ('question', ${`once-${number}`}, ${id}, '00131', 'http://idd.localhost', '[]'::jsonb)`,
    sql`insert into estimates (user_id, department_id_1c) values (${id}, '00131')`,
    sql`insert into customer_notes (user_id, who, text, at) values (${id}, 'Мария', 'Просит звонить', now())`,
    sql`insert into customer_flags (user_id, flag, why, who, at) values (${id}, 'no_pay_on_receipt', 'Не забрал', 'Мария', now())`,
    sql`insert into acting_sessions (staff_user_id, session_id, user_id, reason, expires_at, ended_at)
      select ${member.id}::uuid, id, ${id}, 'Просит помочь', now(), now() from sessions where user_id = ${member.id}::uuid limit 1`,
    sql`insert into codes (purpose, email, user_id, hash, created_at, expires_at)
      values ('contact', ${user.email}, ${id}, ${Buffer.alloc(32, number)}, now(), now() + interval '5 minutes')`,
    sql`insert into one_time_links (hash, purpose, user_id, created_at, expires_at)
      values (${Buffer.alloc(32, number)}, 'password', ${id}, now(), now() + interval '5 minutes')`,
  ])
    await statement.execute(db);
  return user;
}

test('every column that names a user says what becomes of it when two customers become one', async () => {
  const { rows } = await sql<{ place: string }>`
    select k.conrelid::regclass || '.' || a.attname as place
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'users'::regclass
    union select c.table_name || '.' || c.column_name from information_schema.columns c
    where c.table_schema = 'public' and c.data_type = 'uuid' and c.column_name like '%user\\_id'
      and not exists (select from pg_inherits i where i.inhrelid = c.table_name::regclass)`.execute(db);
  // A cart has its person's id, its lines the cart's, a vote the voter's: guests have them too.
  const own = ['cart_lines.cart_id', 'review_votes.voter'];
  expect(Object.keys(mergeRules).sort()).toEqual([...rows.map(({ place }) => place), ...own].sort());
});

test('nothing of two customers who become one is lost: all rows stand by the one who stays', async () => {
  const kept = await withEverything('Анна Смирнова');
  const gone = await withEverything('Анна Смирнова-Вторая');
  const earlier = await makeUser(db, { full_name: 'Аня' });
  const spun = await makeUser(db, { full_name: 'Анна Третья' });
  await spinAll(db, [gone, spun]);
  await sql`insert into identities (provider, subject, user_id) values ('yandex', '77', ${gone.id}::uuid)`.execute(db);
  await sql`insert into contacts (user_id, type, value, purpose) values (${gone.id}::uuid, 'phone', '+79219990000', 'Yandex')`.execute(
    db,
  );
  await merge(gone.id, earlier.id);
  const moving = Object.entries(mergeRules).filter(([, { does }]) => does === 'moves');
  const before = new Map<string, number[]>();
  for (const [place] of moving) before.set(place, [await rowsOf(place, kept.id), await rowsOf(place, gone.id)]);
  for (const [place, [, count]] of before) expect(count, `${place} stands in this test`).toBeGreaterThan(0);
  const bonuses = await bonusesOf(kept.id, gone.id);
  const total = async () =>
    (await sql<{ sum: number }>`select sum(total)::int8 as sum from orders`.execute(db)).rows[0];
  const sums = await total();
  const preview = await previewMerge(db, { kept: kept.id, gone: gone.id });
  expect(preview).toMatchObject({ obstacles: [], bonuses: { kept: 300, gone: 300 }, has_common_contact: false });
  expect(preview.moves).toContainEqual({ words: 'Заказы', count: 2 });

  await merge(kept.id, gone.id);

  expect(await total()).toEqual(sums);
  expect([bonuses, await bonusesOf(kept.id), await bonusesOf(gone.id)]).toEqual([600, 600, 0]);
  // What is one of its kind at a person becomes one: the same firm, recipient, product in the cart, vote, restriction.
  const one = [
    ...['cards.user_id', 'company_members.user_id', 'company_requests.user_id', 'saved_recipients.user_id'],
    ...['cart_lines.cart_id', 'carts.id', 'customer_flags.user_id', 'reviews.user_id'],
  ];
  for (const [place, [own = 0, came = 0]] of before) {
    const more = { 'users.merged_into': 1, 'customer_notes.user_id': 1 }[place] ?? 0;
    expect(await rowsOf(place, gone.id), place).toBe(0);
    expect(await rowsOf(place, kept.id), place).toBe(one.includes(place) ? own : own + came + more);
  }
  for (const [place, { does }] of Object.entries(mergeRules))
    if (does === 'ends') expect(await rowsOf(place, gone.id), place).toBe(0);
  const { rows: reviews } = await sql`
    select from reviews where user_id is null and email = ${gone.email} and order_line_id is not null`.execute(db);
  expect(reviews).toHaveLength(1);
  expect((await readAccountCart(db, kept.id)).lines).toEqual([{ product_id: product.id, count: 6 }]);
  const { rows: lists } = await sql<{ name: string }>`
    select name from saved_lists where user_id = ${kept.id}::uuid order by name`.execute(db);
  expect(lists.map(({ name }) => name)).toEqual(['Дача', 'Дача (2)']);
  const { rows: locked } = await sql`
    select from contacts where user_id = ${kept.id}::uuid and purpose = 'Yandex' and value = '+79219990000'`.execute(
    db,
  );
  expect(locked).toHaveLength(1);

  // Both have spun in one period: both coupons stay theirs, the second spin names nobody.
  await merge(kept.id, spun.id);
  expect(await rowsOf('fortune_spins.user_id', kept.id)).toBe(1);
  expect(await rowsOf('fortune_spins.user_id', spun.id)).toBe(0);
  expect(await rowsOf('coupons.owner_user_id', kept.id)).toBe(4);

  // Again: nothing is left to do, nobody is told twice.
  const emails = async () => (await sql`select from mails where subject = 'Ваши кабинеты объединены'`.execute(db)).rows;
  const sent = (await emails()).length;
  await merge(kept.id, gone.id);
  expect(await bonusesOf(kept.id)).toBe(600);
  expect((await emails()).length).toBe(sent);
});

test('the sign-ins of the account that went lead to the one that stayed, its sessions and password end', async () => {
  const kept = await makeUser(db, { full_name: '', phone: '+79215551111' });
  const gone = await makeUser(db, {
    full_name: 'Вера Ёлкина',
    phone: '+79215552222',
    password_hash: '$argon2id$v=19$gone',
  });
  await signedIn(db, gone);
  await sql`insert into identities (provider, subject, user_id) values ('yandex', '78', ${gone.id}::uuid)`.execute(db);
  const { rows: chosen } = await sql<{ id: number; type: string }>`
    select id, type from contacts where user_id = ${gone.id}::uuid order by type`.execute(db);
  const [email, phone] = chosen;
  await merge(kept.id, gone.id, { main_email: email!.id, main_phone: phone!.id });

  expect(await findUserByIdentity(db, 'yandex', '78')).toBe(kept.id);
  const { rows } = await sql`
    select type, value, purpose, confirmed_at is not null as is_confirmed from contacts
    where user_id = ${kept.id}::uuid order by type, value`.execute(db);
  expect(rows).toEqual(
    [
      { type: 'email', value: kept.email, purpose: 'additional', is_confirmed: true },
      { type: 'email', value: gone.email, purpose: 'main', is_confirmed: true },
      { type: 'phone', value: '+79215551111', purpose: 'additional', is_confirmed: false },
      { type: 'phone', value: '+79215552222', purpose: 'main', is_confirmed: false },
    ].sort((a, b) => `${a.type}${a.value}`.localeCompare(`${b.type}${b.value}`)),
  );
  const { rows: users } = await sql`
    select full_name, password_hash, deleted_at is not null as is_deleted, merged_into from users
    where id in (${kept.id}::uuid, ${gone.id}::uuid) order by id = ${gone.id}::uuid`.execute(db);
  expect(users).toEqual([
    { full_name: 'Вера Ёлкина', password_hash: null, is_deleted: false, merged_into: null },
    { full_name: '', password_hash: null, is_deleted: true, merged_into: kept.id },
  ]);
  const { rows: living } = await sql`
    select from sessions where user_id = ${kept.id}::uuid and (ended_at is null or browser is not null)`.execute(db);
  expect(living).toEqual([]);
  const { rows: notified } = await sql<{ to_address: string }>`
    select to_address from mails where subject = 'Ваши кабинеты объединены' and to_address in (${kept.email}, ${gone.email})`.execute(
    db,
  );
  expect(notified).toHaveLength(2);
});

test('bonuses of both are summed with their terms and holds, and no order earns a second time', async () => {
  const kept = await makeUser(db);
  const gone = await makeUser(db);
  const old = await makeBonusCard(db, gone, 500);
  const own = await makeBonusCard(db, kept, 200);
  const done = async (user: { id: string; full_name: string }) => {
    const order = await orderBy(db, user, [[product, 30]]);
    for (const state of ['assembling', 'ready', 'completed'] as const)
      await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'склад' }));
    return order;
  };
  await done(kept);
  await done(gone);
  await earnForOrders(db);
  await orderBy(db, gone, [[product, 10]], { input: { bonuses: 100 } });
  const [before] = await cardsOf(db, gone.id);
  const [ownBefore] = await cardsOf(db, kept.id);
  expect(before?.held).toBe(100);

  await merge(kept.id, gone.id);

  const [after] = await cardsOf(db, kept.id);
  expect(after).toMatchObject({
    id: own.id,
    balance: before!.balance + ownBefore!.balance,
    held: 100,
    purchases_kopecks: before!.purchases_kopecks + ownBefore!.purchases_kopecks,
  });
  expect(await readCard(db, old.id)).toMatchObject({ user_id: null, phone: null });
  const { rows } = await sql<{ sum: number }>`
    select sum(amount)::int as sum from card_movements where card_id = ${old.id}::uuid`.execute(db);
  expect(rows[0]?.sum).toBe(0);
  await earnForOrders(db);
  expect((await cardsOf(db, kept.id))[0]?.balance).toBe(after!.balance);
});

test('money back for an order of before moves spent and earned bonuses of the card that stayed', async () => {
  const [kept, gone] = [await makeUser(db), await makeUser(db)];
  const old = await makeBonusCard(db, gone, 500);
  const own = await makeBonusCard(db, kept, 200);
  const order = await orderBy(db, gone, [[product, 30]], { input: { bonuses: 100 } });
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'склад' }));
  await earnForOrders(db);
  const [before] = await cardsOf(db, gone.id);
  expect(before?.balance).toBeGreaterThan(400);
  const { rows } = await sql<{ id: string }>`
    insert into payments (order_id, amount, method, provider, state, request, created_at, changed_at, paid_at)
    values (${order.id}::uuid, ${order.total}, 'card', 'account', 'succeeded', '{}', now(), now(), now()) returning id`.execute(
    db,
  );
  await merge(kept.id, gone.id);

  const wanted = { reason: 'returned', who: 'сотрудник' } as const;
  const { id } = await db
    .transaction()
    .execute((db) => refundLines(db, rows[0]!.id, [{ position: 1, count: 30 }], wanted));
  await sql`update refunds set state = 'succeeded', changed_at = now() where id = ${id}`.execute(db);
  for (const _ of [1, 2]) {
    await giveBackForRefunds(db);
    await takeBackForRefunds(db);
  }
  expect((await cardsOf(db, kept.id))[0]).toMatchObject({ id: own.id, balance: 700, purchases_kopecks: 0 });
  const { rows: left } = await sql<{ sum: number }>`
    select sum(amount)::int as sum from card_movements where card_id = ${old.id}::uuid`.execute(db);
  expect(left[0]?.sum).toBe(0);
});

test('orders that were bought without a card earn nothing by being merged into an account with one', async () => {
  const kept = await makeUser(db);
  const gone = await makeUser(db);
  await makeBonusCard(db, kept, 200);
  const order = await orderBy(db, gone, [[product, 30]]);
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'склад' }));
  await merge(kept.id, gone.id);
  await earnForOrders(db);
  expect(await bonusesOf(kept.id)).toBe(200);
});

test('oneself, staff, the erased, the leaving and two accounts of Yandex are refused in words, and nothing moves', async () => {
  const kept = await makeUser(db, { full_name: 'Анна Смирнова' });
  const other = await makeUser(db, { full_name: 'Анна Другая' });
  const order = await orderBy(db, other, [[product, 1]]);
  expect(await refusal(merge(kept.id, kept.id))).toMatch(/^merge_refused: Это один и тот же покупатель/);
  expect(await refusal(merge(kept.id, member.id))).toMatch(/^merge_refused: Второй кабинет принадлежит сотруднику/);
  expect(await refusal(merge(member.id, kept.id))).toMatch(/^merge_refused: Этот кабинет принадлежит сотруднику/);
  expect(await refusal(merge(kept.id, other.id, { reason: 'да' }))).toMatch(/^bad_input/);
  for (const [id, subject] of [
    [kept.id, '1'],
    [other.id, '2'],
  ])
    await sql`insert into identities (provider, subject, user_id) values ('yandex', ${subject}, ${id}::uuid)`.execute(
      db,
    );
  expect(await refusal(merge(kept.id, other.id))).toMatch(/^merge_refused: У обоих подтверждён вход через Яндекс ID/);
  const leaving = await makeUser(db, { full_name: 'Зоя Прощальная' });
  await sql`update users set deletion_requested_at = now() - interval '1 minute', deletion_due_at = now() - interval '1 minute'
    where id = ${leaving.id}::uuid`.execute(db);
  expect(await refusal(merge(kept.id, leaving.id))).toMatch(/^merge_refused: Второй кабинет удаляют/);
  await db.transaction().execute((db) => eraseAccount(db, leaving.id));
  expect(await refusal(merge(kept.id, leaving.id))).toMatch(/^merge_refused: Второй кабинет уже удалён/);
  const { rows } = await sql`select from orders where id = ${order.id}::uuid and user_id = ${other.id}::uuid`.execute(
    db,
  );
  expect(rows).toHaveLength(1);
});

test('who gave the same phone or email is proposed as a double, staff and strangers are not', async () => {
  const phone = '+79215557777';
  const one = await makeUser(db, { full_name: 'Глеб Один', phone });
  const two = await makeUser(db, { full_name: 'Глеб Два', phone });
  await makeUser(db, { full_name: 'Глеб Чужой', phone: '+79215557778' });
  await sql`insert into contacts (user_id, type, value) values (${member.id}::uuid, 'phone', ${phone})`.execute(db);
  expect(await possibleDoubles(db, one.id, null)).toMatchObject([{ id: two.id, type: 'phone', contact: phone }]);
  await merge(one.id, two.id);
  expect(await possibleDoubles(db, one.id, null)).toEqual([]);
});

test('carts that do not fit together are told before anything is merged', async () => {
  const [kept, gone] = [await makeUser(db), await makeUser(db)];
  for (const { id } of [kept, gone])
    await db.transaction().execute(async (db) => {
      await lockAccountCart(db, id, new Date());
      await writeAccountCart(db, id, { lines: [{ product_id: product.id, count: 60_000 }], coupon: null }, new Date());
    });
  const words = 'Одного из товаров вместе получается 120\u00a0000, а в строке помещается 99\u00a0999';
  const { obstacles } = await previewMerge(db, { kept: kept.id, gone: gone.id });
  expect(obstacles).toEqual([`Корзины не складываются: о${words.slice(1)}`]);
  expect(await refusal(merge(kept.id, gone.id))).toBe(`bad_count: ${words}`);
});

test('an order placed while its account is being merged goes along, or asks its buyer to sign in again', async () => {
  const [kept, gone] = [await makeUser(db), await makeUser(db)];
  const buyer = { user_id: gone.id, company: null, placed_by: null };
  const place = await orderPlace(db, { buyer, visitor: gone.id });

  // The order first: the merge waits for it.
  const opened = Promise.withResolvers<void>();
  const placing = db.transaction().execute(async (db) => {
    const order = await placeOrder(db, place, orderInput([[product, 1]]));
    opened.resolve();
    await waitingForLock(1);
    return order;
  });
  await opened.promise;
  const merging = merge(kept.id, gone.id);
  const placed = await placing;
  await merging;
  expect(await getOrder(db, placed.id)).toMatchObject({ user_id: kept.id });

  // The merge first: the order waits, and its session is none by then.
  const other = await makeUser(db);
  const reserved = (await stockOf(db, product)).reserved;
  const begun = Promise.withResolvers<void>();
  const mergingOther = db.transaction().execute(async (db) => {
    await mergeCustomers(db, { kept: kept.id, gone: other.id }, choice);
    begun.resolve();
    await waitingForLock(1);
  });
  await begun.promise;
  const late = { ...place, buyer: { ...buyer, user_id: other.id }, visitor: other.id };
  const refused = refusal(db.transaction().execute(async (db) => placeOrder(db, late, orderInput([[product, 1]]))));
  await mergingOther;
  expect(await refused).toMatch(/^signed_out/);
  expect((await stockOf(db, product)).reserved).toBe(reserved);
  expect(await rowsOf('orders.user_id', other.id)).toBe(0);
});

/** Until so many connections of this database wait for a lock. */
async function waitingForLock(times: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows[0]?.waiting;
      },
      { timeout: 20_000 },
    )
    .toBe(times);
}
