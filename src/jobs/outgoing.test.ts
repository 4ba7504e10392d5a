import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { composeEmail } from '#modules/mail/email.ts';
import { countUnsent, requeueUnsent, sendMail, storeMail } from '#modules/mail/mails.ts';
import { openLog } from '#platform/log.ts';
import { holdOutgoing, outgoingHold } from '#platform/outgoing.ts';
import { countWaitingJobs, enqueue } from '#platform/queue.ts';
import { commands as mailsCommands } from '#src/commands/mails.ts';
import { commands as outgoingCommands } from '#src/commands/outgoing.ts';

import { testApp } from '#test/support/app.ts';
import { atEnd } from '#test/support/at-end.ts';
import { wordsRunner } from '#test/support/command.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { forgetJobs, jobContext, runJobs } from '#test/support/jobs.ts';
import { waitFor } from '#test/support/processes.ts';
import { makeBranches } from '#test/support/shop.ts';
import { testSmtp } from '#test/support/smtp.ts';
import { openTcpProxy } from '#test/support/tcp-proxy.ts';
import { startWorkerProcess } from '#test/support/worker-process.ts';
import { watchForDeadWorkers } from './dead-workers.ts';
import { doableTasks, timetableOf } from './tasks.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const smtp = await testSmtp();
const run = wordsRunner([...mailsCommands, ...outgoingCommands], { db, url });
const emailMessage = composeEmail('Заказ принят', 'Заказ принят', [], () => []);
const minutesLater = (minutes: number) => new Date(Date.now() + minutes * 60_000);

beforeEach(async () => {
  await sql`delete from mails`.execute(db);
  await forgetJobs(db);
  await sql`delete from settings where key = 'outgoing_held'`.execute(db);
});

test('emails, refunds and receipts wait in the queue while no worker has the settings, raise the alarms, and are done when one has them', async () => {
  await storeMail(db, 'waits', 'anna@pochta.example', emailMessage);
  await enqueue(db, 'send_refund', { refund_id: randomUUID() });
  await enqueue(db, 'send_receipt', { receipt_id: randomUUID() });
  const blind = await startWorkerProcess(url);
  await enqueue(db, 'expire_reservations');
  const waiting = ['send_mail', 'send_receipt', 'send_refund'];
  await waitFor(async () => (await jobs()).every(({ task }) => waiting.includes(task)));
  expect(await jobs()).toEqual(waiting.map((task) => ({ task, attempts: 0 })));
  expect(await blind.stop()).toBe(0);
  expect(await countUnsent(db, minutesLater(16))).toMatchObject({ count: 1 });
  expect(await countWaitingJobs(db, minutesLater(16))).toMatchObject({ count: 3, tasks: waiting });
  expect(await alarm('waiting_jobs')).toBe('0');
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now() - interval '16 minutes') from graphile_worker.jobs`.execute(
    db,
  );
  expect(await alarm('waiting_jobs')).toBe('3');
  const payments = { YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'key', YOOKASSA_URL: 'http://127.0.0.1:1/' };
  const seeing = await startWorkerProcess(url, { SMTP_URL: smtp.url, ...payments });
  await waitFor(async () => sentTo('anna@pochta.example') === 1 && (await jobs()).length === 0);
  await waitFor(async () => (await countUnsent(db, minutesLater(16))).count === 0);
  await seeing.stop();
});

test('a restored copy sends nothing until it is released, and what waited then leaves', async () => {
  await holdOutgoing(db, 'магазин восстановлен из копии');
  await storeMail(db, 'held', 'held@pochta.example', emailMessage);
  const worker = await startWorkerProcess(url, { SMTP_URL: smtp.url });
  await enqueue(db, 'expire_reservations');
  await waitFor(async () => (await jobs()).every(({ task }) => task === 'send_mail'));
  expect([await jobs(), sentTo('held@pochta.example')]).toEqual([[{ task: 'send_mail', attempts: 0 }], 0]);
  expect(await run('outgoing show')).toContain('магазин восстановлен из копии');
  expect(await run('outgoing release')).toBe('Отправка возобновлена.');
  expect(await outgoingHold(db)).toBeNull();
  await waitFor(() => sentTo('held@pochta.example') === 1);
  await worker.stop();
  expect(await run('outgoing release')).toBe('Отправка не была приостановлена.');
});

test('released without its emails, a copy keeps those that waited and sends later ones', async () => {
  await holdOutgoing(db, 'копия');
  await storeMail(db, 'old', 'old@pochta.example', emailMessage);
  expect(await run('outgoing release', [], { 'without-mails': true })).toContain('писем оставлено в базе: 1');
  await storeMail(db, 'new', 'new@pochta.example', emailMessage);
  await runJobs(db, url, { SMTP_URL: smtp.url });
  expect([sentTo('old@pochta.example'), sentTo('new@pochta.example')]).toEqual([0, 1]);
});

test('what speaks with partners is left in the queue without its settings or while the outgoing is held; the rest is done', async () => {
  const ready = testConfig({
    MAIN_DOMAIN: 'shop.example',
    SMTP_URL: 'smtp://mail',
    YOOKASSA_SHOP_ID: '1',
    YOOKASSA_SECRET_KEY: 'key',
  });
  // Need no setting.
  const always = ['note_changed_goods', 'send_lead', 'send_webhooks'];
  const outgoing = [
    'check_payment',
    'check_receipts',
    'handle_payment_event',
    'send_mail',
    'send_receipt',
    'send_refund',
  ];
  const all = doableTasks(await jobContext(db, ready), false).doable;
  expect(all).toEqual(expect.arrayContaining([...outgoing, ...always, 'clean_up']));
  expect(doableTasks(await jobContext(db, ready), true).doable.toSorted()).toEqual(
    all.filter((name) => ![...outgoing, ...always].includes(name)).toSorted(),
  );
  const bare = doableTasks(await jobContext(db, testConfig({ MAIN_DOMAIN: 'shop.example' })), false);
  expect(bare.missing.map(({ task }) => task).toSorted()).toEqual(outgoing);
  expect(timetableOf(doableTasks(await jobContext(db, ready), true).doable).map(({ task }) => task)).not.toContain(
    'send_lead',
  );
});

test('an email that lost its job is found again, once; one that is kept, sent or too old is not', async () => {
  for (const key of ['lost', 'kept', 'old']) await storeMail(db, key, `${key}@pochta.example`, emailMessage);
  await forgetJobs(db);
  await sql`update mails set kept_at = now() where key = 'kept'`.execute(db);
  await sql`update mails set created_at = now() - interval '4 days' where key = 'old'`.execute(db);
  expect(await requeueUnsent(db)).toBe(0); // a moment old: it may be just being sent
  expect(await requeueUnsent(db, minutesLater(6))).toBe(1);
  expect(await requeueUnsent(db, minutesLater(6))).toBe(0);
  await runJobs(db, url, { SMTP_URL: smtp.url });
  expect(['lost', 'kept', 'old'].map((key) => sentTo(`${key}@pochta.example`))).toEqual([1, 0, 0]);
});

test('an email whose worker died while handing it over is sent again after two minutes with the same Message-ID, never by two at once', async () => {
  await storeMail(db, 'twice', 'twice@pochta.example', emailMessage);
  const id = await idOf('twice');
  let handed = 0;
  const dies = sendMail(db, id, () => new Promise(() => handed++));
  dies.catch(() => {});
  await waitFor(() => handed === 1);
  const deliver = async () => {
    handed++;
  };
  await expect(sendMail(db, id, deliver)).rejects.toThrow('другой обработчик');
  await sendMail(db, id, deliver, minutesLater(3));
  await sendMail(db, id, deliver, minutesLater(6));
  expect(handed).toBe(2);
});

test('a code that could not be sent within an hour is not sent later', async () => {
  await storeMail(db, 'code', 'code@pochta.example', emailMessage, null, true);
  let handed = 0;
  const deliver = async () => {
    handed++;
  };
  await sendMail(db, await idOf('code'), deliver, minutesLater(61));
  expect([handed, (await countUnsent(db, minutesLater(120))).count]).toEqual([0, 0]);
});

test('staff see emails that wait and send one again', async () => {
  await storeMail(db, 'seen', 'seen@pochta.example', emailMessage);
  await runJobs(db, url, { SMTP_URL: smtp.url });
  const id = await idOf('seen');
  expect(await run('mails list')).toContain('seen@pochta.example');
  expect(await run('mails list', [], { waiting: true })).toContain('Писем нет');
  expect(await run('mails resend', [String(id)])).toContain('поставлено в очередь');
  expect(await run('mails list', [], { waiting: true })).toContain('ждёт отправки');
  await runJobs(db, url, { SMTP_URL: smtp.url });
  expect(sentTo('seen@pochta.example')).toBe(2);
  expect(await run('mails resend', ['999999'])).toBe('Письма 999999 нет');
  expect(await run('mails resend')).toContain('Нужен номер письма');
});

test('a worker outlives its database: it waits at the start, and works on when the database is back', async () => {
  const proxy = await openTcpProxy(url);
  proxy.refuse();
  const worker = await startWorkerProcess(proxy.url, { SMTP_URL: smtp.url });
  await storeMail(db, 'early', 'early@pochta.example', emailMessage);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(worker.process.exitCode).toBeNull();
  proxy.admit();
  await waitFor(() => sentTo('early@pochta.example') === 1);
  proxy.refuse();
  await storeMail(db, 'late', 'late@pochta.example', emailMessage);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  proxy.admit();
  await waitFor(() => sentTo('late@pochta.example') === 1);
  expect(worker.process.exitCode).toBeNull();
  expect(await worker.stop()).toBe(0);
});

test('a worker that loses its connection while it reports a job as done goes on working, and the job is freed', async () => {
  await sql`create sequence lost_reports`.execute(db);
  await sql`
    create function lose_report() returns trigger language plpgsql as $$
    begin
      if nextval('lost_reports') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger lose_report before delete on graphile_worker._private_jobs
    for each row execute function lose_report()`.execute(db);
  const worker = await startWorkerProcess(url, { SMTP_URL: smtp.url });
  await storeMail(db, 'reported', 'reported@pochta.example', emailMessage);
  await waitFor(async () => sentTo('reported@pochta.example') === 1 && (await jobs()).length === 0);
  await sql`drop function lose_report cascade`.execute(db);
  expect([worker.process.exitCode, sentTo('reported@pochta.example')]).toEqual([null, 1]);
  expect(await worker.stop()).toBe(0);
});

test('a worker whose connections fall silent works on and ends when it is asked to', async () => {
  const proxy = await openTcpProxy(url);
  const worker = await startWorkerProcess(proxy.url, { SMTP_URL: smtp.url });
  await storeMail(db, 'before', 'before@pochta.example', emailMessage);
  await waitFor(() => sentTo('before@pochta.example') === 1);
  proxy.freeze();
  await storeMail(db, 'after', 'after@pochta.example', emailMessage);
  await waitFor(() => sentTo('after@pochta.example') === 1, 600);
  proxy.freeze();
  const begun = Date.now();
  expect(await worker.stop()).toBe(0);
  expect(Date.now() - begun).toBeLessThan(10_500);
});

test('jobs of a worker killed with -9 are freed by one that goes on living, at its second look', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  atEnd(() => silent.close());
  await once(silent, 'listening');
  const { rows } = await sql<{ begun: Date }>`select now() as begun`.execute(db);
  const { begun } = rows[0]!;
  const worker = await startWorkerProcess(url, {
    SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
  });
  await waitFor(async () => (await lockHolders(begun)) === 1);
  await storeMail(db, 'stuck', 'stuck@pochta.example', emailMessage);
  // Under way to the silent server; what earlier tests left behind is done by then.
  const { id } = await db.selectFrom('mails').select('id').where('key', '=', 'stuck').executeTakeFirstOrThrow();
  const isUnderWay = async () =>
    (await db.selectFrom('mails').select('sending_at').where('id', '=', id).executeTakeFirst())?.sending_at != null;
  await waitFor(async () => (await isUnderWay()) && (await lockedJobs()) === 1);
  const look = watchForDeadWorkers(db, openLog('silent'));
  await look();
  await look();
  expect(await lockedJobs()).toBe(1); // it lives
  await worker.kill();
  await waitFor(async () => (await lockHolders(begun)) === 0);
  await look();
  expect(await lockedJobs()).toBe(1);
  await look();
  expect(await lockedJobs()).toBe(0);
});

function sentTo(address: string): number {
  return smtp.received.filter(({ to }) => to.includes(address)).length;
}

async function idOf(key: string): Promise<number> {
  const { id } = await db.selectFrom('mails').select('id').where('key', '=', key).executeTakeFirstOrThrow();
  return id;
}

async function jobs() {
  return (
    await sql<{ task: string; attempts: number }>`
      select task_identifier as task, attempts from graphile_worker.jobs
      where task_identifier in ('send_mail', 'send_receipt', 'send_refund', 'expire_reservations')
      order by task_identifier`.execute(db)
  ).rows;
}

async function alarm(what: string): Promise<string | undefined> {
  const { body } = await app.inject({ url: '/metrics', headers: { host: 'idd.localhost' } });
  return new RegExp(`shop_alarms\\{what="${what}"\\} (\\d+)`).exec(body)?.[1];
}

async function lockedJobs(): Promise<number> {
  const { rows } = await sql`
    select from graphile_worker.jobs where locked_at is not null and task_identifier = 'send_mail'`.execute(db);
  return rows.length;
}

/** Of connections opened since then: those of an earlier test may hang on a proxy that has fallen silent. */
async function lockHolders(since: Date): Promise<number> {
  const { rows } = await sql`
    select from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and a.datname = current_database() and a.backend_start > ${since}`.execute(db);
  return rows.length;
}
