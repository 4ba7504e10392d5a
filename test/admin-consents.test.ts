import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { giveConsent } from '#modules/consents/consents.ts';
import { consentPlaceWords } from '#modules/consents/schema.ts';
import { fixedForms } from '#modules/forms/fixed-forms.ts';
import { publishForm } from '#modules/forms/form-schemas.ts';
import { submitForm } from '#modules/forms/submit-form.ts';
import { keysOf } from '#shared/keys-of.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeUser } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

const given = { purpose: 'personal_data', address: '', user_id: null } as const;
const listOf = async (subject: string) => {
  const filter = encodeURIComponent(JSON.stringify({ subject }));
  return (await call(cast, cast.headers.owner, { method: 'GET', url: `/api/admin/consents?filter=${filter}` })).json()
    .items;
};
const table = async () =>
  (await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/consents/export?format=csv' })).body;
const withdraw = async (contact: string, more: object = {}, as = cast.headers.owner) => {
  const body = { contact, purpose: 'personal_data', received_at: new Date(), reason: 'Письмо, вх. № 14', ...more };
  const answer = await call(cast, as, { method: 'POST', url: '/api/admin/consents/withdrawals', body });
  return { status: answer.statusCode, body: answer.json() };
};
const requester = {
  user_id: null,
  visitor: null,
  department_id_1c: branches.own,
  origin: 'http://idd.localhost',
  address: '10.0.0.1',
  page: '/',
  campaign: null,
  key: null,
};
const consult = (values: { phone: string; email: string }) =>
  db.transaction().execute((db) =>
    submitForm(db, requester, 'consultation', {
      name: 'Анна Ветрова',
      answer_by: 'phone',
      question: 'Сколько нужно смеси?',
      consent_personal_data: 'yes',
      ...values,
    }),
  );
const lastLine = () =>
  db
    .selectFrom('audit_log')
    .select(['words', 'permission', 'after'])
    .where('resource', '=', 'consents')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

test('every place where a consent is given has words, on the screen and in the table', async () => {
  for (const form of keysOf(consentPlaceWords))
    await giveConsent(db, { ...given, form, subject: `${form}@pochta.example` });
  await publishForm(db, {
    code: 'zamer',
    name: 'Замер',
    button: 'Отправить',
    sent: 'Приедем.',
    fields: { name: { name: 'Имя', as: 'Input', order: 1, rules: { required: true } } },
  });
  for (const form of [...Object.keys(fixedForms), 'zamer'])
    await sql`
      insert into consents (page_id, purpose, form, subject)
      select id, 'personal_data', ${form}, ${`${form}@forms.example`} from pages
      where slug = 'consent-personal-data' order by version desc limit 1`.execute(db);
  const saved = await table();
  for (const [form, words] of Object.entries(consentPlaceWords)) {
    expect(await listOf(`${form}@pochta.example`), form).toMatchObject([{ place: words }]);
    expect(saved).toContain(`;${words};`);
  }
  for (const [form, { name }] of [...Object.entries(fixedForms), ['zamer', { name: 'Замер' }] as const]) {
    expect(await listOf(`${form}@forms.example`), form).toMatchObject([{ place: `в форме «${name}»` }]);
    expect(saved).toContain(`в форме «${name}»`);
    expect(saved, form).not.toContain(`;${form};`);
  }
});

test('[S6-05] the table of consents has edition, day, address and withdrawal of each', async () => {
  const subject = 'table@pochta.example';
  await giveConsent(db, { ...given, address: '10.0.0.9', form: 'support', subject });
  await sql`
    update consents set given_at = '2026-11-01T09:05:00Z', withdrawn_at = '2026-11-03T10:15:00Z'
    where subject = ${subject}`.execute(db);
  const [head = '', ...lines] = (await table()).replace(/^\ufeff/, '').split(/\r?\n/);
  expect(head).toBe('№;Дано;Кто;На что;Текст;Редакция;Где дано;Заказ;Адрес в сети;Отозвано');
  const { version } = await db
    .selectFrom('consents')
    .innerJoin('pages', 'pages.id', 'consents.page_id')
    .select('pages.version')
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  const cells = lines.find((line) => line.includes('10.0.0.9'))?.split(';') ?? [];
  expect([cells[1], cells[3], cells[5], cells[8], cells[9]]).toEqual([
    ...['01.11.2026 12:05', 'обработка данных', String(version), '10.0.0.9', '03.11.2026 13:15'],
  ]);
});

test('a phone is found in any writing, an email in any case, in an order and in a form; both stay half hidden', async () => {
  await giveConsent(db, { ...given, form: 'support', subject: '+79215550101' });
  await sql`
    insert into consents (page_id, purpose, form, subject)
    select id, 'personal_data', 'order', 'Olga@pochta.example +79215550101' from pages
    where slug = 'consent-personal-data' order by version desc limit 1`.execute(db);
  await consult({ phone: '+7 (921) 555-01-01', email: 'olga@pochta.example' });
  for (const phone of ['8 921 555-01-01', '+79215550101', '+7 (921) 555 01 01', '9215550101', '8(921)555-01-01'])
    expect(await listOf(phone), phone).toHaveLength(3);
  expect(await listOf(' OLGA@pochta.example ')).toHaveLength(2);
  for (const other of ['+79215550102', '215550101', 'lga@pochta.example', '%', 'pochta.example'])
    expect(await listOf(other), other).toEqual([]);
  const shown = JSON.stringify(await listOf('89215550101'));
  expect(shown).not.toMatch(/5550101|555-01-01|olga@/i);
  expect(shown).toContain('O•••@pochta.example +7-921-•••-••-01');
});

test('[S6-05] a guest’s withdrawal by letter ends the consents, forgets the forms and stops the emails', async () => {
  const { id } = await consult({ phone: '8 921 555-02-02', email: 'vera@pochta.example' });
  await giveConsent(db, { ...given, form: 'subscription', subject: 'vera@pochta.example' });
  await giveConsent(db, { ...given, purpose: 'advertising', form: 'subscription', subject: 'vera@pochta.example' });
  await sql`
    insert into subscriptions (email, topic, frequency, department_id_1c, form, confirmed_at)
    values ('vera@pochta.example', 'actions', 'weekly', ${branches.own}, 'subscription', now())`.execute(db);
  expect((await withdraw('vera@pochta.example', {}, cast.headers.support)).status).toBe(403);
  expect((await withdraw('nikto@pochta.example')).body.error.fields.contact).toMatch(/ничего не действует/);
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect((await withdraw('8 921 555-02-02', { received_at: tomorrow })).body.error.fields).toHaveProperty(
    'received_at',
  );
  // Asked for yesterday, agreed to today: that stands.
  const yesterday = new Date(Date.now() - 86_400_000);
  expect((await withdraw('8 921 555-02-02', { received_at: yesterday })).status).toBe(422);

  expect((await withdraw('8 (921) 555-02-02')).body).toEqual({ withdrawn: 1 });
  const sent = await db
    .selectFrom('form_submissions')
    .select(['answers', 'forgotten_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(sent).toMatchObject({ answers: [], forgotten_at: expect.any(Date) });
  const { ended_at } = await db
    .selectFrom('subscriptions')
    .select('ended_at')
    .where('email', '=', 'vera@pochta.example')
    .executeTakeFirstOrThrow();
  expect(ended_at).not.toBeNull();
  const line = await lastLine();
  expect(line).toMatchObject({
    permission: 'customers.erase',
    words: expect.stringMatching(/^Отзыв согласия, обработка данных: 1.согласие\. Письмо, вх\. № 14$/),
    after: { contact: '+7-921-•••-••-02', purpose: 'personal_data', reason: 'Письмо, вх. № 14' },
  });
  // The other consent names the address alone, and advertising is another purpose.
  const left = await listOf('vera@pochta.example');
  expect(left.map((one: { withdrawn_at: string | null }) => one.withdrawn_at)).toEqual([null, null]);
  expect((await withdraw('VERA@pochta.example', { purpose: 'advertising' })).body).toEqual({ withdrawn: 1 });
  expect((await withdraw('vera@pochta.example')).body).toEqual({ withdrawn: 1 });
  expect((await withdraw('vera@pochta.example')).status).toBe(422);
});

test('a person’s withdrawal by a proved contact ends what was given in the account, and what was sent under it', async () => {
  const person = await makeUser(db, { email: 'lida@pochta.example' });
  const own = { ...given, user_id: person.id, subject: 'другое имя' };
  await giveConsent(db, { ...own, form: 'signup' });
  await giveConsent(db, { ...own, form: 'review' });
  expect((await withdraw('lida@pochta.example')).body).toEqual({ withdrawn: 2 });
});

test('a file with more rows than it holds says so in its last row, and how to get the rest', async () => {
  const whole = await table();
  expect(whole).not.toContain('Это не всё');
  await sql`
    insert into consents (page_id, purpose, form, subject)
    select p.id, 'personal_data', 'order', 'n' || n || '@pochta.example' from generate_series(1, 10001) n,
      lateral (select id from pages where slug = 'consent-personal-data' order by version desc limit 1) p`.execute(db);
  const rows = (await table()).trimEnd().split('\r\n');
  expect(rows).toHaveLength(10_002);
  expect(rows.at(-1)).toMatch(/^Это не всё: в файле первые 10.000 строк\. Сузьте отбор по дням/);
});
