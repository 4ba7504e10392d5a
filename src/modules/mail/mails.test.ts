import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { demoSettings } from '#demo/settings.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { testSmtp } from '#test/support/smtp.ts';
import { composeEmail, drawEmail } from './email.ts';
import { forgetSecretWords, keepUnsent, sendMail, storeMail } from './mails.ts';

const { db, url } = await testDatabase();
const smtp = await testSmtp();
const emailMessage = composeEmail(
  'Код для входа',
  'Код для входа',
  [{ kind: 'code', label: 'Код', code: '204816' }],
  () => [],
);
const { text: words } = drawEmail(emailMessage, demoSettings.company);
const kept = async (key: string) =>
  (
    await sql<{ text: string; html: string; sent: boolean }>`
    select text, html, sent_at is not null as sent from mails where key = ${key}`.execute(db)
  ).rows[0];

test('an email with a secret reaches its reader whole and leaves no words in the database', async () => {
  await storeMail(db, 'secret', 'anna@pochta.example', emailMessage, null, true);
  await storeMail(db, 'open', 'vera@pochta.example', emailMessage);
  expect((await kept('secret'))?.text).toContain('204816');
  await runJobs(db, url, { SMTP_URL: smtp.url });
  expect(smtp.received.find(({ to }) => to.includes('anna@pochta.example'))?.data).toContain('204816');
  expect(await kept('secret')).toEqual({ text: '', html: '', sent: true });
  expect((await kept('open'))?.text).toContain('204816');
});

test('an email with a secret that was not taken stays whole for the next try', async () => {
  await storeMail(db, 'refused', 'refused@pochta.example', emailMessage, null, true);
  await runJobs(db, url, { SMTP_URL: smtp.url });
  expect(await kept('refused')).toMatchObject({ text: words, sent: false });
});

test('a secret email that nobody sent is forgotten after a day', async () => {
  await storeMail(db, 'unsent', 'anna@pochta.example', emailMessage, null, true);
  await forgetSecretWords(db, new Date(Date.now() + 86_000_000));
  expect((await kept('unsent'))?.text).toBe(words);
  await forgetSecretWords(db, new Date(Date.now() + 86_401_000));
  expect(await kept('unsent')).toMatchObject({ text: '', html: '' });
});

test('the alarm of refused emails ends with what nobody is to send any more: a code that is out of date, an email kept on purpose', async () => {
  const app = await testApp(db);
  const alarm = async () =>
    Number(/shop_alarms\{what="refused_mails"\} (\d+)/.exec((await app.inject({ url: '/metrics' })).body)?.[1]);
  const before = await alarm();
  await storeMail(db, 'late code', 'refused@pochta.example', emailMessage, null, true);
  await storeMail(db, 'no mailbox', 'refused@pochta.example', emailMessage);
  await runJobs(db, url, { SMTP_URL: smtp.url });
  expect(await alarm()).toBe(before + 2);
  const idOf = async (key: string) =>
    (await db.selectFrom('mails').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
  await sendMail(db, await idOf('late code'), async () => {}, new Date(Date.now() + 61 * 60_000));
  expect(await alarm()).toBe(before + 1);
  await keepUnsent(db, await idOf('no mailbox'));
  expect(await alarm()).toBe(before);
});
