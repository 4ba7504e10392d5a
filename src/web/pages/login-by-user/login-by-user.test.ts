import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { issueActingLink } from '#modules/staff/acting.ts';
import { listActing } from '#modules/staff/acting-log.ts';
import { joinCompany, makeCompany, makeStaff, makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { type FormVisitor, formVisitor } from '#test/support/form-visitor.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_950, on_hand: 100 });
const app = await testApp(db);
const page = '/login-by-user/';
let anna: Awaited<ReturnType<typeof makeUser>>;
beforeAll(async () => {
  anna = await makeUser(db, { full_name: 'Анна Смирнова', email: 'anna@pochta.example', phone: '+79215550101' });
});
afterEach(() => vi.useRealTimers());

/** A browser of a member of staff with this role. */
async function requester(role: Parameters<typeof makeStaff>[1][number] = 'login_by_user', secondFactor = true) {
  const staff = await makeStaff(db, [role], { full_name: 'Мария Отделова', secondFactor });
  const visitor = formVisitor(app);
  for (const [name, value] of Object.entries(staff.cookies)) visitor.cookies.set(name, value);
  return { staff, visitor };
}

const start = (visitor: FormVisitor, reason = 'Просит помочь с заказом', user_id = anna.id) =>
  visitor.post(page, { intent: 'start', q: 'Анна', user_id, reason });

test('[S2-09] [S6-05] the page is 403 for guests, customers and staff without the role, to look at and to post to', async () => {
  const guest = formVisitor(app);
  const customer = formVisitor(app);
  await signInVisitor(db, customer, await makeUser(db));
  const { visitor: colleague } = await requester('orders');
  for (const visitor of [guest, customer, colleague]) {
    expect((await visitor.get(page)).status).toBe(403);
    for (const intent of ['find', 'start', 'link', 'code'])
      expect([
        intent,
        (await visitor.post(page, { intent, q: 'Анна', user_id: anna.id, reason: 'Просто так' })).status,
      ]).toEqual([intent, 403]);
  }
  expect((await guest.get(page)).html).toContain('/login/?back=%2Flogin-by-user%2F');
  expect((await customer.get(page)).html).not.toContain('/login/?back=%2Flogin-by-user%2F');
  expect(await db.selectFrom('acting_sessions').select('id').execute()).toEqual([]);
});

test('[S2-09] [S6-05] the code of the app, the search and a reason lead into the customer’s cabinet, without JavaScript', async () => {
  const { staff, visitor } = await requester('login_by_user', false);
  expect((await visitor.get(page)).text).toContain('Код из приложения');
  expect((await visitor.post(page, { intent: 'find', q: 'Анна' })).status).toBe(403);
  const wrong = await visitor.post(page, { intent: 'code', code: '12' });
  expect([wrong.status, wrong.text.includes('Код не подходит')]).toEqual([422, true]);
  const right = await visitor.post(page, { intent: 'code', code: staff.code() });
  expect(right.location).toBe(page);

  const found = await visitor.post(page, { intent: 'find', q: '8 921 555-01-01' });
  expect(found.text).toContain('Анна Смирнова a•••@pochta.example · +7-921-•••-••-01');
  expect(found.html).not.toContain('anna@pochta.example');
  expect(found.html).toContain(`value="${anna.id}"`);
  expect((await visitor.post(page, { intent: 'find', q: 'Ктотам' })).text).toContain('Никого не нашли');
  expect((await visitor.post(page, { intent: 'find', q: '' })).text).toContain('Укажите телефон');

  const short = await start(visitor, 'надо');
  expect([short.status, short.text.includes('Минимум 5 символов'), short.text.includes('Анна Смирнова')]).toEqual([
    422,
    true,
    true,
  ]);
  expect((await start(visitor, 'Просит помочь', 'x')).text).toContain('Выберите покупателя');
  const entered = await start(visitor);
  expect(entered.location).toBe('/personal/');
  expect(visitor.cookies.get('signed')).toBe('staff');
  expect((await visitor.get('/personal/')).text).toContain('Анна Смирнова');
});

test('[S6-05] while acting the red strip stands on every page of both devices, cached ones too, and on nobody else’s', async () => {
  const { visitor } = await requester();
  const guest = formVisitor(app);
  // Kept before: the store must not answer a member of staff who acts.
  for (const path of ['/', '/catalog/', `/product/${mix.slug}/`]) await guest.get(path);
  await start(visitor);
  const strip = 'Вы работаете как Анна Смирнова — Выйти';
  const pages = [
    '/',
    '/catalog/',
    `/product/${mix.slug}/`,
    '/cart/',
    '/personal/',
    '/personal/profile/acting/',
    '/favorites/',
    '/no-such-page/',
    '/qr/p/unknown/',
    page,
  ];
  for (const path of pages) {
    expect([path, (await visitor.get(path)).text.includes(strip)]).toEqual([path, true]);
    expect([path, (await guest.get(path)).text.includes('Вы работаете')]).toEqual([path, false]);
  }
  const mobile = await app.inject({
    url: '/',
    headers: {
      host: 'idd.localhost',
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  expect(mobile.body).toMatch(/<body class="[^"]*mob[^>]*>.*class="acting"/s);
  expect((await visitor.get(page)).text).toContain('Сейчас вы работаете как Анна Смирнова');
  const second = await start(visitor);
  expect([second.status, second.text.includes('сначала выйдите')]).toEqual([409, true]);
});

test('[S6-05] «Выйти» is a form: it returns to one’s own account and to cached pages', async () => {
  const { staff, visitor } = await requester();
  await start(visitor);
  const left = await visitor.post(page, { intent: 'exit' });
  expect([left.location, visitor.cookies.get('signed')]).toEqual([page, 'user']);
  const again = await visitor.get('/personal/');
  expect(again.text).toContain(staff.full_name);
  expect(again.text).not.toContain('Вы работаете');
  expect((await visitor.post(page, { intent: 'exit' })).location).toBe(page);
});

test('[S6-05] after thirty minutes the same browser is the staff’s own again', async () => {
  const { staff, visitor } = await requester();
  await start(visitor);
  const begun = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: begun + 1_790_000 });
  expect((await visitor.get('/personal/')).text).toContain('Анна Смирнова');
  vi.setSystemTime(begun + 1_801_000);
  const after = await visitor.get('/personal/');
  expect(after.text).toContain(staff.full_name);
  expect(after.text).not.toContain('Анна Смирнова');
  expect(visitor.cookies.get('signed')).toBe('user');
  expect((await start(visitor, 'Перезвонила ещё раз')).location).toBe('/personal/');
});

test('[S6-05] every change made while acting is in the customer’s profile: who, when, why, what', async () => {
  const olga = await makeUser(db, { full_name: 'Ольга Белая' });
  const { staff, visitor } = await requester();
  await start(visitor, 'Собрать корзину по звонку', olga.id);
  await visitor.addToCart(mix, 2);
  expect(
    (await visitor.post('/cart/', { intent: 'add', product_id: mix.id, product_idcode: 'other' })).status,
  ).toBeLessThan(500);
  await app.inject({
    method: 'PUT',
    url: '/api/ecm/idd/no-such-call/',
    headers: { host: 'idd.localhost', cookie: `access=${visitor.cookies.get('access')}` },
  });
  await visitor.post(page, { intent: 'exit' });
  const [stay] = await listActing(db, { user_id: olga.id }, 5);
  expect(stay).toMatchObject({ staff_name: 'Мария Отделова', reason: 'Собрать корзину по звонку' });
  const entries = stay?.entries.map(({ what }) => what) ?? [];
  expect(entries[0]).toBe('Вход в кабинет покупателя');
  expect(entries.slice(1)).toEqual(['Корзина: добавлен товар «Штукатурка Гладь», 2', 'Выход из кабинета покупателя']);

  const olgas = formVisitor(app);
  await signInVisitor(db, olgas, olga);
  const shown = await olgas.get('/personal/profile/acting/');
  for (const words of [
    'Мария Отделова',
    'Причина: Собрать корзину по звонку',
    'Корзина: добавлен товар «Штукатурка Гладь», 2',
  ])
    expect(shown.text).toContain(words);
  const annas = formVisitor(app);
  await signInVisitor(db, annas, await makeUser(db));
  expect((await annas.get('/personal/profile/acting/')).text).toContain('Никто из сотрудников в ваш кабинет не входил');
  expect((await visitor.get('/personal/profile/acting/')).text).not.toContain(staff.id);
});

test('[S6-05] a link opens nothing by itself, works once by a press, and only in its own session', async () => {
  const { staff, visitor } = await requester();
  const { visitor: other } = await requester();
  const { token } = await issueActingLink(
    db,
    { user_id: staff.id, session_id: staff.session_id },
    { user_id: anna.id, reason: 'Звонок из офиса' },
  );
  const link = `${page}?link=${token}`;
  expect((await other.get(link)).text).toContain('Ссылка уже не действует');
  expect((await other.post(link, { intent: 'link' })).status).toBe(409);
  const opened = await visitor.get(link);
  expect(opened.text).toContain('Покупатель: Анна Смирнова Причина: Звонок из офиса');
  expect((await visitor.get('/personal/')).text).not.toContain('Вы работаете');
  expect((await visitor.post(link, { intent: 'link' })).location).toBe('/personal/');
  await visitor.post(page, { intent: 'exit' });
  expect((await visitor.post(link, { intent: 'link' })).status).toBe(409);
  expect((await visitor.get(link)).text).toContain('Ссылка уже не действует');
});

test('[S6-05] what belongs to the customer alone is refused while acting: contacts, passwords, sessions, data, deletion, roles', async () => {
  const olga = await makeUser(db, {
    full_name: 'Ольга Белая',
    email: 'olga.belaya@pochta.example',
    phone: '+79215550177',
  });
  await joinCompany(db, olga, await makeCompany(db));
  const { visitor } = await requester();
  await start(visitor, 'Просит проверить отказ', olga.id);
  const profile = await visitor.get('/personal/profile/');
  for (const contact of ['olga.belaya', '555-01-77', '5550177']) expect(profile.html).not.toContain(contact);
  const before = await accountRows(olga.id);
  const forbidden: [string, Record<string, string>][] = [
    ['/personal/profile/', { intent: 'name', full_name: 'Чужое Имя' }],
    ['/personal/profile/', { intent: 'contacts:add', type: 'phone', value: '+7 921 000-00-01' }],
    ['/personal/profile/', { intent: 'contacts:code', email: 'vor@pochta.example' }],
    ['/personal/profile/', { intent: 'password:change', current_password: '', password: 'krepkiy-parol-77' }],
    ['/personal/profile/', { intent: 'password:link' }],
    ['/personal/profile/', { intent: 'sessions:everywhere' }],
    ['/personal/profile/', { intent: 'sessions:others' }],
    ['/personal/profile/', { intent: 'consents:give' }],
    ['/personal/profile/', { intent: 'data:code' }],
    ['/personal/profile/', { intent: 'data:confirm', auth_code: '000000' }],
    ['/personal/profile/company/', { intent: 'add', inn: '7728168971', name: 'ООО «Чужое»' }],
    ['/personal/subscribe/', { intent: 'off', id: '1' }],
    ['/personal/orders/attach/', { back: '/personal/' }],
  ];
  for (const [url, fields] of forbidden) {
    const answer = await visitor.post(url, fields);
    expect([fields.intent, answer.status]).toEqual([fields.intent, 403]);
    if (url === '/personal/profile/') expect(answer.text).toContain('может сделать только сам покупатель');
  }
  for (const format of ['html', 'json'])
    expect((await visitor.get(`/personal/profile/export/${format}/`)).status).toBe(403);
  expect(await accountRows(olga.id)).toEqual(before);
  const [stay] = await listActing(db, { user_id: olga.id }, 1);
  expect(stay?.entries.map(({ what }) => what)).toEqual(['Вход в кабинет покупателя']);
});

test('[S6-05] [S4-10] a guest’s cart left in the browser of staff does not come into the customer’s', async () => {
  const { visitor } = await requester();
  const customer = await makeUser(db, { full_name: 'Пётр Иванов' });
  expect((await start(visitor, 'Просит помочь с заказом', customer.id)).status).toBe(302);
  const name = 'Basket_idd_0d9aee0f-6c2f-4c3b-9a80-2f2bd6f0c111';
  visitor.cookies.set(name, `1.${mix.id.toString(36)}-2`);
  await visitor.get('/cart/');
  expect(await db.selectFrom('cart_lines').select('count').where('cart_id', '=', customer.id).execute()).toEqual([]);
  await visitor.post(page, { intent: 'exit' });
  expect(visitor.cookies.has(name)).toBe(true);
});

test('[S6-05] an order placed while acting is the customer’s: its history names who placed it, to customer and staff', async () => {
  const nina = await makeUser(db, { full_name: 'Нина Лесная' });
  const { visitor } = await requester();
  await start(visitor, 'Заказ по звонку', nina.id);
  await visitor.addToCart(mix, 2);
  const cart = await visitor.get('/cart/');
  expect(cart.html).not.toContain(nina.email);
  const placed = await visitor.press(cart, '/cart/', 'place', {
    name: 'Нина Лесная',
    phone: '+7 (921) 000-12-34',
    email: 'nina.order@pochta.example',
    consent_personal_data: '1',
  });
  const id = /\/order\/([0-9a-f-]{36})\//.exec(placed.location ?? '')?.[1] ?? '';
  const order = await db
    .selectFrom('orders')
    .select(['user_id', 'placed_by', 'number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(order).toMatchObject({ user_id: nina.id, placed_by: expect.any(String) });

  // The browser that placed it keeps nothing that opens it.
  expect((await visitor.get(`/order/${id}/`)).status).toBe(200);
  await visitor.post(page, { intent: 'exit' });
  expect((await visitor.get(`/order/${id}/`)).status).toBe(404);

  const ninas = formVisitor(app);
  await signInVisitor(db, ninas, nina);
  expect((await ninas.get(`/personal/orders/${id}/`)).text).toContain('(сотрудник Мария Отделова)');
  const history = await ninas.get('/personal/profile/acting/');
  expect(history.text).toContain(`Оформлено за вас: заказ ${order.number}`);
  const [stay] = await listActing(db, { user_id: nina.id }, 1);
  expect(stay?.entries.slice(2, -1).map(({ what }) => what)).toEqual([
    `Оформлен заказ ${order.number}`,
    'Согласия: добавление',
  ]);
  const { visitor: colleague } = await requester('orders');
  const shown = await colleague.get(`/order/${id}/`);
  expect([shown.status, shown.text.includes('(сотрудник Мария Отделова)')]).toEqual([200, true]);
  for (const words of ['Отменить заказ', 'Повторить заказ', 'Код получения']) expect(shown.text).not.toContain(words);
  expect((await colleague.post(`/order/${id}/`, { intent: 'cancel' })).status).toBe(404);
  const { visitor: elsewhere } = await requester('orders', false);
  expect((await elsewhere.get(`/order/${id}/`)).status).toBe(404);
});

/** What an account consists of. */
async function accountRows(user_id: string) {
  const { rows } = await sql`
    select (select to_jsonb(u) from users u where id = ${user_id}::uuid) as person,
      (select jsonb_agg(c order by id) from contacts c where user_id = ${user_id}::uuid) as contacts,
      (select jsonb_agg(s order by id) from sessions s where user_id = ${user_id}::uuid) as sessions,
      (select jsonb_agg(m) from company_members m where user_id = ${user_id}::uuid) as firms,
      (select count(*)::int from consents) as consents, (select count(*)::int from mails) as mails`.execute(db);
  return rows;
}
