import { expect, test } from 'vitest';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { startActingByLink } from '#modules/staff/acting.ts';
import { requireStaff } from '#modules/staff/require-staff.ts';
import { totpCode } from '#modules/staff/totp.ts';
import { verifySecondFactor } from '#modules/staff/verify-second-factor.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeStaff, makeUser, signedIn } from '#test/support/accounts.ts';
import { wordsRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { commands } from './staff.ts';

const { db, url } = await testDatabase();
await makeBranches(db);

const shop = wordsRunner(commands, { db, url });

const secretIn = (text: string) => /secret=([A-Z2-7]+)/.exec(text)?.[1] ?? '';

test('[S6-05] staff made from the command line sign in with the secret of the QR code printed once', async () => {
  const email = 'manager@idd.example';
  const printed = await shop('staff create', [], {
    email,
    name: 'Мария Отделова',
    roles: 'login_by_user,orders',
    departments: '00131',
  });
  expect(printed).toContain('Сотрудник Мария Отделова: вход за покупателя, заказы.');
  expect(printed).toMatch(/[█▀▄]{10}/);
  expect(await shop('staff list')).toBe(
    'Мария Отделова  manager@idd.example  вход за покупателя, заказы  филиалы 00131',
  );
  const { user_id } = await db.selectFrom('staff').select('user_id').executeTakeFirstOrThrow();
  const { session_id } = await signedIn(db, { id: user_id });
  const account = (await readSignedIn(db, session_id, new Date()))!;
  await verifySecondFactor(db, await secretKeys(db, undefined), account, totpCode(secretIn(printed), new Date()));
  const shown = await readSignedIn(db, session_id, new Date());
  expect(requireStaff({ account: shown }, 'login_by_user')).toMatchObject({ departments: ['00131'] });

  const renewed = await shop('staff reset-totp', [email]);
  expect(secretIn(renewed)).not.toBe(secretIn(printed));
  expect(await shop('staff dismiss', [email])).toBe('Мария Отделова больше не сотрудник.');
  expect(await shop('staff list')).toContain('уволен');
});

test('a registered customer becomes staff under their own name, and only once', async () => {
  const anna = await makeUser(db, { full_name: 'Анна Смирнова', email: 'anna@pochta.example' });
  const values = { email: 'Anna@pochta.example', roles: 'support' };
  expect(await shop('staff create', [], values)).toContain('Сотрудник Анна Смирнова: поддержка.');
  expect(await shop('staff create', [], values)).toContain('Этот человек уже сотрудник');
  expect(await db.selectFrom('staff').select('roles').where('user_id', '=', anna.id).execute()).toEqual([
    { roles: ['support'] },
  ]);
});

test('mistakes are said in words: address, role, branch, a person nobody knows', async () => {
  const good = { email: 'new@idd.example', name: 'Новый Человек', roles: 'pickup' };
  expect(await shop('staff create', [], { ...good, email: 'no address' })).toContain('Нужен адрес почты');
  expect(await shop('staff create', [], { ...good, roles: 'boss' })).toContain('--roles: роли через запятую');
  expect(await shop('staff create', [], { ...good, departments: '1' })).toContain('Филиал не найден: 1');
  expect(await shop('staff create', [], { ...good, name: '' })).toContain('Нужно имя');
  expect(await shop('staff dismiss', ['new@idd.example'])).toContain('Никто не входит');
  await makeUser(db, { email: 'client@pochta.example' });
  expect(await shop('staff reset-totp', ['client@pochta.example'])).toContain('Такого сотрудника нет');
});

test('[S6-05] a link from the command line opens the customer in the browser where the second factor was shown', async () => {
  const olga = await makeUser(db, { full_name: 'Ольга Белая', email: 'olga@pochta.example' });
  const maria = await makeStaff(db, ['login_by_user'], { full_name: 'Мария', secondFactor: false });
  const values = { customer: 'olga@pochta.example', reason: 'Звонок из офиса' };
  expect(await shop('staff link', [maria.email], values)).toContain('нужны роль login_by_user и код');
  const account = (await readSignedIn(db, maria.session_id, new Date()))!;
  await verifySecondFactor(db, await secretKeys(db, undefined), account, maria.code());
  const printed = await shop('staff link', [maria.email], values);
  const token = /http:\/\/idd\.localhost:3000\/login-by-user\/\?link=([\w-]{43})$/.exec(printed)?.[1] ?? '';
  const staff = { user_id: maria.id, session_id: maria.session_id };
  await db.transaction().execute((db) => startActingByLink(db, staff, token));
  expect(await readSignedIn(db, maria.session_id, new Date())).toMatchObject({ user_id: olga.id });
  expect(await shop('staff link', [maria.email], { ...values, customer: 'nobody@pochta.example' })).toContain(
    'не найден',
  );
  expect(await shop('staff link', [maria.email], { ...values, reason: 'так' })).toContain('Минимум 5 символов');
});

test('a customer is created with an address that signs in, once', async () => {
  const values = { email: 'Oleg@pochta.example', name: 'Олег Мастер', phone: '8 (921) 000-11-22' };
  expect(await shop('user create', [], values)).toContain('Покупатель Олег Мастер создан: oleg@pochta.example');
  const contacts = await db
    .selectFrom('contacts as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.type', 'c.value', 'u.password_hash'])
    .where('u.full_name', '=', 'Олег Мастер')
    .orderBy('c.type')
    .execute();
  expect(contacts).toEqual([
    { type: 'email', value: 'oleg@pochta.example', password_hash: null },
    { type: 'phone', value: '+79210001122', password_hash: null },
  ]);
  expect(await shop('user create', [], values)).toContain('Этот адрес почты уже занят');
  expect(await shop('user create', [], { ...values, phone: '12' })).toContain('Телефон пишется');
});
