import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { Refusal } from '#platform/refusal.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { forgetFormsOf, forgetOldForms } from './forget-forms.ts';
import {
  closeForm,
  findForm,
  publishForm,
  publishFormDraft,
  recallForm,
  removeFormDraft,
  saveFormDraft,
} from './form-schemas.ts';
import { findSubmission, listSubmissions } from './queries.ts';
import type { FormSchema, FormValues } from './schema.ts';
import { listStaffForms } from './staff-forms.ts';
import { type FormFile, type FormRequester, submitForm } from './submit-form.ts';

const { db } = await testDatabase();
await makeBranches(db);

function requester(given: Partial<FormRequester> = {}): FormRequester {
  return {
    user_id: null,
    visitor: null,
    department_id_1c: '00131',
    origin: 'http://idd.localhost',
    address: '10.0.0.1',
    page: '/delivery/',
    campaign: null,
    key: null,
    ...given,
  };
}

const annas = { name: 'Анна', phone: '+7 (921)-000-12-34', consent_personal_data: '1' };

function submit(
  code: string,
  values: FormValues,
  given: Partial<FormRequester> = {},
  files: FormFile[] = [],
  now = new Date(),
) {
  return db.transaction().execute((db) => submitForm(db, requester(given), code, values, files, now));
}

async function refusal(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('it was not refused');
  return error;
}

test('[S2-26] [S2-43] [S1-05] a callback is stored with its consents, queues the lead and writes to the branch', async () => {
  const campaign = { source: 'yandex', medium: 'cpc', campaign: 'spring', content: '', term: '' };
  const { id, number } = await submit('callback', { ...annas, consent_advertising: '1' }, { key: 'first', campaign });
  expect(number).toBeGreaterThanOrEqual(30_001);
  const found = await findSubmission(db, String(number));
  expect(found).toMatchObject({
    id,
    code: 'callback',
    page: '/delivery/',
    answers: [
      { field: 'name', name: 'Имя', value: 'Анна' },
      { field: 'phone', name: 'Телефон', value: '+7-921-000-12-34' },
    ],
  });
  const { rows: consents } = await sql`
    select c.purpose, c.form, c.subject, host(c.address) as address, p.version from consents c join pages p on p.id = c.page_id
    where c.submission_id = ${id} order by c.id`.execute(db);
  const shared = { form: 'callback', subject: 'Анна, +7-921-000-12-34', address: '10.0.0.1', version: 1 };
  expect(consents).toEqual([
    { purpose: 'personal_data', ...shared },
    { purpose: 'advertising', ...shared },
  ]);
  const lead = await db.selectFrom('leads').selectAll().where('origin_id', '=', id).executeTakeFirstOrThrow();
  expect(lead).toMatchObject({ form: 'callback', title: 'Заказать звонок: Анна', phone: '+79210001234', campaign });
  const emailMessage = await db
    .selectFrom('mails')
    .selectAll()
    .where('key', '=', `form ${id}`)
    .executeTakeFirstOrThrow();
  expect(emailMessage.subject).toBe(`Заявка ${number}: Заказать звонок`);
  expect(emailMessage.text).toContain('+7-921-000-12-34');
});

test('[S5-11] [S4-18] what the browser would refuse is refused with the same words, all at once, and nothing is kept', async () => {
  const before = await listSubmissions(db, { limit: 100 });
  const error = await refusal(submit('business_card', { inn: '123', name: 'А', phone: '12', email: 'нет' }));
  expect(error.details.fields).toEqual({
    inn: 'Проверьте ИНН: 10 или 12 цифр',
    company: 'Обязательно для заполнения',
    name: 'Минимум 2 символов',
    phone: 'Неверный формат телефона',
    email: 'Неверный формат',
    consent_personal_data: 'Обязательно для выбора',
  });
  expect(await listSubmissions(db, { limit: 100 })).toEqual(before);
});

test('[S4-18] the same request sent twice, also at once, is one request, one lead and one email; other words are another', async () => {
  const submitIt = () =>
    submit('consultation', { ...annas, answer_by: 'phone', question: 'Какая затирка?' }, { key: 'request' });
  const answers = await Promise.all([submitIt(), submitIt(), submitIt()]);
  expect(new Set(answers.map(({ number }) => number)).size).toBe(1);
  expect(answers.filter(({ is_repeated }) => !is_repeated)).toHaveLength(1);
  const { id } = answers[0]!;
  const { rows } = await sql`
    select (select count(*)::int from leads where origin_id = ${id}) as leads,
      (select count(*)::int from consents where submission_id = ${id}) as consents,
      (select count(*)::int from mails where key = ${`form ${id}`}) as emails`.execute(db);
  expect(rows).toEqual([{ leads: 1, consents: 1, emails: 1 }]);
  const other = await submit('consultation', { ...annas, answer_by: 'phone', question: 'А клей?' }, { key: 'request' });
  expect(other.is_repeated).toBe(false);
});

test('[S4-18] a retry from another network is known by its key, the same words sent again by their sender, for ten minutes', async () => {
  const values = { ...annas, answer_by: 'phone', question: 'Есть ли доставка в Сокол?' };
  const at = (minutes: number) => new Date(Date.UTC(2027, 5, 1, 12, minutes));
  const resubmit = (given: Partial<FormRequester>, minutes: number) =>
    submit('consultation', values, given, [], at(minutes));
  const first = await resubmit({ key: 'a' }, 0);
  expect(await resubmit({ key: 'a', address: '10.0.0.9' }, 500)).toMatchObject({ number: first.number });
  expect(await resubmit({ key: 'b' }, 9)).toMatchObject({ number: first.number, is_repeated: true });
  expect(await resubmit({}, 9)).toMatchObject({ number: first.number, is_repeated: true });
  expect(await resubmit({ address: '10.0.0.9' }, 9)).toMatchObject({ is_repeated: false });
  expect(await resubmit({ key: 'c' }, 11)).toMatchObject({ is_repeated: false });
});

test('[S2-26] what a form is about is looked up: its words go into the lead, a stranger’s word is no product', async () => {
  const product = await makeProduct(db, { name: 'Штукатурка гипсовая 30 кг' });
  const about = `product:${product.id}`;
  const { id } = await submit('one_click', annas, { key: 'about', about });
  const lead = await db.selectFrom('leads').selectAll().where('origin_id', '=', id).executeTakeFirstOrThrow();
  expect(lead.title).toContain('Купить в 1 клик: Штукатурка гипсовая 30 кг');
  for (const wrong of [null, 'product:999999', 'product:1 or 1=1', 'vacancy:1', 'constructor:1', 'product:'])
    expect((await refusal(submit('one_click', annas, { about: wrong }))).code, String(wrong)).toBe('not_found');
});

test('[18] whoever sends a form is contacted by the end of the working day that the setting promises', async () => {
  const friday = new Date('2027-02-05T15:00:00Z');
  const dueOf = async (key: string) => {
    const { id, number } = await submit('callback', { ...annas, comment: key }, { key }, [], friday);
    const { due_at } = await db
      .selectFrom('leads')
      .select('due_at')
      .where('origin_id', '=', id)
      .executeTakeFirstOrThrow();
    const { text } = await db
      .selectFrom('mails')
      .select('text')
      .where('key', '=', `form ${id}`)
      .executeTakeFirstOrThrow();
    expect(text, String(number)).toMatch(/Связаться\sдо/);
    return due_at?.toISOString();
  };
  expect(await dueOf('monday')).toBe('2027-02-08T17:00:00.000Z');
  await sql`insert into settings (key, value) values ('form_terms', '{"answer_working_days": 2}')`.execute(db);
  expect(await dueOf('tuesday')).toBe('2027-02-09T17:00:00.000Z');
  await sql`delete from settings where key = 'form_terms'`.execute(db);
});

const floor: FormSchema = {
  code: 'master_class',
  name: 'Мастер-класс',
  fields: {
    day: { name: 'День', as: 'Input', type: 'date', order: 2, rules: { required: true, min: 'today' } },
    name: { name: 'Имя', as: 'Input', order: 1, rules: { required: true } },
  },
};

test('[S3-09] [S3-10] a dynamic form is a versioned row: a later version replaces the one before, a closed one takes nothing', async () => {
  const values = { name: 'Анна', day: '2027-03-01', consent_personal_data: '1' };
  const now = new Date('2027-02-01T12:00:00Z');
  expect(await publishForm(db, floor, new Date('2027-01-01'))).toMatchObject({ version: 1 });
  const first = await submit('master_class', values, { key: 'v1' }, [], now);
  const longer = {
    ...floor,
    fields: { ...floor.fields, phone: { name: 'Телефон', as: 'Phone', order: 3, rules: { required: true } } },
  } as FormSchema;
  const { id, version } = await publishForm(db, longer, new Date('2027-01-15'));
  expect(version).toBe(2);
  const error = await refusal(submit('master_class', values, {}, [], now));
  expect(error.details.fields).toEqual({ phone: 'Обязательно для заполнения' });
  const second = await submit('master_class', { ...values, phone: annas.phone }, { key: 'v2' }, [], now);
  const row = (id: string) =>
    db.selectFrom('form_submissions').select(['schema_id', 'answers']).where('id', '=', id).executeTakeFirstOrThrow();
  expect((await row(second.id)).schema_id).toBe(id);
  expect((await row(first.id)).answers).toEqual([
    { field: 'name', name: 'Имя', value: 'Анна' },
    { field: 'day', name: 'День', value: '01.03.2027' },
  ]);
  await closeForm(db, 'master_class', now);
  expect(await findForm(db, 'master_class', now)).toBeNull();
});

test('[18] a version of a form waits as a draft, comes out at its time and is taken back: what stood before is in force', async () => {
  const code = 'zamer';
  const form = (name: string) => ({ ...floor, code, name }) as FormSchema;
  const [first, now] = [new Date('2027-03-01T12:00:00Z'), new Date('2027-03-02T12:00:00Z')];
  const shown = async (at = now) => (await findForm(db, code, at))?.schema.name ?? null;
  const state = async () =>
    (await listStaffForms(db, code, now)).map(({ state, version, is_open }) => [state, version, is_open]);
  await saveFormDraft(db, form('Замер'), null);
  expect([await shown(), await state()]).toEqual([null, [['draft', 1, false]]]);
  await publishFormDraft(db, code, first, first);
  const values = { name: 'Анна', day: '2027-04-01', consent_personal_data: '1' };
  await saveFormDraft(db, form('Замер кухни'), 1);
  expect((await refusal(saveFormDraft(db, form('Чужой'), 1))).details).toMatchObject({ version: 2 });
  await saveFormDraft(db, form('Замер кухни и шкафа'), 2);
  expect([await shown(), await state()]).toEqual(['Замер', [['draft', 3, true]]]);
  const later = new Date('2027-03-10T12:00:00Z');
  expect((await refusal(publishFormDraft(db, code, first, now))).details.fields).toEqual({
    published_at: 'Это время уже прошло',
  });
  await publishFormDraft(db, code, later, now);
  expect([await shown(), await shown(later), await state()]).toEqual([
    'Замер',
    'Замер кухни и шкафа',
    [['coming', 3, true]],
  ]);
  await recallForm(db, code, now);
  expect([await shown(later), await state()]).toEqual(['Замер', [['draft', 3, true]]]);
  await publishFormDraft(db, code, now, now);
  const sent = await submit(code, values, { key: 'by the version taken back' }, [], now);
  await recallForm(db, code, now);
  expect([await shown(), await state()]).toEqual(['Замер', [['draft', 5, true]]]);
  const of = await db.selectFrom('form_submissions').select('schema_id').where('id', '=', sent.id).executeTakeFirst();
  const by = await db
    .selectFrom('form_schemas')
    .select('schema')
    .where('id', '=', Number(of?.schema_id))
    .executeTakeFirst();
  expect(by?.schema).toMatchObject({ name: 'Замер кухни и шкафа' });
  await removeFormDraft(db, code);
  expect([await shown(), await state()]).toEqual(['Замер', [['open', 4, true]]]);
  expect((await refusal(removeFormDraft(db, code))).code).toBe('not_found');
  await closeForm(db, code, now);
  expect(await shown()).toBeNull();
});

test('[18] a form that was never published before is gone when it is taken back', async () => {
  await publishForm(db, { ...floor, code: 'odna' } as FormSchema, new Date('2027-03-01'));
  const now = new Date('2027-03-02');
  await recallForm(db, 'odna', now);
  expect(await findForm(db, 'odna', now)).toBeNull();
  expect(await listStaffForms(db, 'odna', now)).toMatchObject([{ state: 'draft', is_open: false }]);
});

test('[S3-09] a form that cannot work is not published', async () => {
  const wrong = { ...floor, code: 'callback', fields: { consent_advertising: { ...floor.fields.name!, as: 'Enum' } } };
  const error = await refusal(publishForm(db, wrong as FormSchema));
  expect(error.details.mistakes).toEqual([
    'Имя поля «consent_advertising» занято',
    'Код «callback» занят встроенной формой',
  ]);
});

test('[S5-06] «today» of a schema is the branch’s own day', async () => {
  await publishForm(db, { ...floor, code: 'night' }, new Date('2027-01-01'));
  // 21:30 in UTC is already the next day in Vologda.
  const now = new Date('2027-02-10T21:30:00Z');
  const on = (day: string) => submit('night', { name: 'Анна', day, consent_personal_data: '1' }, { key: day }, [], now);
  expect((await refusal(on('2027-02-10'))).details.fields).toEqual({ day: 'Дата не раньше 11.02.2027' });
  await on('2027-02-11');
});

test('a vacancy is answered without a résumé', async () => {
  expect(await submit('vacancy', annas, { key: 'no résumé' })).toMatchObject({ number: expect.anything() });
});

test('[S3-10] what was sent is forgotten after its term, and with its sender’s account; a consent to advertising stays', async () => {
  const file = {
    id: crypto.randomUUID(),
    field: 'files',
    name: 'смета.pdf',
    type: 'application/pdf',
    size: 10,
    sum: 'a',
  };
  const ticked = { consent_advertising: '1' };
  const old = await submit('estimate', { ...annas, ...ticked }, { key: 'old' }, [file]);
  const nextYear = new Date(Date.now() + 366 * 86_400_000);
  expect(await forgetOldForms(db, nextYear)).toEqual([file.id]);
  const anna = await makeUser(db);
  const own = await submit('callback', annas, { key: 'own', user_id: anna.id });
  const asGuest = await submit(
    'feedback',
    { ...annas, kind: 'question', email: anna.email.toUpperCase(), comment: 'Когда откроетесь?', ...ticked },
    { key: 'guest' },
  );
  expect(await findSubmission(db, old.id)).toMatchObject({ answers: [], files: [], page: '' });
  const consentsTo = async (id: string) =>
    (await sql`select purpose, subject from consents where submission_id = ${id} order by id`.execute(db)).rows;
  expect(await consentsTo(old.id)).toEqual([
    { purpose: 'personal_data', subject: '' },
    { purpose: 'advertising', subject: 'Анна, +7-921-000-12-34' },
  ]);
  expect(await consentsTo(asGuest.id), 'a message asks for no advertising').toMatchObject([
    { purpose: 'personal_data' },
  ]);
  const application = await submit('vacancy', { ...annas, ...ticked }, { key: 'application' });
  expect(await consentsTo(application.id), 'nor does a job application').toMatchObject([{ purpose: 'personal_data' }]);
  await forgetFormsOf(db, anna.id, [anna.email]);
  for (const { id } of [own, asGuest])
    expect(await findSubmission(db, id)).toMatchObject({ answers: [], user_id: null });
});

test('a callback of a person who is erased takes its lead along, though it named a phone alone', async () => {
  const boris = await makeUser(db);
  const mine = await submit('callback', { ...annas, name: 'Борис' }, { user_id: boris.id });
  const others = await submit('callback', { ...annas, name: 'Вера' });
  await forgetFormsOf(db, boris.id, [boris.email]);
  const { rows } = await sql<{ origin_id: string }>`
    select origin_id from leads where origin_id = any(${[mine.id, others.id]}::uuid[])`.execute(db);
  expect(rows).toEqual([{ origin_id: others.id }]);
});
