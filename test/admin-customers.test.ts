import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { eraseAccounts } from '#jobs/erase-accounts.ts';
import { exportPerson } from '#modules/accounts/export-person.ts';
import { issueCard } from '#modules/loyalty/issue-card.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { offeredMethods } from '#modules/orders/ways-to-pay.ts';
import { readActingLink } from '#modules/staff/acting.ts';
import { type AdminCast, branches, type Call, call, makeAdminCast } from './admin/cast.ts';
import { aCustomer } from './admin/customer-examples.ts';
import { makeStaff, makeUser, signedIn } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { jobContext } from './support/jobs.ts';
import { orderBy, orderInput, orderPlace } from './support/orders.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

const ask = (url: string, body?: object, cookie = cast.headers.owner, method: Call['method'] = body ? 'POST' : 'GET') =>
  call(cast, cookie, { method, url: `/api/admin${url}`, ...(body && { body }) });
const listed = async (filter: object, more = '', cookie = cast.headers.owner) =>
  (await ask(`/customers?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`, undefined, cookie)).json();
const namesOf = ({ items }: { items: { full_name: string }[] }) => items.map(({ full_name }) => full_name);
async function patch(id: string, body: object, cookie = cast.headers.owner) {
  const { headers } = await ask(`/customers/${id}`);
  const url = `/api/admin/customers/${id}`;
  return call(cast, cookie, { method: 'PATCH', url, body, headers: { 'if-match': String(headers.etag) } });
}
const lastLine = async () => (await ask('/audit')).json().items[0];

test('[1.2] phones and emails of leads are half hidden from whoever may not see those of orders', async () => {
  const now = new Date();
  const comments = JSON.stringify([{ name: 'Вопрос', value: 'Пишите на anna@pochta.example' }]);
  await sql`
    insert into leads (origin_id, form, title, name, phone, email, comments, department_id_1c, created_at, next_try_at)
    values (gen_random_uuid(), 'callback', 'Звонок', 'Анна', '+79210001122', 'anna@pochta.example', ${comments}::jsonb,
      ${branches.own}, ${now}, ${now})`.execute(db);
  const leadFor = async (cookie: string) => (await ask('/leads', undefined, cookie)).json().items[0];
  expect(await leadFor(cast.headers.orders)).toMatchObject({
    phone: '+79210001122',
    email: 'anna@pochta.example',
    comments: [{ value: 'Пишите на anna@pochta.example' }],
  });
  expect(await leadFor(cast.headers.marketing)).toMatchObject({
    phone: '+7-921-•••-••-22',
    email: 'a•••@pochta.example',
    comments: [{ value: 'Пишите на a•••@pochta.example' }],
  });
});

test('customers are found by name, phone, email, card and order, with what they bought', async () => {
  const vera = await makeUser(db, {
    full_name: 'Вера Ёлкина',
    email: 'vera.elkina@pochta.example',
    phone: '+79215550101',
  });
  await makeUser(db, { full_name: 'Вероника Зимина' });
  const card = await issueCard(db, { kind: 'bonus', user_id: vera.id, phone: null, who: 'касса' });
  const first = await orderBy(db, vera, [[cast.product, 2]]);
  const second = await orderBy(db, vera, [[cast.product, 1]]);
  await moveOrder(db, second.id, 'cancelled', { who: 'тест' });

  for (const q of ['вера елк', '8 (921) 555-01-01', 'vera.elk', 'VERA.ELKINA@pochta.example', card.number])
    expect(namesOf(await listed({ q })), q).toEqual(['Вера Ёлкина']);
  expect(namesOf(await listed({ q: String(first.number) }))).toEqual(['Вера Ёлкина']);
  expect(namesOf(await listed({ q: 'вер' }, '&sort=full_name'))).toEqual(['Вера Ёлкина', 'Вероника Зимина']);
  for (const q of ["'; drop table users; --", '%', '_', '\\', '🙂', "a':*&|!", '0'])
    expect((await listed({ q })).items, q).toEqual([]);

  const { items } = await listed({ q: 'вера' }, '&sort=-total');
  expect(items[0]).toMatchObject({ orders: 2, total: first.total, phone: '+79215550101', no_pay_on_receipt: false });
  expect((await ask(`/customers/${vera.id}`)).json()).toMatchObject({ orders: 2, total: first.total, cancelled: 1 });
  expect((await ask('/customers?sort=password_hash')).statusCode).toBe(422);
  expect((await ask(`/customers?filter=${encodeURIComponent('{"who":1}')}`)).statusCode).toBe(422);
  const sums = (await listed({}, '&sort=-total,full_name')).items.map(({ total }: { total: number }) => total);
  expect(sums).toEqual([...sums].sort((a, b) => b - a));
  // Whoever works in the shop is no customer of the list.
  expect(namesOf(await listed({ q: 'Роль' }))).toEqual([]);
});

test('staff of one branch see who has ordered there or nowhere yet, their orders alone, and change nothing', async () => {
  const { header } = await makeStaff(db, ['support', 'owner'], { departments: [branches.own] });
  const both = await makeUser(db, { full_name: 'Глеб Двухфилиальный' });
  const here = await orderBy(db, both, [[cast.product, 1]]);
  await orderBy(db, both, [[cast.product, 3]], { branch: branches.foreign });
  const foreign = await aCustomer(cast, branches.foreign);
  const fresh = await makeUser(db, { full_name: 'Галина Новая' });

  expect((await ask(`/customers/${both.id}`, undefined, header)).json()).toMatchObject({
    orders: 1,
    total: here.total,
  });
  expect((await ask(`/customers/${fresh.id}`, undefined, header)).statusCode).toBe(200);
  expect((await ask(`/customers/${foreign}`, undefined, header)).statusCode).toBe(404);
  expect((await listed({}, '&per_page=250', header)).items.map(({ id }: { id: string }) => id)).not.toContain(foreign);
  expect((await ask(`/customers/${both.id}/notes`, { text: 'Чужое' }, header)).statusCode).toBe(403);
  expect((await ask('/customers/not-an-id')).statusCode).toBe(422);
});

test('who is not let pay on receipt is refused by the checkout in words, signed out too, until it is taken back', async () => {
  const user = await makeUser(db, { full_name: 'Фёдор Невыкупной', phone: '+79215550202' });
  expect((await patch(user.id, { no_pay_on_receipt: true })).json().error.fields).toEqual({
    no_pay_why: 'Напишите причину',
  });
  const why = 'Трижды не забрал <b>заказ</b>';
  const saved = await patch(user.id, { no_pay_on_receipt: true, no_pay_why: why });
  expect(saved.json().fields).toEqual({ no_pay_on_receipt: true, no_pay_why: why });
  expect(await lastLine()).toMatchObject({
    words: 'Фёдор Невыкупной: оплата при получении отключена',
    resource: 'customers',
    can_be_undone: true,
  });
  expect(namesOf(await listed({ no_pay_on_receipt: true }))).toContain('Фёдор Невыкупной');

  const words = 'Для этого заказа оплата при получении недоступна. Выберите другой способ оплаты';
  await expect(orderBy(db, user, [[cast.product, 1]])).rejects.toMatchObject({
    code: 'payment_unavailable',
    message: words,
  });
  const asGuest = async (contact: object) =>
    submitOrder(
      db,
      await orderPlace(db),
      orderInput([[cast.product, 1]], {
        contact: { name: 'Фёдор', phone: '+79990000000', email: 'f@pochta.example', ...contact },
      }),
    );
  await expect(asGuest({ phone: '8 921 555-02-02' })).rejects.toMatchObject({ message: words });
  await expect(asGuest({ email: user.email.toUpperCase() })).rejects.toMatchObject({ message: words });
  expect((await asGuest({})).state).toBe('new');
  expect(await offeredMethods(db, ['online', 'on_receipt', 'invoice'], user.id)).toEqual(['online', 'invoice']);
  const quote = await ask('/phone-order/quote', {
    department_id_1c: branches.own,
    user_id: user.id,
    lines: [{ product_id: cast.product.id, count: 1 }],
    receiving: { type: 'pickup', department_id_1c: branches.own },
  });
  expect(quote.json().payment_methods).not.toContain('on_receipt');

  const { id } = await lastLine();
  expect((await ask(`/audit/${id}/undo`, {})).statusCode).toBe(200);
  expect((await ask(`/customers/${user.id}`)).json().fields).toEqual({ no_pay_on_receipt: false, no_pay_why: '' });
  expect((await orderBy(db, user, [[cast.product, 1]])).state).toBe('new');
});

test('notes and restrictions stand in the export of the person and go with the account', async () => {
  const user = await makeUser(db, { full_name: 'Зоя Прощальная' });
  expect((await ask(`/customers/${user.id}/notes`, { text: '   ' })).json().error.fields.text).toBe('Напишите заметку');
  expect((await ask(`/customers/${user.id}/notes`, { text: 'а'.repeat(3_001) })).statusCode).toBe(422);
  const text = '<script>alert(1)</script> Просит звонить вечером';
  expect((await ask(`/customers/${user.id}/notes`, { text, kind: 'call' })).statusCode).toBe(201);
  await patch(user.id, { no_pay_on_receipt: true, no_pay_why: 'Подозрение' });
  expect((await ask(`/customers/${user.id}/notes`)).json().items).toMatchObject([{ text, kind: 'call' }]);

  const { person } = (await ask(`/customers/${user.id}/export`, {})).json();
  expect(person).toMatchObject({
    account: { full_name: 'Зоя Прощальная' },
    staff_notes: [{ text, kind: 'call' }],
    restrictions: [{ restriction: 'no_pay_on_receipt', why: 'Подозрение' }],
  });
  expect(await lastLine()).toMatchObject({ words: 'Зоя Прощальная: данные выгружены' });

  const erase = (name: string) => ask(`/customers/${user.id}/erase`, { name });
  expect((await erase('Зоя')).json().error.fields.name).toBe('Наберите, чтобы подтвердить: Зоя Прощальная');
  const order = await orderBy(db, user, [[cast.product, 1]], {
    input: { payment: { method: 'invoice' }, company: { name: 'ООО «Зоя»', inn: '7707083893' } },
  });
  const refused = await erase('зоя прощальная');
  expect(refused.statusCode).toBe(409);
  expect(refused.json().error.message).toContain(String(order.number));
  await moveOrder(db, order.id, 'cancelled', { who: 'тест' });

  const { header } = await signedIn(db, user);
  expect((await erase('  зоя   ПРОЩАЛЬНАЯ ')).statusCode).toBe(200);
  expect(
    (await cast.app.inject({ url: '/personal/', headers: { host: 'idd.localhost', cookie: header } })).statusCode,
  ).not.toBe(200);
  const jobs = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where task_identifier = 'erase_accounts'`.execute(db);
  expect(jobs.rows[0]?.count).toBeGreaterThan(0);
  await eraseAccounts({}, await jobContext(db), {} as never);
  expect(await exportPerson(db, user.id)).toMatchObject({ contacts: [], staff_notes: [], restrictions: [] });
  expect((await ask(`/customers/${user.id}`)).statusCode).toBe(404);
  expect(JSON.stringify(await lastLine())).not.toContain('Зоя');
});

test('sessions end all at once, and the customer has to sign in again', async () => {
  const user = await makeUser(db, { full_name: 'Степан Забывчивый' });
  await signedIn(db, user);
  await signedIn(db, user);
  expect((await ask(`/customers/${user.id}/sessions`)).json().total).toBe(2);
  expect((await ask(`/customers/${user.id}/sessions/end`, {})).json()).toEqual({ ended: 2 });
  expect((await ask(`/customers/${user.id}/sessions`)).json().items).toEqual([]);
  expect((await lastLine()).words).toBe('Степан Забывчивый: завершены 2 сеанса');
});

test('into a customer’s own pages goes who has that role, with a reason the customer reads', async () => {
  const proxy = await makeStaff(db, ['login_by_user', 'support'], { full_name: 'Мария Заменяющая' });
  const user = await makeUser(db, { full_name: 'Нина Просящая' });
  const act = (reason: string, cookie: string) => ask(`/customers/${user.id}/acting-link`, { reason }, cookie);
  expect((await act('Просит помочь', cast.headers.support)).statusCode).toBe(403);
  expect((await act('да', proxy.header)).json().error.fields.reason).toBeTruthy();
  const { path } = (await act('Просит помочь с заказом', proxy.header)).json();
  const token = new URL(path, 'http://idd.localhost').searchParams.get('link') ?? '';
  expect(await readActingLink(db, proxy, token)).toEqual({
    full_name: 'Нина Просящая',
    reason: 'Просит помочь с заказом',
  });
  const line = await lastLine();
  expect(line.words).toBe('Нина Просящая: вход в кабинет, причина: Просит помочь с заказом');
  expect(JSON.stringify(line)).not.toContain(token);
});

test('bonuses are given and taken with a reason that stands in the history, never more than there are', async () => {
  const user = await makeUser(db, { full_name: 'Борис Бонусный' });
  const other = await makeUser(db);
  const { id: card } = await issueCard(db, { kind: 'bonus', user_id: user.id, phone: null, who: 'касса' });
  const adjust = (amount: number, note = 'Извинение за задержку', of = user.id) =>
    ask(`/customers/${of}/cards/${card}/adjust`, { amount, note });
  expect((await adjust(100)).statusCode).toBe(200);
  expect((await adjust(-40, 'Ошибка кассы')).statusCode).toBe(200);
  expect((await adjust(-61)).json().error.code).toBe('not_enough_bonuses');
  expect((await adjust(0)).json().error.fields.amount).toBe('Сколько бонусов начислить или списать');
  expect((await adjust(1.5)).statusCode).toBe(422);
  expect((await adjust(10, '  ')).json().error.fields.note).toBe('Напишите причину');
  expect((await adjust(10, 'Чужая карта', other.id)).statusCode).toBe(404);
  const { items } = (await ask(`/customers/${user.id}/cards`)).json();
  expect(items).toMatchObject([
    {
      balance: 60,
      has_bonuses: true,
      movements: [
        { amount: -40, note: 'Ошибка кассы' },
        { amount: 100, note: 'Извинение за задержку' },
      ],
    },
  ]);
});

test('a card is handed out and replaced; its code is shown once and stands nowhere', async () => {
  const user = await makeUser(db, { full_name: 'Клара Карточная' });
  const cards = async () => (await ask(`/customers/${user.id}/cards`)).json();
  expect((await cards()).may_issue).toContainEqual({ kind: 'bonus', words: 'Бонусная карта' });
  const issued = (await ask(`/customers/${user.id}/cards`, { kind: 'bonus' })).json();
  expect(issued.code).toMatch(/^\d{6}$/);
  expect((await ask(`/customers/${user.id}/cards`, { kind: 'bonus' })).json().error.code).toBe('card_owned');
  const [card] = (await cards()).items;
  expect(card.number).toBe(issued.number);
  await ask(`/customers/${user.id}/cards/${card.id}/adjust`, { amount: 30, note: 'Подарок' });
  const replaced = (await ask(`/customers/${user.id}/cards/${card.id}/replace`, {})).json();
  expect((await cards()).items).toMatchObject([{ id: card.id, number: replaced.number, balance: 30 }]);
  expect(namesOf(await listed({ q: issued.number }))).toEqual([]);
  const { rows } = await sql<{ text: string }>`
    select concat(a, k) as text from (select string_agg(words || coalesce(after::text, ''), ' ') as a from audit_log) l,
      (select string_agg(body::text, ' ') as k from admin_keys) s`.execute(db);
  for (const { code } of [issued, replaced]) expect(rows[0]?.text).not.toMatch(new RegExp(`\\b${code}\\b`));
});

test('an operator of one branch finds callers of that branch or of none yet, with its orders and addresses alone', async () => {
  const { header } = await makeStaff(db, ['orders'], { departments: [branches.own] });
  const found = async (phone: string, cookie: string) =>
    (await ask(`/phone-order/buyers?phone=${encodeURIComponent(phone)}`, undefined, cookie)).json().items;
  const delivered = (address: string) => ({ input: { receiving: { type: 'delivery', address } } });
  const both = await makeUser(db, { full_name: 'Савва Двухфилиальный', phone: '+79215557701' });
  const here = await orderBy(db, both, [[cast.product, 1]], delivered('Вологда, улица Мира, 1'));
  const there = { branch: branches.foreign, ...delivered('Череповец, улица Гоголя, 2') };
  await orderBy(db, both, [[cast.product, 3]], there);
  expect(await found('+79215557701', header)).toMatchObject([
    { orders: 1, addresses: ['Вологда, улица Мира, 1'], last: [{ number: here.number }] },
  ]);
  expect(await found('+79215557701', cast.headers.orders)).toMatchObject([{ orders: 2 }]);
  expect((await found('+79215557701', cast.headers.orders))[0].addresses).toHaveLength(2);

  const foreign = await makeUser(db, { full_name: 'Савва Чужой', phone: '+79215557702' });
  await orderBy(db, foreign, [[cast.product, 1]], there);
  const contact = { name: 'Савва Гость', phone: '+79215557703', email: 'savva@pochta.example' };
  await submitOrder(
    db,
    await orderPlace(db, { branch: branches.foreign }),
    orderInput([[cast.product, 1]], { contact }),
  );
  await makeUser(db, { full_name: 'Савва Новый', phone: '+79215557704' });
  for (const [phone, name] of [
    ['+79215557702', 'Савва Чужой'],
    ['+79215557703', 'Савва Гость'],
  ] as const) {
    expect(await found(phone, header)).toEqual([]);
    expect(await found(phone, cast.headers.orders)).toMatchObject([{ name, orders: 1 }]);
  }
  expect(await found('+79215557704', header)).toMatchObject([{ name: 'Савва Новый', orders: 0 }]);

  const order = { department_id_1c: branches.own, user_id: foreign.id, receiving: { type: 'pickup' } };
  const asked = { ...order, lines: [{ product_id: cast.product.id, count: 1 }] };
  expect((await ask('/phone-order/quote', asked, header)).statusCode).toBe(404);
  expect((await ask('/phone-order/quote', asked, cast.headers.orders)).statusCode).toBe(200);
});

test('consents, subscriptions and requests of a customer are shown, of the branch of the staff alone', async () => {
  const user = await makeUser(db, { full_name: 'Олег Пишущий' });
  await orderBy(db, user, [[cast.product, 1]]);
  await sql`
    insert into tickets (user_id, department_id_1c, theme, name, email, answer_due_at)
    select ${user.id}::uuid, branch, 'order', 'Олег', ${user.email}, now()
    from unnest(array[${branches.own}, ${branches.foreign}]) branch`.execute(db);
  const { header } = await makeStaff(db, ['support'], { departments: [branches.own] });
  expect((await ask(`/customers/${user.id}/requests`)).json().tickets).toHaveLength(2);
  expect((await ask(`/customers/${user.id}/requests`, undefined, header)).json().tickets).toHaveLength(1);
  const { consents, subscriptions } = (await ask(`/customers/${user.id}/agreements`)).json();
  expect(subscriptions).toEqual([]);
  for (const consent of consents) expect(consent).toMatchObject({ page_version: expect.any(Number) });
});

test('Ctrl K finds orders, people, firms and goods, each for whoever may see it', async () => {
  const user = await makeUser(db, { full_name: 'Ипполит Искомый' });
  const { number } = await orderBy(db, user, [[cast.product, 1]]);
  const found = async (q: string, cookie?: string) =>
    (await ask(`/search?q=${encodeURIComponent(q)}`, undefined, cookie)).json().items;
  expect(await found('Ипполит')).toMatchObject([
    { kind: 'customer', title: 'Ипполит Искомый', to: `/customers/${user.id}` },
  ]);
  expect(await found(String(number))).toMatchObject([
    { kind: 'order', title: `Заказ ${number}` },
    { kind: 'customer' },
  ]);
  expect(await found('Гладь')).toMatchObject([{ kind: 'product', title: 'Штукатурка Гладь' }]);
  expect(await found('Ипполит', cast.headers.content)).toEqual([]);
  expect((await ask(`/search?q=${'x'.repeat(201)}`)).statusCode).toBe(422);
});

test('doubles are proposed, looked at and made one with a line of the audit log; a repetition moves nothing', async () => {
  const phone = '+79215553344';
  const kept = await makeUser(db, { full_name: 'Инга Первая', phone });
  const gone = await makeUser(db, { full_name: 'Инга Вторая', phone });
  const order = await orderBy(db, gone, [[cast.product, 1]]);
  expect((await ask(`/customers/${kept.id}/doubles`)).json().items).toMatchObject([{ id: gone.id, contact: phone }]);
  const preview = (await ask(`/customers/${kept.id}/merge?other=${gone.id}`)).json();
  expect(preview).toMatchObject({ obstacles: [], gone: { full_name: 'Инга Вторая' }, has_common_contact: true });
  expect(preview.moves).toContainEqual({ words: 'Заказы', count: 1 });
  expect((await lastLine()).words).not.toContain('Инга');

  const body = { other: gone.id, reason: 'Просит сама по телефону' };
  expect((await ask(`/customers/${kept.id}/merge`, { ...body, reason: ' ' })).json().error.fields).toHaveProperty(
    'reason',
  );
  expect((await ask(`/customers/${kept.id}/merge`, body)).statusCode).toBe(200);
  expect(await lastLine()).toMatchObject({
    words: 'Инга Первая: объединён с двойником «Инга Вторая». Просит сама по телефону',
    record_id: kept.id,
  });
  expect((await ask(`/customers/${gone.id}`)).statusCode).toBe(404);
  expect((await ask(`/customers/${kept.id}`)).json()).toMatchObject({ orders: 1, total: order.total });
  expect((await ask(`/customers/${kept.id}/merge`, body)).statusCode).toBe(200);
  expect((await lastLine()).words).toBe('Инга Первая: двойник уже объединён с этим кабинетом');

  // Of whoever is no customer nothing but the reason is told.
  const colleague = await makeStaff(db, ['support'], { full_name: 'Олег Складов' });
  const own = { type: 'phone', value: phone, purpose: 'main' } as const;
  await db
    .insertInto('contacts')
    .values({ ...own, user_id: colleague.id })
    .execute();
  expect((await ask(`/customers/${kept.id}/merge?other=${colleague.id}`)).json()).toMatchObject({
    gone: null,
    moves: [],
    contacts: [],
    bonuses: { kept: 0, gone: 0 },
    has_common_contact: false,
    obstacles: [expect.stringMatching(/^Второй кабинет принадлежит сотруднику/)],
  });
  const refused = await ask(`/customers/${kept.id}/merge`, { ...body, other: colleague.id });
  expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'merge_refused']);
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect((await ask(`/customers/${kept.id}/merge?other=${nobody}`)).statusCode).toBe(404);
});
