import { expect, test } from 'vitest';
import { emailSamples } from '#demo/emails.ts';
import { fillWords, isNameApart } from '#shared/email-placeholders.ts';
import { ensure } from '#shared/ensure.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { makeBranches } from '#test/support/shop.ts';
import { testSmtp } from '#test/support/smtp.ts';
import type { EmailMessage } from './email.ts';
import type { EmailKind, EmailPart } from './email-kinds.ts';
import { saveEmailWords, whyNotWords } from './email-texts.ts';
import { storeMail } from './mails.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const smtp = await testSmtp();

const sampleOf = (kind: EmailKind): EmailMessage =>
  ensure(emailSamples().find(({ emailMessage }) => emailMessage.worded?.kind === kind)).emailMessage;
const save = (
  kind: EmailKind,
  change: Partial<Record<EmailPart, string | null>>,
  department_id_1c: string | null = null,
) => db.transaction().execute((db) => saveEmailWords(db, { kind, department_id_1c }, change));

let count = 0;
/** The email as it is stored, of an order of the branch 00131. */
async function written(message: EmailMessage) {
  const key = `mail ${++count}`;
  await storeMail(db, key, 'anna@pochta.example', message);
  return db.selectFrom('mails').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
}
/** An email of somebody known by name. */
function called(message: EmailMessage, name: string): EmailMessage {
  const worded = ensure(message.worded);
  return { ...message, worded: { ...worded, values: { ...worded.values, имя: name } } };
}

test('[2.9] an email says what the shop has set for its kind, in text and HTML; sums, terms and links stay the program’s', async () => {
  const placed = sampleOf('order_placed');
  const before = await written(placed);
  expect(before.subject).toBe('Заказ 1000123 принят');
  expect(before.text).toContain('Здравствуйте. Мы получили ваш заказ и уже передали его в филиал.');
  await save('order_placed', {
    subject: 'Ваш заказ № {заказ} у нас',
    lead: 'Добрый день, {имя}!\n\nСпасибо за заказ {заказ}, собираем его в филиале «{филиал}».',
    closing: 'Вопросы — по телефону {телефон}.',
  });
  const after = await written(called(placed, 'Анна'));
  expect(after.subject).toBe('Ваш заказ № 1000123 у нас');
  for (const words of [
    'Добрый день, Анна!',
    'Спасибо за заказ 1000123, собираем его в филиале «Вологда».',
    'Вопросы — по телефону',
  ]) {
    expect(after.text).toContain(words);
    expect(after.html.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')).toContain(words);
  }
  expect(after.text).not.toContain('Мы получили ваш заказ');
  for (const kept of [
    'Итого — 6\u00a0953,70\u00a0₽',
    'Оплатите заказ до',
    '/order/00000000-0000-4000-8000-000000000001/',
  ])
    expect(after.text).toContain(kept);
  // Somebody who gave a surname, too, is not called by it, and no comma is left behind.
  expect((await written(placed)).text).toContain('Добрый день!\n\nСпасибо за заказ');
});

test('[2.9] a branch has words of its own over those for all; taken back, what stands behind is said again', async () => {
  const ready = sampleOf('order_in_delivery');
  await save('order_in_delivery', { lead: 'Едем к вам.', closing: 'Хорошего дня.' });
  await save('order_in_delivery', { lead: 'Едем к вам по Вологде.' }, '00131');
  const own = (await written(ready)).text;
  expect(own).toContain('Едем к вам по Вологде.');
  expect(own).toContain('Хорошего дня.');
  await save('order_in_delivery', { lead: null }, '00131');
  expect((await written(ready)).text).toContain('Едем к вам.\n');
  await save('order_in_delivery', { lead: null, closing: null });
  expect((await written(ready)).text).toContain('Машина с вашим заказом выехала.');
  expect(await db.selectFrom('email_texts').select('id').where('kind', '=', 'order_in_delivery').execute()).toEqual([]);
});

test('what a visitor typed and 1C sent can neither break a header nor become markup or words to fill in', async () => {
  await save('review_approved', { subject: 'Отзыв о {товар}', lead: '{имя}, отзыв о «{товар}» опубликован.' });
  const worded = ensure(sampleOf('review_approved').worded);
  const product = 'Клей\r\nBcc: zlo@pochta.example <script>zlo()</script> {имя} {заказ}';
  const message = {
    ...sampleOf('review_approved'),
    worded: { ...worded, values: { ...worded.values, товар: product } },
  };
  const { subject, text, html } = await written(message);
  expect(subject).toBe('Отзыв о Клей Bcc: zlo@pochta.example <script>zlo()</script> имя заказ');
  expect(text).toContain('Анна, отзыв о «Клей Bcc: zlo@pochta.example');
  expect(html).not.toContain('<script>');
  await runJobs(db, url, { SMTP_URL: smtp.url });
  const [head = ''] = ensure(smtp.received.at(-1)).data.split('\r\n\r\n');
  expect(head).not.toMatch(/^Bcc:/m);
  expect(smtp.received.every(({ to }) => to.every((address) => address === 'anna@pochta.example'))).toBe(true);
});

test.each<[EmailPart, string, RegExp]>([
  ['subject', ' ', /Напишите текст/],
  ['subject', 'Заказ\r\nBcc: zlo@pochta.example', /одна строка/],
  ['subject', '{имя}, ваш заказ', /Нет подстановки \{имя\}\. Есть: \{заказ\}, \{филиал\}, \{телефон\}/],
  ['subject', 'З'.repeat(151), /Не длиннее 150/],
  ['lead', 'П'.repeat(1_001), /Не длиннее 1\s000/],
  ['lead', 'Заказ на {сумма}', /Нет подстановки \{сумма\}/],
  ['lead', 'Заказ {Заказ}', /Нет подстановки \{Заказ\}/],
  ['lead', 'Заказ {{заказ}}', /скобка/],
  ['lead', 'Заказ {заказ', /скобка/],
  ['lead', 'Заказ заказ}', /скобка/],
  ['lead', 'Ваш заказ {}', /Нет подстановки/],
  ['lead', '<b>Спасибо</b>', /HTML/],
  ['lead', 'Спасибо&nbsp;вам', /HTML/],
  ['lead', 'Спасибо\u202Eмав', /невидимые/],
  ['lead', 'Спасибо\u0000', /невидимые/],
  ['lead', 'Дорогая {имя} спасибо', /запятыми/],
])('words of %s are refused at their field: %.40j', async (part, text, why) => {
  await expect(save('order_placed', { [part]: text })).rejects.toMatchObject({
    code: 'bad_input',
    details: { fields: { [part]: expect.stringMatching(why) } },
  });
});

test('a part that the program keeps to itself takes no words', () => {
  expect(whyNotWords('order_refund', 'subject', 'Вернули {заказ}')).toBe('В этом письме такой части нет');
  expect(whyNotWords('order_refund', 'lead', 'Вернули деньги за заказ {заказ}.')).toBeNull();
});

test('a name that is not known goes with its comma', () => {
  for (const [template, known, unknown] of [
    ['{имя}, здравствуйте.', 'Анна, здравствуйте.', 'Здравствуйте.'],
    ['Здравствуйте, {имя}!', 'Здравствуйте, Анна!', 'Здравствуйте!'],
    ['Спасибо, {имя}, ждём вас.', 'Спасибо, Анна, ждём вас.', 'Спасибо, ждём вас.'],
    ['Готово. {имя}, приходите.', 'Готово. Анна, приходите.', 'Готово. Приходите.'],
  ] as const) {
    expect(isNameApart(template)).toBe(true);
    expect(fillWords(template, { имя: 'Анна' })).toBe(known);
    expect(fillWords(template, { имя: '' })).toBe(unknown);
  }
  expect(fillWords('Заказ {заказ}', {})).toBeNull();
});
