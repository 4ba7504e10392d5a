import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { buyerOf } from '#modules/orders/buyer-of.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { openTicket } from '#modules/support/open-ticket.ts';
import { ticketForm } from '#modules/support/schema.ts';
import { answerTicket, closeTicket } from '#modules/support/write-to-ticket.ts';
import { Refusal } from '#platform/refusal.ts';
import { type FieldValues, formProblems } from '#shared/form-rules.ts';
import { makeUser, signedIn, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await sql`update departments set email = 'vologda@idd.example' where id_1c = '00131'`.execute(db);
await sql`insert into pages (slug, version, title, html, published_at) values
  ('returns', 1, 'Возврат и обмен', '<h2>Брак</h2><p>Порванный мешок заменим, нужен чек или номер заказа.</p>', '2026-01-01'),
  ('delivery', 1, 'Доставка', '<p>Привезём по адресу, цена доставки видна в корзине.</p>', '2026-01-01')`.execute(db);
const dataDir = await testFolder();
const app = await testApp(db, { DATA_DIR: dataDir });
const plaster = await makeProduct(db);

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

async function anna(name = 'Анна Смирнова') {
  const user = await makeUser(db, { full_name: name });
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, user);
  return { user, visitor };
}

type Visitor = Awaited<ReturnType<typeof anna>>['visitor'];

/** A form with files as a browser without JavaScript sends it. */
async function send(
  visitor: Visitor,
  url: string,
  fields: Record<string, string>,
  files: { name: string; bytes: Buffer }[] = [],
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, bytes } of files) form.append('files', new Blob([new Uint8Array(bytes)]), name);
  const request = new Request('http://idd.localhost/', { method: 'POST', body: form });
  const response = await app.inject({
    method: 'POST',
    url,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      host: 'idd.localhost',
      origin: 'http://idd.localhost',
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': request.headers.get('content-type')!,
    },
  });
  return { status: response.statusCode, location: response.headers.location ?? null, html: response.body };
}

const filled = (email: string) => ({
  theme: 'return',
  text: 'Порван один мешок',
  name: 'Анна Смирнова',
  email,
  order_id: '',
});

async function orderOf(user: { id: string }) {
  const { session_id } = await signedIn(db, user);
  const buyer = buyerOf(await readSignedIn(db, session_id, new Date()));
  return submitOrder(db, await orderPlace(db, { buyer, visitor: user.id }), orderInput([[plaster, 1]]));
}

test('[S5-09] theme, name and e-mail are required with the words of the requirements', () => {
  const ticketProblems = (typed: FieldValues) => formProblems(typed, ticketForm);
  expect(ticketProblems({ theme: '', name: '', email: '' })).toMatchObject({
    theme: 'Причина обращения обязательна для заполнения',
    name: 'Фио обязательно для заполнения',
    email: 'Некорректный email',
  });
  expect(ticketProblems({ theme: 'other', name: 'Анна', email: 'anna@' }).email).toBe('Некорректный email');
  expect(ticketProblems({ theme: 'toString', name: 'Анна', email: 'anna@pochta.example' }).theme).toBeDefined();
  expect(ticketProblems({ theme: 'other', name: 'Анна', email: 'anna@pochta.example' })).toEqual({});
});

test('[S2-17] [S5-09] a request with a file is stored, answered by staff and read by its owner without JavaScript', async () => {
  const { user, visitor } = await anna();
  const order = await orderOf(user);
  const page = await visitor.get('/personal/support/');
  expect(page.text).toContain('Обращений пока нет');
  expect(page.text).toContain(`Заказ ${order.number}`);

  const bad = await send(visitor, '/personal/support/', { ...filled(user.email), theme: '' });
  expect(bad.status).toBe(422);
  expect(bad.html).toContain('Причина обращения обязательна для заполнения');
  expect(bad.html).toContain('Порван один мешок');

  const sent = await send(visitor, '/personal/support/', { ...filled(user.email), order_id: order.id }, [
    { name: 'мешок.png', bytes: png },
  ]);
  expect(sent.status).toBe(303);
  const ticket = await visitor.get(String(sent.location));
  expect(ticket.text).toMatch(
    /Обращение отправлено\. Ответим до (\d\d:\d\d|конца\sдня) (завтра|во?\s\S+), \d+\s\S+: письмом/,
  );
  expect(ticket.text).toContain('мешок.png, 1 КБ');
  expect(ticket.text).toContain(`заказ ${order.number}`);
  const about = { ...filled(user.email), theme: 'site', order_id: order.id };
  const other = await visitor.get(String((await send(visitor, '/personal/support/', about)).location));
  expect(other.text, 'whatever the reason, the order that was chosen').toContain(`заказ ${order.number}`);

  const id = String(sent.location).split('/')[3]!;
  const emailMessages = await sql<{
    to_address: string;
    subject: string;
  }>`select to_address, subject from mails where key like ${`%${id}%`}`.execute(db);
  expect(emailMessages.rows).toEqual([
    { to_address: 'vologda@idd.example', subject: expect.stringMatching(/^Новое обращение \d+: Возврат/) },
  ]);

  await db
    .transaction()
    .execute((db) => answerTicket(db, id, { text: 'Заменим мешок, приезжайте.', who: 'Пётр, склад' }));
  const answered = await visitor.get(`/personal/support/${id}/`);
  expect(answered.text).toContain('Есть ответ');
  expect(answered.text).toContain('Пётр, склад, ИДД');
  expect(answered.text).toContain('Заменим мешок, приезжайте.');
  const answer = await sql<{
    to_address: string;
    text: string;
  }>`select to_address, text from mails where key like 'ticket answer %'`.execute(db);
  expect(answer.rows[0]).toMatchObject({
    to_address: user.email,
    text: expect.stringContaining(`http://idd.localhost/personal/support/${id}/`),
  });

  await db.transaction().execute((db) => closeTicket(db, id));
  expect((await visitor.get('/personal/support/')).text).toContain('Закрыто');
  await send(visitor, `/personal/support/${id}/`, { intent: 'write', text: 'Спасибо, ещё вопрос' });
  expect((await visitor.get(`/personal/support/${id}/`)).text).toContain('Ждёт ответа');
});

test('[S5-07] a file is given to its owner only, to be saved and never shown', async () => {
  const { user, visitor } = await anna();
  const sent = await send(visitor, '/personal/support/', filled(user.email), [{ name: 'чек (1).png', bytes: png }]);
  const [file] = /\/personal\/support\/[^"]+\/files\/[^"]+\//.exec((await visitor.get(String(sent.location))).html)!;
  const own = await app.inject({
    url: file,
    headers: { host: 'idd.localhost', cookie: `access=${visitor.cookies.get('access')}` },
  });
  expect(own.rawPayload).toEqual(png);
  expect(own.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${'%D1%87%D0%B5%D0%BA%20%281%29.png'}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  const stranger = await anna('Другой человек');
  expect((await stranger.visitor.get(file)).status).toBe(404);
  expect((await formVisitor(app).get(file)).status).toBe(302);
  const kept = await readdir(join(dataDir, 'files', 'private', 'tickets'), { recursive: true });
  const name = kept.find((entry) => /[0-9a-f-]{36}$/.test(entry))!;
  for (const url of [
    `/_ipx/f_webp&q_70&w_80/private/tickets/${name}`,
    `/files/private/tickets/${name}`,
    `/files/documents/../private/tickets/${name}`,
  ])
    expect((await app.inject({ url, headers: { host: 'idd.localhost' } })).statusCode, url).toBeGreaterThanOrEqual(400);
});

test('[S5-07] the server refuses a renamed program, a file too large and one too many, and keeps nothing of them', async () => {
  const { user, visitor } = await anna();
  const count = async () => (await sql<{ n: number }>`select count(*)::int as n from tickets`.execute(db)).rows[0]!.n;
  const before = await count();
  const program = Buffer.from([0x4d, 0x5a, 0x90, 0x00]);
  const cases: [string, { name: string; bytes: Buffer }[]][] = [
    ['Недопустимый формат файла', [{ name: 'a.png', bytes: program }]],
    ['Недопустимый формат файла', [{ name: 'a.exe', bytes: program }]],
    ['Файл слишком большой', [{ name: 'a.png', bytes: Buffer.concat([png, Buffer.alloc(5_242_880)]) }]],
    ['Не больше 3 файлов', Array.from({ length: 4 }, () => ({ name: 'a.png', bytes: png }))],
  ];
  for (const [words, files] of cases) {
    const answer = await send(visitor, '/personal/support/', filled(user.email), files);
    expect(answer.status).toBe(422);
    expect(answer.html).toContain(words);
  }
  expect(await count()).toBe(before);
});

test('[S6-02] a guest may not send much: a large body is refused before it is read', async () => {
  const answer = await send(formVisitor(app), '/personal/support/', filled('a@pochta.example'), [
    { name: 'a.png', bytes: Buffer.alloc(2_000_000) },
  ]);
  expect(answer.status).toBe(413);
  expect((await send(formVisitor(app), '/personal/support/', filled('a@pochta.example'))).status).toBe(302);
});

test("[S2-17] another person's ticket, order and address are not there", async () => {
  const { user, visitor } = await anna();
  const stranger = await anna('Другой человек');
  const sent = await send(visitor, '/personal/support/', filled(user.email));
  const url = String(sent.location).split('?')[0]!;
  expect((await stranger.visitor.get(url)).status).toBe(404);
  expect((await send(stranger.visitor, url, { intent: 'write', text: 'Чужое' })).status).toBe(404);
  expect((await send(stranger.visitor, url, { intent: 'close' })).status).toBe(404);
  expect((await visitor.get('/personal/support/5001/')).status).toBe(404);
  const order = await orderOf(user);
  expect(
    (await send(stranger.visitor, '/personal/support/', { ...filled(stranger.user.email), order_id: order.id })).status,
  ).toBe(404);
  const foreign = await send(stranger.visitor, '/personal/support/', filled(user.email));
  expect(foreign.html).toContain('Некорректный email');
});

test('written answers are found by theme and by words before anything is sent', async () => {
  const { visitor } = await anna();
  const byTheme = await visitor.get('/personal/support/?find=1&theme=delivery&text=');
  expect(byTheme.text).toContain('Возможно, ответ уже есть Доставка');
  const byWords = await visitor.get(
    `/personal/support/?find=1&theme=&text=${encodeURIComponent('порвался мешок, как заменить?')}`,
  );
  expect(byWords.html).toContain('href="/info/returns/"');
  expect(byWords.html).toContain('порвался мешок, как заменить?');
  const none = await visitor.get(`/personal/support/?find=1&text=${encodeURIComponent('абракадабра')}`);
  expect(none.text).toContain('Готового ответа не нашлось');
  const guest = formVisitor(app);
  const asked = await guest.get(`/support/?find=1&text=${encodeURIComponent('порвался мешок, как заменить?')}`);
  expect(asked.html, 'a guest finds the same').toContain('href="/info/returns/"');
  expect(asked.html).toMatch(/<textarea[^>]*>порвался мешок, как заменить\?<\/textarea>/);
  for (let i = 0; i < 29; i++) await guest.get('/support/?find=1&text=x');
  expect((await guest.get('/support/?find=1&text=x')).text).toContain('Слишком много вопросов подряд');
});

test('openTicket serves somebody who is not signed in, without a text, and promises by the working days of the setting', async () => {
  const friday = new Date('2026-11-20T15:00:00Z');
  const requester = { user_id: null, department_id_1c: '00131', origin: 'http://idd.localhost' };
  const ticket = { theme: 'site', name: 'Гость', email: 'Guest@Pochta.example', phone: '+79210001234' };
  const opened = await db.transaction().execute((db) => openTicket(db, requester, ticket, friday));
  expect(opened.answer_due_at.toISOString()).toBe('2026-11-23T17:00:00.000Z');
  await sql`insert into settings (key, value) values ('support_terms', '{"answer_working_days": 2}')`.execute(db);
  const later = await db.transaction().execute((db) => openTicket(db, requester, ticket, friday));
  expect(later.answer_due_at.toISOString()).toBe('2026-11-24T17:00:00.000Z');
  await expect(
    openTicket(db, requester, { ...ticket, order_id: '00000000-0000-4000-8000-000000000000' }),
  ).rejects.toThrow(Refusal);
});

test('the twenty-first message of a day is refused with words', async () => {
  const { user, visitor } = await anna();
  const first = await send(visitor, '/personal/support/', filled(user.email));
  const url = String(first.location).split('?')[0]!;
  for (let n = 2; n <= 20; n++)
    expect((await send(visitor, url, { intent: 'write', text: `Сообщение ${n}` })).status).toBe(303);
  const refused = await send(visitor, url, { intent: 'write', text: 'Ещё одно' });
  expect(refused.status).toBe(429);
  expect(refused.html).toContain('Слишком много сообщений за сутки');
  expect(refused.html).toContain('Ещё одно');
});
