import { beforeAll, expect, test } from 'vitest';
import { checkTexts } from '#modules/content/check-texts.ts';
import { emailKinds } from '#modules/mail/email-kinds.ts';
import { type AdminCast, branches, type Call, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

async function ask(
  method: Call['method'],
  url: string,
  {
    body,
    headers = {},
    as = cast.headers.owner,
  }: { body?: object; headers?: Record<string, string>; as?: string } = {},
) {
  const answer = await call(cast, as, { method, url, headers, ...(body && { body }) });
  const { etag, 'audit-line': line } = answer.headers;
  return { status: answer.statusCode, body: answer.json(), etag: String(etag), line: Number(line) };
}

async function change(url: string, body: object, as = cast.headers.owner) {
  const { etag } = await ask('GET', url, { as });
  return ask('PATCH', url, { body, as, headers: { 'if-match': etag } });
}

const at = (kind: string, branch = '') => `/api/admin/email-texts/${kind}~${branch}`;
const none = { subject: null, heading: null, lead: null, closing: null };
const sentTo = async (address: string) =>
  db
    .selectFrom('mails')
    .select(['subject', 'text', 'html'])
    .where('to_address', '=', address)
    .orderBy('id', 'desc')
    .executeTakeFirst();

test('[2.9] the words of an email are set, shown in its sample, sent to oneself, taken back from the journal', async () => {
  const url = at('order_placed');
  const before = (await ask('GET', url)).body;
  expect(before).toMatchObject({ name: 'Заказ принят', is_written: false, fields: none });
  expect(before.parts.map(({ part }: { part: string }) => part)).toEqual(['subject', 'heading', 'lead', 'closing']);
  expect(before.parts[0]).toMatchObject({ behind: { text: 'Заказ {заказ} принят', is_own: false } });
  const saved = await change(url, { lead: 'Спасибо за заказ {заказ}.' });
  expect(saved.body).toMatchObject({ is_written: true, fields: { ...none, lead: 'Спасибо за заказ {заказ}.' } });
  const samples = (await ask('GET', '/api/admin/mail-samples')).body.items;
  expect(samples[0]).toMatchObject({ kind: 'order_placed', is_worded: true });
  const text = async () => (await ask('GET', '/api/admin/mail-samples/0')).body.text;
  expect(await text()).toContain('Спасибо за заказ 1000123.');
  const page = await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/mail-samples/0/page' });
  expect(page.body.replaceAll('\u00a0', ' ')).toContain('Спасибо за заказ 1000123.');
  // Words that are not saved go to oneself as they are typed.
  const { body } = await ask('POST', `${url}/send`, {
    body: { ...none, subject: 'Ваш заказ {заказ}', lead: 'Собираем.' },
  });
  expect(await sentTo(body.to)).toMatchObject({ subject: 'Образец: Ваш заказ 1000123' });
  expect((await sentTo(body.to))?.text).toContain('Собираем.');
  await ask('POST', '/api/admin/mail-samples/0/send');
  expect((await sentTo(body.to))?.text).toContain('Спасибо за заказ 1000123.');
  expect((await ask('POST', `/api/admin/audit/${saved.line}/undo`)).status).toBe(200);
  expect((await ask('GET', url)).body).toMatchObject({ is_written: false, fields: none });
  expect(await text()).toContain('Мы получили ваш заказ');
});

test('what is typed is shown in the sample with refusals and doubts at their part; saved as it is, it is refused there', async () => {
  const url = at('order_ready');
  const typed = {
    subject: 'Заказ {номер}',
    heading: null,
    lead: '{имя}, заказ ждет вас - приходите в Вологда.',
    closing: null,
  };
  const { body } = await ask('POST', `${url}/preview`, { body: typed });
  expect(body.subject).toBe('Заказ 1000123 готов к выдаче');
  expect(body.text).toContain('Заказ ждет вас - приходите в Вологда. Храним до');
  const said = body.problems.map(({ part, words, is_refused }: Record<string, unknown>) => [part, is_refused, words]);
  expect(said).toContainEqual(['subject', true, expect.stringContaining('Нет подстановки {номер}')]);
  expect(said).toContainEqual(['lead', false, expect.stringContaining('между словами ставим —')]);
  expect(said).toContainEqual(['lead', false, expect.stringContaining('падеж')]);
  const refused = await change(url, typed);
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['subject']]);
  expect((await ask('POST', `${url}/send`, { body: typed })).status).toBe(422);
});

test('of two editors the second is told; a branch words its own emails and leaves those of all alone', async () => {
  const url = at('order_paid');
  const { etag } = await ask('GET', url);
  expect((await change(url, { closing: 'До встречи.' })).status).toBe(200);
  const late = await ask('PATCH', url, { body: { closing: 'Пока.' }, headers: { 'if-match': etag } });
  expect([late.status, late.body.error.code]).toEqual([412, 'changed']);
  const { header } = await makeStaff(db, ['content'], { departments: [branches.own] });
  expect((await change(url, { closing: 'Пока.' }, header)).status).toBe(403);
  const own = at('order_paid', branches.own);
  expect((await change(own, { lead: 'Спасибо за оплату.' }, header)).status).toBe(200);
  const { parts } = (await ask('GET', own, { as: header })).body;
  expect(parts.at(-1)).toMatchObject({ part: 'closing', behind: { text: 'До встречи.', is_own: true } });
  for (const id of [`order_paid~${branches.foreign}`, 'order_paid~99999', 'sign_in~', 'constructor~', 'order_paid'])
    expect([id, (await ask('GET', `/api/admin/email-texts/${id}`, { as: header })).status]).toEqual([id, 404]);
  expect((await ask('GET', at('order_paid', '99999'))).status).toBe(404);
});

test('every kind is read and shown; emails with codes and those to staff have no words to change', async () => {
  for (const kind of Object.keys(emailKinds)) {
    const seen = await ask('POST', `${at(kind)}/preview`, { body: none });
    expect([kind, seen.status, seen.body.problems]).toEqual([kind, 200, []]);
  }
  const { items } = (await ask('GET', '/api/admin/mail-samples')).body;
  const left = items.filter(({ kind }: { kind: string | null }) => kind === null);
  const abouts = left.map(({ about }: { about: string }) => about);
  expect(abouts).toEqual(
    expect.arrayContaining(['Код для входа', 'Новый пароль', 'Ссылка на заказ', 'Филиалу: оплачен']),
  );
});

test('the check of all texts reads the words of emails as their readers do', async () => {
  await change(at('ticket_answer'), { closing: '{имя}, ответ дан - пишите еще.' });
  await checkTexts(db);
  const found = await db.selectFrom('text_findings').selectAll().where('kind', '=', 'email').execute();
  expect(found).toMatchObject([{ record_id: 'ticket_answer~', name: 'Ответ на обращение' }]);
  expect(JSON.stringify(found)).not.toContain('заготовка');
});
