import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { fixedForms } from '#modules/forms/fixed-forms.ts';
import { formStamp } from '#modules/forms/form-limits.ts';
import { publishForm } from '#modules/forms/form-schemas.ts';
import { findSubmission } from '#modules/forms/queries.ts';
import { type FormSchema, type FormValues, formSchemaProblems } from '#modules/forms/schema.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { type FormTerms, unsetSettings } from '#modules/settings/schema.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { isContentOf } from '#shared/file-content.ts';
import type { FieldFiles } from '#shared/form-rules.ts';
import { uploadTypeOf, uploadWords } from '#shared/upload-rules.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import type { FormView, SentForm } from './form-view.ts';

const { db } = await testDatabase();
const { products } = await makePlasterShop(db);
const dataDir = await testFolder();
const app = await testApp(db, { DATA_DIR: dataDir, FLOOD_PER_MINUTE: '100000' });
const keys = await secretKeys(db, undefined);

async function setTerms(terms: Partial<FormTerms>) {
  await db.transaction().execute((db) => saveSetting(db, 'form_terms', { ...unsetSettings.form_terms, ...terms }));
}
beforeEach(async () => {
  await setTerms({ least_ms: 0, per_hour: 100_000 });
  await sql`delete from limits`.execute(db);
});

type Sent = { values: FormValues; files?: [field: string, name: string, bytes: Uint8Array][]; cookie?: string };

/** Posts a filled form as the browser does. */
async function send(code: string, { values, files = [], cookie }: Sent, path = `/_forms/${code}/`) {
  const form = new FormData();
  const own = { stamp: formStamp(keys, code), key: randomUUID(), ...values };
  for (const [name, value] of Object.entries(own)) form.append(name, value);
  for (const [field, name, bytes] of files) form.append(field, new File([new Uint8Array(bytes)], name));
  const request = new Request('http://idd.localhost', { method: 'POST', body: form });
  const answer = await app.inject({
    method: 'POST',
    url: path,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      host: 'idd.localhost',
      origin: 'http://idd.localhost',
      'content-type': request.headers.get('content-type')!,
      ...(cookie && { cookie }),
    },
  });
  return { status: answer.statusCode, location: answer.headers.location, body: answer.body };
}

async function answerOf(code: string, sent: Sent): Promise<SentForm & { http: number }> {
  const { status, body } = await send(code, sent);
  return { http: status, ...JSON.parse(body) };
}

async function countSent(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from form_submissions`.execute(db);
  return rows[0]!.count;
}

const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2_147_483_647);
const numRuns = Number(process.env.PROPERTY_RUNS ?? 150);
console.info(`forms: seed ${seed}, runs ${numRuns}`);

const every: FormSchema = {
  code: 'property',
  name: 'Всё сразу',
  fields: {
    name: { name: 'Имя', as: 'Input', order: 0, rules: { required: true, min: 2, max: 10 } },
    email: { name: 'Почта', as: 'Input', type: 'email', order: 1, rules: {} },
    requesters: { name: 'Мест', as: 'Input', type: 'number', order: 2, rules: { min: 2, max: 12 } },
    day: { name: 'День', as: 'Input', type: 'date', order: 3, rules: { min: '2027-01-10', max: '2027-02-10' } },
    phone: { name: 'Телефон', as: 'Phone', order: 4, rules: {} },
    inn: { name: 'ИНН', as: 'Input', order: 5, rules: { check: 'inn' } },
    theme: { name: 'Тема', as: 'Enum', order: 6, rules: {}, options: [{ value: 'a', name: 'А' }] },
    question: { name: 'Вопрос', as: 'Textarea', order: 7, rules: { min: 5, max: 20 } },
    rules: { name: 'Правила', as: 'Checkbox', order: 8, rules: { required: true } },
    photo: { name: 'Фото', as: 'File', order: 9, rules: { max: 2 } },
  },
};
await publishForm(db, every);

/** What people, and others, type: good, nearly good, empty, odd. */
const typed = (...good: string[]) =>
  fc.oneof(
    fc.constantFrom('', ' ', ...good),
    fc.constantFrom(...good).map((text) => text.slice(0, -1)),
    fc.string({ maxLength: 25, unit: 'binary' }),
    fc.string({ maxLength: 25 }),
  );

/** Forms that nothing is wrong with. */
const right = fc.record({
  values: fc.record({
    name: fc.constantFrom('Анна', ' Ия '),
    email: fc.constantFrom('', 'anna@pochta.example'),
    requesters: fc.constantFrom('', '2', '11,5'),
    day: fc.constantFrom('', '2027-01-10', '2027-02-10'),
    phone: fc.constantFrom('', '+7 (921)-000-12-34', '89210001234'),
    inn: fc.constantFrom('', '7707083893', '500100732259'),
    theme: fc.constantFrom('', 'a'),
    question: fc.constantFrom('', 'Как выровнять?'),
    rules: fc.constant('1'),
    consent_personal_data: fc.constant('1'),
    consent_advertising: fc.constantFrom('', '1'),
  }),
  files: fc.array(
    fc.record({ name: fc.constantFrom('a.txt', '../../e.txt'), bytes: fc.constant(Buffer.from('текст')) }),
    {
      maxLength: 2,
    },
  ),
});

const odd = fc.record({
  values: fc.record({
    name: typed('Анна', 'Александра-Мария'),
    email: typed('anna@pochta.example', 'a@b'),
    requesters: typed('2', '12', '1', '12,5', '1 000', '1e3', 'Infinity'),
    day: typed('2027-01-10', '2027-02-10', '2027-01-09', '2027-02-31'),
    phone: typed('+7 (921)-000-12-34', '89210001234', '+49 30 901820'),
    inn: typed('7707083893', '500100732259', '7707083894'),
    theme: typed('a', 'b'),
    question: typed('Как выровнять?', 'Как?', 'строка\r\nстрока'),
    rules: fc.constantFrom('', '1', 'on'),
    consent_personal_data: fc.constantFrom('', '1'),
    consent_advertising: fc.constantFrom('', '1'),
  }),
  files: fc.array(
    fc.record({
      name: fc.constantFrom('a.png', 'a.PNG', 'b.txt', 'c.exe', 'd.pdf', 'noname', '../../e.txt'),
      bytes: fc.oneof(
        fc.constantFrom(
          ...['', '%PDF-1.7', '\u0089PNG\r\n\u001a\n', 'текст', 'MZ\u0000'].map((text) => Buffer.from(text, 'latin1')),
        ),
        fc.uint8Array({ maxLength: 20 }),
      ),
    }),
    { maxLength: 3 },
  ),
});

/** What the browser says of it before anything is sent: rules by name first, then the look into the files. */
function browserProblems(values: FormValues, files: { name: string; bytes: Uint8Array }[]) {
  const chosen: FieldFiles =
    files.length > 0 ? { photo: files.map(({ name, bytes }) => ({ name, size: bytes.length })) } : {};
  const problems = formSchemaProblems(every, values, chosen);
  const isGood = files.every(({ name, bytes }) => isContentOf(uploadTypeOf(name) ?? 'image/png', bytes));
  return !problems.photo && !isGood ? { ...problems, photo: uploadWords.type } : problems;
}

test('[S5-11] whatever is typed and chosen, the server answers with exactly the words of the browser', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 4, arbitrary: odd }, { weight: 1, arbitrary: right }),
      async ({ values, files }) => {
        const notice = browserProblems(values, files);
        const answer = await answerOf(every.code, {
          values,
          files: files.map(({ name, bytes }) => ['photo', name, bytes]),
        });
        expect(answer.errors).toEqual(notice);
        expect(Boolean(answer.sent)).toBe(Object.keys(notice).length === 0);
        if (answer.sent) taken++;
      },
    ),
    { seed, numRuns },
  );
  expect(taken).toBeGreaterThan(0);
});

const anna = { name: 'Анна', phone: '+7 (921)-000-12-34', consent_personal_data: '1' };

test('[S5-11] every fixed form is taken when it is filled in, and refused empty with a sentence for each required field', async () => {
  const [plaster] = Object.values(products);
  for (const schema of Object.values(fixedForms) as FormSchema[]) {
    const about: FormValues = schema.about?.kinds.includes('product') ? { about: `product:${plaster!.id}` } : {};
    const empty = await answerOf(schema.code, { values: about });
    const required = Object.entries(schema.fields).flatMap(([name, { rules }]) => (rules.required ? [name] : []));
    expect([schema.code, Object.keys(empty.errors).sort()]).toEqual([
      schema.code,
      [...required, 'consent_personal_data'].sort(),
    ]);
    const values: FormValues = { ...about, consent_personal_data: '1' };
    const files: Sent['files'] = [];
    for (const [name, field] of Object.entries(schema.fields)) {
      if (field.as === 'File') files.push([name, 'файл.txt', Buffer.from('строка')]);
      else if (field.as === 'Phone') values[name] = anna.phone;
      else if (field.as === 'Enum') values[name] = field.options![0]!.value;
      else if (field.as === 'Checkbox') values[name] = '1';
      else if (field.type === 'email') values[name] = 'anna@pochta.example';
      else if (field.type === 'number') values[name] = String(field.rules.min ?? 1);
      else if (field.type === 'date') values[name] = '2099-01-01';
      else values[name] = field.rules.check === 'inn' ? '7707083893' : 'Слова, которых хватает';
    }
    const answer = await answerOf(schema.code, { values, files });
    expect([schema.code, answer.errors, answer.error]).toEqual([schema.code, {}, null]);
    expect(answer.sent!.number).toBeGreaterThan(30_000);
  }
});

test('[S2-43] a program is met without a puzzle: a filled trap, a form nobody was handed, one filled in at once; a person presses again', async () => {
  const before = await countSent();
  await setTerms({});
  const old = formStamp(keys, 'callback', new Date(Date.now() - 8 * 86_400_000));
  const foreign = formStamp(keys, 'feedback', new Date(Date.now() - 5_000));
  const wrong: FormValues[] = [
    { website: 'http://spam.example' },
    { stamp: '' },
    { stamp: 'x.y' },
    { stamp: old },
    { stamp: foreign },
    {},
  ];
  for (const values of wrong) {
    const answer = await answerOf('callback', { values: { ...anna, ...values } });
    expect([values, answer.sent, answer.error]).toEqual([
      values,
      null,
      'Проверьте, что указано, и нажмите кнопку ещё раз',
    ]);
  }
  expect(await countSent()).toBe(before);
  const stamp = formStamp(keys, 'callback', new Date(Date.now() - 2_000));
  expect((await answerOf('callback', { values: { ...anna, stamp } })).sent).not.toBeNull();
});

test('[S7-35] one address sends its share in an hour, then is told to call or wait; nothing is counted for a form that was refused', async () => {
  await setTerms({ least_ms: 0, per_hour: 2 });
  for (let at = 0; at < 5; at++) await answerOf('callback', { values: { ...anna, phone: '1' } });
  for (const name of ['Первая', 'Вторая'])
    expect((await answerOf('callback', { values: { ...anna, name } })).http).toBe(200);
  const answer = await answerOf('callback', { values: { ...anna, name: 'Третья' } });
  expect([answer.http, answer.error]).toEqual([
    429,
    'Слишком много заявок подряд. Позвоните нам или попробуйте через час',
  ]);
  // What is too large is not even read any more.
  const large: Sent = { values: anna, files: [['files', 'a.txt', Buffer.alloc(2_000_000, 'a')]] };
  expect((await send('estimate', large)).status).toBe(429);
});

test('[S5-07] a large body is read only for a form that takes files', async () => {
  const large: Sent = { values: anna, files: [['files', 'a.txt', Buffer.alloc(2_000_000, 'a')]] };
  expect((await send('callback', large)).status).toBe(413);
  expect((await send('estimate', large)).status).toBe(200);
});

async function viewOf(path: string, cookie?: string): Promise<FormView> {
  const answer = await app.inject({ url: path, headers: { host: 'idd.localhost', ...(cookie && { cookie }) } });
  return answer.json();
}

test('[S2-26] a signed-in person types nothing twice; what is sent is theirs, in their export, and forgotten when they take the consent back', async () => {
  const user = await makeUser(db, { phone: '+79215550011' });
  const { header } = await signedIn(db, user);
  const view = await viewOf('/_forms/feedback/', header);
  expect(view.values).toMatchObject({ name: user.full_name, phone: '+7 (921)-555-00-11', email: user.email });
  expect((await viewOf('/_forms/feedback/')).values).toEqual({});
  const values = { ...anna, email: user.email, kind: 'thanks', comment: 'Спасибо за доставку' };
  const { sent } = await answerOf('feedback', { values, cookie: header });
  const { exportPerson } = await import('#modules/accounts/export-person.ts');
  expect((await exportPerson(db, user.id)).forms).toMatchObject([{ number: sent!.number, form: 'feedback' }]);
  // One press in the profile takes the consent back, and what was sent under it goes.
  const shown = await app.inject({ url: '/personal/profile/', headers: { host: 'idd.localhost', cookie: header } });
  expect(shown.body).toContain('в форме «Обратная связь»');
  const [consent] = await db.selectFrom('consents').select('id').where('submission_id', '=', sent!.id).execute();
  await app.inject({
    method: 'POST',
    url: '/personal/profile/',
    payload: new URLSearchParams({ intent: 'consents:withdraw', id: String(consent!.id) }).toString(),
    headers: {
      host: 'idd.localhost',
      origin: 'http://idd.localhost',
      cookie: header,
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  expect(await findSubmission(db, sent!.id)).toMatchObject({ answers: [], user_id: null });
});

test('[S2-26] a form about nothing it could be about, or of a strange code, is not there', async () => {
  for (const path of [
    '/forms/one_click/',
    '/forms/one_click/?about=product:999999',
    '/forms/nope/',
    '/forms/constructor/',
    '/_forms/one_click/',
  ])
    expect([path, (await app.inject({ url: path, headers: { host: 'idd.localhost' } })).statusCode]).toEqual([
      path,
      404,
    ]);
  expect((await send('nope', { values: anna })).status).toBe(404);
});

test('[S7-35] a body that is no form is refused, not a fault', async () => {
  for (const url of ['/forms/callback/', '/_forms/callback/']) {
    const headers = { host: 'idd.localhost', 'content-type': 'multipart/form-data; boundary=x' };
    expect((await app.inject({ method: 'POST', url, payload: '--x\r\nнет', headers })).statusCode).toBe(422);
  }
});

test('[S2-20] sent from a page of another site, or back to one, it stays in the shop', async () => {
  const away = { ...anna, name: 'Злата', page: '//evil.example/' };
  const { status, location } = await send('callback', { values: away }, '/forms/callback/');
  expect(status).toBe(303);
  expect(location).toMatch(/^\/forms\/callback\/\?sent=[0-9a-f-]{36}&page=$/);
});

test('[S6-05] staff who act for a customer send no form and no request to support: the ticks under them are the customer’s', async () => {
  const [customer, manager] = [await makeUser(db), await makeUser(db, { full_name: 'Мария Менеджер' })];
  const { header: cookie } = await signedIn(db, manager);
  await sql`insert into staff (user_id, roles, totp_secret) values (${manager.id}::uuid, '{login_by_user}', 'x')`.execute(
    db,
  );
  await sql`
    insert into acting_sessions (staff_user_id, session_id, user_id, reason, expires_at)
    select ${manager.id}::uuid, s.id, ${customer.id}::uuid, 'Помощь', now() + interval '20 minutes'
    from sessions s where s.user_id = ${manager.id}::uuid`.execute(db);
  const ticks = { consent_personal_data: '1', consent_advertising: '1' };
  const form = await send('callback', { values: { name: 'Анна', phone: '+7 (921)-000-12-34', ...ticks }, cookie });
  const ticket = {
    request_key: randomUUID(),
    theme: 'order',
    name: 'Анна',
    email: customer.email,
    consent_personal_data: true,
  };
  const call = await app.inject({
    method: 'POST',
    url: '/api/ecm/idd/support/requests/',
    payload: ticket,
    headers: { host: 'idd.localhost', origin: 'http://idd.localhost', cookie },
  });
  const page = await app.inject({
    method: 'POST',
    url: '/support/',
    payload: new URLSearchParams({ ...ticket, consent_personal_data: '1' }).toString(),
    headers: {
      host: 'idd.localhost',
      origin: 'http://idd.localhost',
      cookie,
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  expect([form.status, call.statusCode, page.statusCode]).toEqual([403, 403, 403]);
  expect((await sql`select from consents where user_id = ${customer.id}::uuid`.execute(db)).rows).toEqual([]);
});

test('[S2-26] what opens an order or a card to whoever has it is not told with the page the form was sent from', async () => {
  const secret = 's'.repeat(43);
  for (const [page, reported] of [
    [`/order/1/?token=${secret}&sort=1`, '/order/1/?sort=1'],
    [`/subscription/?key=${secret}`, '/subscription/'],
    [`/qr/b/${secret}/`, '/qr/b/…/'],
  ] as const) {
    const values = { name: `Анна ${reported}`, phone: '+7 (921)-000-12-34', consent_personal_data: '1', page };
    const { body } = await send('callback', { values });
    const { id } = (JSON.parse(body) as SentForm).sent!;
    expect((await findSubmission(db, id))!.page).toBe(reported);
  }
  const { rows } = await sql`
    select from leads where page like ${`%${secret}%`} union all select from mails where text || html like ${`%${secret}%`}`.execute(
    db,
  );
  expect(rows).toEqual([]);
});

test('who has given the consent is not asked again, each form names it, and a new edition of its text asks again; a guest is asked each time', async () => {
  const user = await makeUser(db);
  const { header } = await signedIn(db, user);
  const page = async (cookie?: string) => {
    const headers = { host: 'idd.localhost', ...(cookie && { cookie }) };
    const { body } = await app.inject({ url: '/forms/callback/', headers });
    // The footer's form for news asks for its own.
    return body.slice(body.indexOf('<main'), body.indexOf('</main>'));
  };
  const tick = /type="checkbox"[^>]*name="consent_personal_data"|name="consent_personal_data"[^>]*type="checkbox"/;
  const given = { ...anna, consent_personal_data: 'given' };
  const rowsOf = async () => {
    const { rows } = await sql<{ id: number; under_id: number | null; is_withdrawn: boolean }>`
      select id, under_id, withdrawn_at is not null as is_withdrawn from consents where user_id = ${user.id}::uuid
      order by id`.execute(db);
    return rows;
  };
  const asked = { consent_personal_data: 'Нужно ваше согласие: текст изменился или согласие отозвано' };

  expect(await page(header)).toMatch(tick);
  // Nothing was given yet, whatever a form says.
  expect(await answerOf('callback', { values: given, cookie: header })).toMatchObject({ http: 422, errors: asked });
  expect(await answerOf('callback', { values: given })).toMatchObject({ http: 422, errors: asked });
  expect((await answerOf('callback', { values: anna, cookie: header })).http).toBe(200);
  const standing = await page(header);
  expect(standing).not.toMatch(tick);
  expect(standing).toMatch(/вы дали.*\d\d\.\d\d\.\d{4}/);
  expect(standing).toContain('href="/personal/profile/#consents"');
  expect((await answerOf('callback', { values: { ...given, name: 'Анна Вторая' }, cookie: header })).http).toBe(200);
  const [root, use] = await rowsOf();
  expect(use).toMatchObject({ under_id: root!.id });
  expect(root!.under_id).toBeNull();
  expect(await page()).toMatch(tick);
  const asking = await app.inject({ url: '/api/_visitor/consent', headers: { host: 'idd.localhost', cookie: header } });
  expect(asking.json()).toMatchObject({ consent: { given_on: expect.stringMatching(/^\d\d\.\d\d\.\d{4}$/) } });

  await sql`
    insert into pages (slug, version, title, html, published_at)
    select slug, version + 1, title, html, now() from pages where slug = 'consent-personal-data'
    order by version desc limit 1`.execute(db);
  expect(await page(header)).toMatch(tick);
  expect(await answerOf('callback', { values: { ...given, name: 'Анна Третья' }, cookie: header })).toMatchObject({
    http: 422,
    errors: asked,
  });
  // Taken back, it takes along what was sent under it.
  await app.inject({
    method: 'POST',
    url: '/personal/profile/',
    payload: new URLSearchParams({ intent: 'consents:withdraw', id: String(root!.id) }).toString(),
    headers: {
      host: 'idd.localhost',
      origin: 'http://idd.localhost',
      cookie: header,
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  expect((await rowsOf()).map(({ is_withdrawn }) => is_withdrawn)).toEqual([true, true]);
  const { rows: sent } = await sql<{ answers: unknown[] }>`
    select f.answers from form_submissions f join consents c on c.submission_id = f.id
    where c.id = any(${[root!.id, use!.id]}::bigint[])`.execute(db);
  expect(sent).toEqual([{ answers: [] }, { answers: [] }]);
});
