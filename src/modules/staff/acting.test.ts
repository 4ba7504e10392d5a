import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endSession } from '#modules/accounts/sessions.ts';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { joinCompany, makeCompany, makeStaff, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { endActing, issueActingLink, readActingLink, startActing, startActingByLink } from './acting.ts';
import { listActing, whileActing } from './acting-log.ts';
import { findCustomers } from './find-customers.ts';
import { ownBranches, requireStaff } from './require-staff.ts';
import { dismissStaff, resetTotp } from './staff.ts';

const { db } = await testDatabase();
const now = new Date('2026-11-21T09:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const inTransaction = <T>(work: (tx: typeof db) => Promise<T>) =>
  db.transaction().execute((tx) => work(tx as unknown as typeof db));

async function cast() {
  const maria = await makeStaff(db, ['login_by_user'], { full_name: 'Мария Отделова', now });
  const anna = await makeUser(db, { full_name: 'Анна Смирнова' });
  const staff = requireStaff({ account: await readSignedIn(db, maria.session_id, now) }, 'login_by_user', now);
  const start = (reason = 'Просит помочь с заказом', at = now) =>
    inTransaction((db) => startActing(db, staff, { user_id: anna.id, reason }, at));
  const account = (at = now) => readSignedIn(db, maria.session_id, at);
  return { maria, anna, staff, start, account };
}

test('[S6-05] staff act as the customer for thirty minutes, then are themselves again', async () => {
  const { maria, anna, start, account } = await cast();
  const firm = await makeCompany(db);
  await joinCompany(db, anna, firm);
  expect(await start()).toMatchObject({ expires_at: later(1_800) });
  expect(await account(later(1_799))).toMatchObject({
    user_id: anna.id,
    full_name: 'Анна Смирнова',
    company: { id: firm.id },
    acting: { staff_name: 'Мария Отделова' },
    staff: { user_id: maria.id },
  });
  expect(await account(later(1_800))).toMatchObject({ user_id: maria.id, company: null, acting: null });
  await start('Перезвонила ещё раз', later(1_800));
  expect(await account(later(1_801))).toMatchObject({ user_id: anna.id });
});

test('[S6-05] their own rights rest while they act, and one customer is left before the next is entered', async () => {
  const { start, account } = await cast();
  await start();
  const acting = (await account())!;
  expect(() => requireStaff({ account: acting }, 'login_by_user', now)).toThrow('Сначала выйдите');
  await expect(start()).rejects.toMatchObject({ code: 'acting_now' });
  await inTransaction((db) => endActing(db, acting, later(60)));
  await inTransaction((db) => endActing(db, acting, later(61)));
  expect((await account(later(60)))?.acting).toBeNull();
  await start('Следующий звонок', later(90));
});

test('[S6-05] nobody acts as other staff, as themselves, as a deleted person, or without a reason', async () => {
  const { maria, staff, start } = await cast();
  const petr = await makeStaff(db, ['pickup']);
  const gone = await makeUser(db, { full_name: '', deleted_at: now });
  for (const user_id of [petr.id, maria.id, gone.id, crypto.randomUUID()])
    await expect(
      inTransaction((db) => startActing(db, staff, { user_id, reason: 'Просит помочь' }, now)),
    ).rejects.toMatchObject({ code: 'not_found' });
  await expect(start(' зв к ')).rejects.toMatchObject({ details: { fields: { reason: 'Минимум 5 символов' } } });
  await expect(start('а'.repeat(501))).rejects.toMatchObject({
    details: { fields: { reason: 'Максимум 500 символов' } },
  });
  expect(await db.selectFrom('acting_sessions').select('id').where('staff_user_id', '=', maria.id).execute()).toEqual(
    [],
  );
});

test('[S6-05] dismissal and a new second factor end acting at once', async () => {
  const first = await cast();
  await first.start();
  await inTransaction((db) => dismissStaff(db, first.maria.id, now));
  expect(await first.account()).toMatchObject({ user_id: first.maria.id, staff: null });
  await expect(first.start()).rejects.toMatchObject({ code: 'forbidden' });
  const second = await cast();
  await second.start();
  const keys = await secretKeys(db, undefined);
  await inTransaction((db) => resetTotp(db, keys, second.maria.id, now));
  expect(await second.account()).toMatchObject({ user_id: second.maria.id, acting: null });
});

test('[S6-05] a link works once, for sixty seconds, in the session it was made for', async () => {
  const { anna, staff, account } = await cast();
  const other = await cast();
  const given = { user_id: anna.id, reason: 'Звонок из офиса' };
  const { token, expires_at } = await issueActingLink(db, staff, given, now);
  expect(expires_at).toEqual(later(60));
  expect(await readActingLink(db, staff, token, later(59))).toEqual({
    full_name: 'Анна Смирнова',
    reason: 'Звонок из офиса',
  });
  expect(await readActingLink(db, other.staff, token, now)).toBeNull();
  const follow = (who = staff, at = now) => inTransaction((db) => startActingByLink(db, who, token, at));
  await expect(follow(other.staff)).rejects.toMatchObject({ code: 'link_over' });
  await expect(follow(staff, later(60))).rejects.toMatchObject({ code: 'link_over' });
  const follows = await Promise.allSettled([follow(), follow(), follow()]);
  expect(follows.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await account()).toMatchObject({ user_id: anna.id });
  await inTransaction(async (db) => endActing(db, (await account())!, now));
  await expect(follow()).rejects.toMatchObject({ code: 'link_over' });
  expect(await readActingLink(db, staff, token, now)).toBeNull();
});

test('[S6-05] the customer reads who was there, when, why and what was changed', async () => {
  const { anna, maria, start, account } = await cast();
  const { id } = await start('Помочь с пропуском');
  await whileActing(id, () =>
    db
      .insertInto('saved_recipients')
      .values({ user_id: anna.id, name: 'Захар Получателев', phone: '+79215550103' })
      .execute(),
  );
  await whileActing(id, () =>
    db.transaction().execute(async (db) => {
      await db.updateTable('users').set({ full_name: 'Анна Белова' }).where('id', '=', anna.id).execute();
      await db.updateTable('users').set({ full_name: 'Анна Смирнова' }).where('id', '=', anna.id).execute();
    }),
  );
  await db.updateTable('users').set({ full_name: 'Анна Петровна' }).where('id', '=', anna.id).execute();
  expect(await listActing(db, { user_id: anna.id }, 5, later(90))).toMatchObject([{ ended_at: null }]);
  await inTransaction(async (db) => endActing(db, (await account())!, later(120)));
  expect(await listActing(db, { user_id: anna.id }, 5, later(200))).toEqual([
    {
      id,
      user_id: anna.id,
      customer_name: 'Анна Петровна',
      staff_name: 'Мария Отделова',
      reason: 'Помочь с пропуском',
      started_at: now,
      ended_at: later(120),
      orders: [],
      entries: [
        { at: now, what: 'Вход в кабинет покупателя' },
        { at: expect.any(Date), what: 'Получатели: добавление' },
        { at: expect.any(Date), what: 'Профиль: изменено имя' },
        { at: later(120), what: 'Выход из кабинета покупателя' },
      ],
    },
  ]);
  expect(await listActing(db, { user_id: maria.id }, 5, later(200))).toEqual([]);
  expect(await listActing(db, { staff_user_id: maria.id }, 5, later(200))).toMatchObject([{ id, orders: [] }]);
  expect(await listActing(db, { staff_user_id: anna.id }, 5, later(200))).toEqual([]);
  // Left by nobody: it ended with its term, or with the session of the member of staff.
  await start('Забыла выйти', later(300));
  expect(await listActing(db, { user_id: anna.id }, 1, later(3_000))).toMatchObject([{ ended_at: later(2_100) }]);
  await endSession(db, maria.session_id, 'signed_out', later(400));
  expect(await listActing(db, { user_id: anna.id }, 1, later(3_000))).toMatchObject([{ ended_at: later(400) }]);
});

test('[S6-05] a customer is found by phone, e-mail or name, with contacts hidden and never a colleague', async () => {
  const { staff } = await cast();
  const olga = await makeUser(db, {
    full_name: 'Ольга Пётрова-Белая',
    email: 'olga@pochta.example',
    phone: '+79215550102',
  });
  await makeStaff(db, ['pickup'], { full_name: 'Ольга Белая' });
  const names = async (typed: string) =>
    (await findCustomers(db, staff, typed, null)).customers.map((customer) => customer.full_name);
  const expected = {
    user_id: olga.id,
    full_name: 'Ольга Пётрова-Белая',
    email: 'o•••@pochta.example',
    phone: '+7-921-•••-••-02',
    company: null,
    last_order: null,
  };
  expect(await findCustomers(db, staff, '8 (921) 555-01-02', null)).toEqual({ customers: [expected], hasMore: false });
  for (const typed of ['9215550102', 'OLGA@pochta.example', 'петрова', 'белая ольг'])
    expect([typed, await names(typed)]).toEqual([typed, ['Ольга Пётрова-Белая']]);
  for (const typed of ['лга', 'olga@pochta', '1000001', "'; drop"])
    expect([typed, await names(typed)]).toEqual([typed, []]);
  for (const typed of ['', 'ол', '---', '@'.repeat(201)])
    await expect(findCustomers(db, staff, typed, null)).rejects.toMatchObject({ code: 'bad_input' });
  for (let n = 0; n < 6; n++) await makeUser(db, { full_name: `Иван Многов ${n}` });
  expect(await findCustomers(db, staff, 'многов', null)).toMatchObject({ customers: { length: 5 }, hasMore: true });
});

test('[1.2] staff of a branch find and enter its customers, and those who have ordered nowhere yet, no others', async () => {
  await makeBranches(db);
  const [here, there] = [
    await makeProduct(db),
    await makeProduct(db, { price_column: 'cherepovets', store: 'store52' }),
  ];
  const customer = (full_name: string) => makeUser(db, { full_name });
  const [own, foreign, fresh] = [
    await customer('Филиалова Вологда'),
    await customer('Филиалова Череповец'),
    await customer('Филиалова Новая'),
  ];
  await orderBy(db, own, [[here, 1]]);
  await orderBy(db, foreign, [[there, 1]], { branch: '00052' });
  const maria = await makeStaff(db, ['login_by_user'], { departments: ['00131'], now });
  const staff = requireStaff({ account: await readSignedIn(db, maria.session_id, now) }, 'login_by_user', now);
  const found = await findCustomers(db, staff, 'филиалова', ownBranches(staff));
  expect(found.customers.map(({ full_name }) => full_name)).toEqual(['Филиалова Вологда', 'Филиалова Новая']);
  const reason = 'Просит помочь с заказом';
  const given = { user_id: foreign.id, reason };
  await expect(inTransaction((db) => startActing(db, staff, given, now))).rejects.toMatchObject({ code: 'not_found' });
  await expect(issueActingLink(db, staff, given, now)).rejects.toMatchObject({ code: 'not_found' });
  // A link that was made before they moved to this branch.
  await sql`update staff set departments = '{}' where user_id = ${maria.id}`.execute(db);
  const { token } = await issueActingLink(db, staff, given, now);
  await sql`update staff set departments = '{00131}' where user_id = ${maria.id}`.execute(db);
  await expect(inTransaction((db) => startActingByLink(db, staff, token, now))).rejects.toMatchObject({
    code: 'not_found',
  });
  for (const { id } of [own, fresh]) await issueActingLink(db, staff, { user_id: id, reason }, now);
  await inTransaction((db) => startActing(db, staff, { user_id: fresh.id, reason }, now));
});
