import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findUserByEmail } from '#modules/accounts/create-user.ts';
import { setPassword } from '#modules/accounts/restore-password.ts';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { submitForm } from '#modules/forms/submit-form.ts';
import { buyerOf } from '#modules/orders/buyer-of.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { isSubscribed } from '#modules/subscriptions/queries.ts';
import { subscribe } from '#modules/subscriptions/subscribe.ts';
import { openTicket } from '#modules/support/open-ticket.ts';
import { enqueue } from '#platform/queue.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeUser, signedIn, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { type FormAnswer, formVisitor } from '#test/support/form-visitor.ts';
import { runJobs } from '#test/support/jobs.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const plaster = await makeProduct(db, { on_hand: 500 });
const profile = '/personal/profile/';

async function anna(more: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(db, more);
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, user);
  const send = (intent: string, fields: Record<string, string | number> = {}) =>
    visitor.post(profile, { intent, ...fields });
  /** Sends a form and opens the page it leads to. */
  const done = async (intent: string, fields: Record<string, string | number> = {}): Promise<FormAnswer> => {
    const answer = await send(intent, fields);
    expect(answer.status, answer.text).toBe(303);
    return visitor.get(answer.location!);
  };
  return { user, visitor, send, done };
}

async function contactsOf(user: { id: string }) {
  const { rows } = await sql<{ id: number; type: string; value: string; purpose: string }>`
    select id, type, value, purpose from contacts where user_id = ${user.id}::uuid order by id`.execute(db);
  return rows;
}

async function lastCode(email: string): Promise<string> {
  const { rows } = await sql<{
    text: string;
  }>`select text from mails where to_address = ${email} order by id desc limit 1`.execute(db);
  return /\b\d{6}\b/.exec(rows[0]!.text)![0];
}

async function placeOrder(user: { id: string }, more: Record<string, unknown> = {}) {
  const { session_id } = await signedIn(db, user);
  const buyer = buyerOf(await readSignedIn(db, session_id, new Date()));
  const order = await submitOrder(
    db,
    await orderPlace(db, { buyer, visitor: user.id }),
    orderInput([[plaster, 1]], more),
  );
  await sql`delete from sessions where id = ${session_id}::uuid`.execute(db);
  return order;
}

test('[S2-17] name, phones, telegram, addresses and recipients are kept, changed and removed without JavaScript', async () => {
  const { user, send, done } = await anna();
  expect((await done('name', { full_name: '  Анна   Кузнецова ' })).text).toContain('Имя сохранено.');
  expect((await send('name', { full_name: 'А' })).text).toContain('Минимум 2 символов');

  expect((await done('contacts:add', { type: 'phone', value: '8 (921) 000-12-34' })).text).toContain(
    '+7-921-000-12-34',
  );
  expect((await send('contacts:add', { type: 'phone', value: '+79210001234' })).status).toBe(409);
  expect((await send('contacts:add', { type: 'phone', value: '12' })).text).toContain('Неверный формат телефона');
  expect((await send('contacts:add', { type: 'email', value: 'a@b.example' })).status).toBe(422);
  expect((await done('contacts:add', { type: 'telegram', value: 'anna_k' })).text).toContain('@anna_k');
  const [, phone, telegram] = await contactsOf(user);
  expect((await done('contacts:change', { id: phone!.id, value: '+7 911 222-33-44' })).text).toContain(
    '+7-911-222-33-44',
  );
  await done('contacts:remove', { id: telegram!.id });
  expect((await contactsOf(user)).map(({ type }) => type)).toEqual(['email', 'phone']);

  expect((await done('addresses:save', { place: 'Вологда', address: 'ул. Мира, 5' })).text).toContain(
    'Вологда, ул. Мира, 5',
  );
  expect((await send('addresses:save', { place: '', address: 'x' })).text).toContain('Обязательно для заполнения');
  const address = await db
    .selectFrom('saved_addresses')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(
    (await done('addresses:save', { id: address.id, place: 'Вологда', address: 'ул. Мира, 7' })).text,
  ).not.toContain('Мира, 5');
  expect((await done('recipients:save', { name: 'Пётр', phone: '89210000000' })).text).toContain(
    'Пётр, +7-921-000-00-00',
  );
  const recipient = await db
    .selectFrom('saved_recipients')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect((await done('recipients:remove', { id: recipient.id })).text).not.toContain('Пётр');
});

test('[S3-04] a new address is confirmed by the code of its email and signs in afterwards', async () => {
  const { user, visitor, send, done } = await anna();
  const email = 'anna.new@pochta.example';
  const asked = await done('contacts:code', { email: ' Anna.New@Pochta.example' });
  expect(asked.text).toContain(`Код из письма на ${email}`);
  const code = await lastCode(email);
  const wrong = await send('contacts:confirm', { email, auth_code: code === '111111' ? '222222' : '111111' });
  expect(wrong.status).toBeGreaterThanOrEqual(400);
  expect(wrong.text).toContain(`Код из письма на ${email}`);
  expect((await done('contacts:confirm', { email, auth_code: code })).text).toContain('Почта подтверждена');
  expect((await findUserByEmail(db, email))?.id).toBe(user.id);
  expect((await visitor.get(profile)).text).toContain(email);
  expect((await send('contacts:code', { email: 'мимо' })).text).toContain('Неверный формат');
});

test('who signed in long ago changes the e-mails only after a code of the main one', async () => {
  const { user, visitor, send, done } = await anna();
  await sql`update sessions set proved_at = now() - interval '15 minutes' where user_id = ${user.id}::uuid`.execute(db);
  const email = `novaya.${user.email}`;
  const refused = await send('contacts:code', { email });
  expect([refused.status, refused.text.includes('Подтвердите, что это вы')]).toEqual([403, true]);
  const asked = await visitor.get(profile);
  expect(asked.text).toContain('Изменить почту для входа');
  expect(asked.text).not.toContain('Новая почта');
  expect((await done('contacts:ask-proof')).text).toContain('Код отправлен на вашу основную почту');
  const code = await lastCode(user.email);
  const wrong = await send('contacts:prove', { auth_code: code === '111111' ? '222222' : '111111' });
  expect([wrong.status, wrong.text.includes('Код не подходит')]).toEqual([422, true]);
  expect((await done('contacts:prove', { auth_code: code })).text).toContain('Новая почта');
  expect((await done('contacts:code', { email })).text).toContain(`Код из письма на ${email}`);
});

test('[S3-04] the last e-mail that signs in stays; with another one it may go, and that one becomes the main', async () => {
  const { user, send, done } = await anna();
  const [first] = await contactsOf(user);
  const refused = await send('contacts:remove', { id: first!.id });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('Это последняя почта для входа');
  await sql`insert into contacts (user_id, type, value, purpose, confirmed_at) values (${user.id}::uuid, 'email', 'second@pochta.example', 'additional', now())`.execute(
    db,
  );
  await done('contacts:remove', { id: first!.id });
  expect(await contactsOf(user)).toMatchObject([{ value: 'second@pochta.example', purpose: 'main' }]);
  const both = await Promise.all((await contactsOf(user)).map(({ id }) => send('contacts:remove', { id })));
  expect(both.every(({ status }) => status === 409)).toBe(true);
});

test('[S6-04] [S3-04] a contact of VK or Yandex is locked on the page, in the verb and in the database', async () => {
  const { user, visitor, send } = await anna();
  await sql`insert into contacts (user_id, type, value, purpose, confirmed_at) values
    (${user.id}::uuid, 'email', 'anna@yandex.example', 'Yandex', now()), (${user.id}::uuid, 'phone', '+79210009999', 'VK', null)`.execute(
    db,
  );
  const page = await visitor.get(profile);
  expect(page.text).toContain('Пришёл из Яндекс ID. Изменить его можно только в Яндексе');
  expect(page.text).toContain('Пришёл из ВКонтакте. Изменить его можно только там');
  for (const { id } of (await contactsOf(user)).filter(({ purpose }) => purpose === 'VK' || purpose === 'Yandex')) {
    for (const [intent, fields] of [
      ['contacts:change', { value: '+79210000001' }],
      ['contacts:remove', {}],
      ['contacts:main', {}],
    ] as const) {
      const answer = await send(intent, { id, ...fields });
      expect(answer.status, intent).toBe(409);
      expect(answer.text).toContain('Этот контакт пришёл из другого сервиса');
    }
    await expect(sql`update contacts set value = 'other@yandex.example' where id = ${id}`.execute(db)).rejects.toThrow(
      'cannot be changed',
    );
    await expect(sql`update contacts set purpose = 'main' where id = ${id}`.execute(db)).rejects.toThrow(
      'cannot be changed',
    );
    await expect(sql`delete from contacts where id = ${id}`.execute(db)).rejects.toThrow('cannot be changed');
    await sql`update contacts set confirmed_at = now() where id = ${id}`.execute(db);
  }
  await sql`delete from users where id = ${user.id}::uuid`.execute(db);
  expect(await contactsOf(user)).toEqual([]);
});

test("[S2-17] another person's contact, address, recipient, consent and session are not there", async () => {
  const { user, visitor } = await anna({ phone: '+79210001111' });
  await visitor.post(profile, { intent: 'addresses:save', place: 'Вологда', address: 'ул. Мира, 5' });
  await visitor.post(profile, { intent: 'recipients:save', name: 'Пётр', phone: '89210000000' });
  await visitor.post(profile, { intent: 'consents:give' });
  const { rows } = await sql<{ contact: number; address: number; recipient: number; consent: number; session: string }>`
    select (select min(id) from contacts where user_id = u.id and type = 'phone') as contact, (select id from saved_addresses where user_id = u.id) as address,
      (select id from saved_recipients where user_id = u.id) as recipient, (select id from consents where user_id = u.id) as consent,
      (select id from sessions where user_id = u.id) as session
    from users u where u.id = ${user.id}::uuid`.execute(db);
  const own = rows[0]!;
  const stranger = await anna({ full_name: 'Другой человек' });
  const tries: [string, Record<string, string | number>][] = [
    ['contacts:change', { id: own.contact, value: '+79990000000' }],
    ['contacts:remove', { id: own.contact }],
    ['contacts:main', { id: own.contact }],
    ['addresses:save', { id: own.address, place: 'Чужой', address: 'ул. Чужая, 1' }],
    ['addresses:remove', { id: own.address }],
    ['recipients:save', { id: own.recipient, name: 'Чужой', phone: '89990000000' }],
    ['recipients:remove', { id: own.recipient }],
    ['consents:withdraw', { id: own.consent }],
    ['sessions:end', { session_id: own.session }],
    ['contacts:remove', { id: 'x' }],
    ['sessions:end', { session_id: 'x' }],
  ];
  for (const [intent, fields] of tries) expect((await stranger.send(intent, fields)).status, intent).toBe(404);
  expect((await visitor.get(profile)).text).toContain('Вологда, ул. Мира, 5');
  expect((await stranger.visitor.get(profile)).text).not.toContain('Вологда, ул. Мира, 5');
});

test('[S2-17] the password: the first by a link of an email, then changed with the current one; weak and wrong are told', async () => {
  const { user, visitor, send, done } = await anna();
  expect((await visitor.get(profile)).text).toContain('Пароля нет');
  expect((await done('password:link')).text).toContain('Ссылка, чтобы задать пароль, отправлена');
  await setPassword(db, user.id, 'штукатурка-30-кг', new Date());
  expect((await visitor.get(profile)).text).toContain('Текущий пароль');
  expect(
    (await send('password:change', { current_password: 'мимо', password: 'новый-длинный-пароль' })).text,
  ).toContain('Текущий пароль не подходит');
  expect((await send('password:change', { current_password: 'штукатурка-30-кг', password: 'мало' })).text).toContain(
    'Минимум 8 символов',
  );
  const other = await signedIn(db, user);
  expect(
    (await done('password:change', { current_password: 'штукатурка-30-кг', password: 'новый-длинный-пароль' })).text,
  ).toContain('Пароль изменён');
  expect(await readSignedIn(db, other.session_id, new Date())).toBeNull();
});

test('[S2-17] sessions are listed, one is ended, «Выйти везде» ends all and forgets this browser', async () => {
  const { user, visitor, done, send } = await anna();
  const phone = await signedIn(db, user);
  const tablet = await signedIn(db, user);
  const page = await visitor.get(profile);
  expect(page.text).toContain('Этот сеанс');
  expect(page.html.match(/name="session_id"/g)).toHaveLength(2);
  await done('sessions:end', { session_id: phone.session_id });
  expect(await readSignedIn(db, phone.session_id, new Date())).toBeNull();
  expect(await readSignedIn(db, tablet.session_id, new Date())).not.toBeNull();
  const out = await send('sessions:everywhere');
  expect(out.location).toBe('/');
  expect(visitor.cookies.has('refresh')).toBe(false);
  expect(await readSignedIn(db, tablet.session_id, new Date())).toBeNull();
});

test('[S2-17] a consent stands with its date and version and is taken back by one press, which stops the emails', async () => {
  const { user, visitor, done } = await anna();
  await placeOrder(user);
  expect((await visitor.get(profile)).text).toMatch(
    /Обработка персональных данных Дано для заказа \d+ \d+\s[а-я]+, \d\d:\d\d, редакция 1/,
  );
  await done('consents:give');
  const requester = {
    email: user.email,
    is_proven: true,
    user_id: user.id,
    department_id_1c: '00131',
    form: 'subscribe',
    origin: 'http://idd.localhost',
  };
  await subscribe(db, await secretKeys(db, undefined), requester, { topic: 'actions', frequency: 'weekly' });
  expect(await isSubscribed(db, user.email)).toBe(true);
  const { id } = await db
    .selectFrom('consents')
    .select('id')
    .where('user_id', '=', user.id)
    .where('purpose', '=', 'advertising')
    .executeTakeFirstOrThrow();
  expect((await done('consents:withdraw', { id })).text).toContain('Согласие отозвано');
  expect(await isSubscribed(db, user.email)).toBe(false);
});

test('[S2-17] the export holds everything about the person, and nothing of others or of the secrets', async () => {
  const { user, visitor, done } = await anna({ full_name: 'Анна <Выгрузкина>' });
  const order = await placeOrder(user);
  await done('addresses:save', { place: 'Вологда', address: 'ул. Мира, 5' });
  await openTicket(
    db,
    { user_id: user.id, department_id_1c: '00131', origin: 'http://idd.localhost' },
    { theme: 'other', name: 'Анна', email: user.email, text: 'Вопрос о мешках' },
  );
  const file = await visitor.get('/personal/profile/export/json/');
  const found = JSON.parse(file.html);
  expect(found).toMatchObject({
    account: { id: user.id, full_name: 'Анна <Выгрузкина>', password_is_set: false },
    contacts: [{ value: user.email }],
    orders: [{ number: order.number, total: 489, lines: [{ count: 1, price: 489 }] }],
    addresses: [{ place: 'Вологда' }],
    consents: [{ purpose: 'personal_data' }],
    tickets: [{ messages: [{ text: 'Вопрос о мешках' }] }],
    sessions: [{ city: 'Вологда' }],
  });
  expect(file.html).not.toMatch(/argon2|refresh_token|hash/);
  const page = await visitor.get('/personal/profile/export/html/');
  for (const words of ['Анна &#60;Выгрузкина&#62;', 'Вопрос о мешках', String(order.number), 'самовывоз', 'Другое'])
    expect(page.html).toContain(words);
  expect((await visitor.get('/personal/profile/export/xml/')).status).toBe(404);
  const stranger = await anna();
  expect((await stranger.visitor.get('/personal/profile/export/json/')).html).not.toContain(String(order.number));
  expect((await formVisitor(app).get('/personal/profile/export/json/')).status).toBe(302);
});

test('[S2-17] an account goes fourteen days after the code: the same e-mail then makes a new one, documents of orders stay', async () => {
  const { user, visitor, send, done } = await anna();
  const order = await placeOrder(user);
  expect((await visitor.get(profile)).text).toContain(
    `Удалить кабинет можно, когда будет завершён заказ ${order.number}`,
  );
  expect((await send('data:code')).status).toBe(409);
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'сотрудник', why: '' }));
  const other = await signedIn(db, user);
  await done('addresses:save', { place: 'Вологда', address: 'ул. Мира, 5' });
  await openTicket(
    db,
    { user_id: user.id, department_id_1c: '00131', origin: 'http://idd.localhost' },
    { theme: 'other', name: 'Анна', email: user.email, text: 'Вопрос' },
  );
  const place = { department_id_1c: '00131', origin: 'http://idd.localhost', address: '10.0.0.1', page: '/' };
  const sent = { name: 'Анна', phone: '+79210001234', consent_personal_data: '1' };
  await submitForm(db, { user_id: user.id, visitor: user.id, campaign: null, ...place }, 'callback', sent);

  expect((await done('data:code')).text).toContain('Код отправлен');
  const code = await lastCode(user.email);
  expect(
    (await send('data:confirm', { auth_code: code === '111111' ? '222222' : '111111' })).status,
  ).toBeGreaterThanOrEqual(400);
  const asked = await done('data:confirm', { auth_code: code });
  expect(asked.text).toMatch(/Кабинет будет удалён \d+\s[а-я]+/);
  expect(await readSignedIn(db, other.session_id, new Date())).toBeNull();
  expect((await done('data:cancel')).text).toContain('Просьба отменена');

  await sql`update codes set created_at = created_at - interval '1 hour'`.execute(db);
  await sql`delete from limits`.execute(db);
  await done('data:code');
  await done('data:confirm', { auth_code: await lastCode(user.email) });
  await runErasing();
  expect((await visitor.get(profile)).status).toBe(200);

  // Thirteen days and 23 hours are not yet fourteen days.
  await moveClock(user, '13 days 23 hours');
  await runErasing();
  expect((await visitor.get(profile)).status).toBe(200);
  await moveClock(user, '2 hours');
  await runErasing();
  expect((await visitor.get(profile)).status).toBe(302);
  const gone = await db
    .selectFrom('users')
    .select(['full_name', 'deleted_at', 'password_hash'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(gone).toMatchObject({ full_name: '', deleted_at: expect.any(Date), password_hash: null });
  for (const table of ['contacts', 'sessions', 'saved_addresses', 'tickets', 'form_submissions', 'codes'] as const) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from ${sql.table(table)} where user_id = ${user.id}::uuid`.execute(db);
    expect(rows[0]!.n, table).toBe(0);
  }
  expect(await findUserByEmail(db, user.email)).toBeNull();
  const emailMessages = await sql<{
    subject: string;
  }>`select subject from mails where to_address = ${user.email}`.execute(db);
  expect(emailMessages.rows).toEqual([{ subject: 'Личный кабинет удалён' }]);
  const kept = await db
    .selectFrom('orders')
    .select(['contact_name', 'user_id'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(kept).toEqual({ contact_name: 'Анна Смирнова', user_id: user.id });
  await runErasing();
});

test('[S2-17] an order placed after the request puts the erasing off', async () => {
  const { user, visitor, done } = await anna();
  await done('data:code');
  await done('data:confirm', { auth_code: await lastCode(user.email) });
  await placeOrder(user);
  await moveClock(user, '20 days');
  await runErasing();
  expect((await visitor.get(profile)).text).toContain('Но удалить его можно, только когда будет завершён заказ');
});

test('[S6-05] while staff acts nothing of the profile is changed or taken away, and the page says so', async () => {
  const { user, visitor } = await anna();
  const { visitor: staffVisitor, user: manager } = await anna({ full_name: 'Мария Менеджер' });
  await sql`insert into staff (user_id, roles, totp_secret) values (${manager.id}::uuid, '{login_by_user}', 'x')`.execute(
    db,
  );
  await sql`insert into acting_sessions (staff_user_id, session_id, user_id, reason, expires_at)
    select ${manager.id}::uuid, s.id, ${user.id}::uuid, 'Помощь с заказом', now() + interval '20 minutes' from sessions s where s.user_id = ${manager.id}::uuid`.execute(
    db,
  );
  const page = await staffVisitor.get(profile);
  expect(page.text).toContain('Вы работаете за покупателя');
  expect(page.html).not.toContain(user.email);
  expect(page.html).not.toContain('name="current_password"');
  const [contact] = await contactsOf(user);
  const tries: [string, Record<string, string | number>][] = [
    ['name', { full_name: 'Чужое имя' }],
    ['contacts:add', { type: 'phone', value: '+79210000000' }],
    ['contacts:code', { email: 'thief@pochta.example' }],
    ['contacts:remove', { id: contact!.id }],
    ['password:change', { current_password: 'x', password: 'длинный-пароль' }],
    ['password:link', {}],
    ['sessions:others', {}],
    ['sessions:everywhere', {}],
    ['data:code', {}],
    ['data:confirm', { auth_code: '123456' }],
    ['data:cancel', {}],
    ['consents:give', {}],
  ];
  for (const [intent, fields] of tries) {
    const answer = await staffVisitor.post(profile, { intent, ...fields });
    expect(answer.status, intent).toBe(403);
    expect(answer.text, intent).toContain('Это может сделать только сам покупатель');
  }
  for (const format of ['html', 'json'])
    expect((await staffVisitor.get(`/personal/profile/export/${format}/`)).status).toBe(403);
  expect((await visitor.get(profile)).html).toContain('value="Анна Смирнова"');
});

async function runErasing() {
  await enqueue(db, 'erase_accounts');
  await runJobs(db, url);
}

/** As if this much time had passed since the request. */
async function moveClock(user: { id: string }, passed: string) {
  await sql`update users set deletion_requested_at = deletion_requested_at - ${passed}::interval, deletion_due_at = deletion_due_at - ${passed}::interval
    where id = ${user.id}::uuid`.execute(db);
}
