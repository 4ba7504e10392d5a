import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readHealthFacts } from '#api/health-facts.ts';
import { openPartners } from '#integrations/partners.ts';
import { announcedTasks, timetable } from '#jobs/tasks.ts';
import { composeEmail } from '#modules/mail/email.ts';
import { countWaiting, storeMail } from '#modules/mail/mails.ts';
import { noteBackup } from '#platform/last-backup.ts';
import { maintenanceSince } from '#platform/maintenance.ts';
import { holdOutgoing } from '#platform/outgoing.ts';
import { announceTimetable } from '#platform/timetable.ts';
import { commands as maintenanceCommands } from '#src/commands/maintenance.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { commandRunner } from './support/command.ts';
import { testConfig } from './support/config.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { userAgents } from './support/http.ts';

const { db, url } = await testDatabase();
const folder = await testFolder();
const cast: AdminCast = await makeAdminCast(db, { DATA_DIR: folder });
const read = async (path: string, role: 'owner' | 'content' | 'orders' = 'owner') =>
  call(cast, cast.headers[role], { method: 'GET', url: `/api/admin/${path}` });
const write = (role: 'owner' | 'content' | 'orders', is_on: boolean) =>
  call(cast, cast.headers[role], { method: 'POST', url: '/api/admin/maintenance', body: { is_on } });
const linesOf = async () =>
  (
    await sql<{ words: string }>`
      select words from audit_log where resource = 'maintenance' order by id`.execute(db)
  ).rows.map(({ words }) => words);

test('the timetable is empty until a worker has announced it, and then says of each task how it went and when it comes again', async () => {
  expect((await read('timetable')).json()).toEqual({ is_worker_alive: false, is_held: false, items: [], total: 0 });
  const names = timetable.map(({ task }) => task);
  await announceTimetable(db, announcedTasks(names.slice(1), new Date()));
  await sql`
    update timetable_runs set started_at = now() - interval '1 minute', ran_at = now() - interval '1 minute', took_ms = 1200
    where task = 'publish_releases'`.execute(db);
  await sql`
    update timetable_runs set started_at = now() - interval '1 minute', ran_at = now() - interval '1 minute', took_ms = 30,
      error = 'сеть недоступна' where task = 'watch_feeds'`.execute(db);
  await sql`update timetable_runs set started_at = now() - interval '1 minute' where task = 'count_losses'`.execute(db);
  await sql`update timetable_runs set due_since = now() - interval '3 days' where task = 'send_news'`.execute(db);
  const { items } = (await read('timetable')).json();
  expect(items).toHaveLength(timetable.length);
  const of = (task: string) => items.find(({ id }: { id: string }) => id === task);
  expect(of('publish_releases')).toMatchObject({
    words: 'Публикация выпусков и черновиков',
    how_often: 'каждую минуту',
    state: 'done',
    took_ms: 1200,
    error: null,
    next_at: expect.any(String),
    is_late: false,
  });
  expect(of('watch_feeds')).toMatchObject({ state: 'failed', error: 'сеть недоступна' });
  expect(of('count_losses')).toMatchObject({ state: 'cut', took_ms: null });
  expect(of('clean_up')).toMatchObject({ state: 'held' });
  expect(of('send_news')).toMatchObject({ state: 'never', is_late: true, how_often: 'каждый день в 10:00' });
  expect(items[0].id).toBe('send_news');
  const { items: alarms } = (await read('health')).json();
  expect(alarms).toContainEqual({
    id: 'late_tasks',
    words: 'Задания по расписанию, которых нет дольше положенного',
    count: 1,
  });
  expect(alarms).toContainEqual({ id: 'no_worker', words: 'Обработчик заданий не запущен', count: 1 });
  expect((await read('timetable', 'orders')).statusCode).toBe(403);
});

test('each fact of health has a tone and words, and says what to do when it is bad', async () => {
  const { items } = (await read('health/facts')).json();
  expect(items.map(({ id }: { id: string }) => id)).toEqual([
    ...['onec', 'mail', 'crm', 'receipts', 'jobs', 'catalogue', 'pages', 'faults', 'disk', 'backup'],
  ]);
  for (const { tone, advice, name } of items) expect(advice !== null, name).toBe(tone === 'warn' || tone === 'bad');
  expect((await read('health/facts', 'orders')).statusCode).toBe(403);
});

/** Facts of a shop of one's own, by id, at a moment. */
async function factsOf(environment: Record<string, string>, given: object = {}, now = new Date()) {
  const config = testConfig({ MAIN_DOMAIN: 'shop.example', DATA_DIR: folder, ...environment });
  const ownState = { catalogue: () => null, pageTimes: () => null, faults: () => 0 };
  const context = { db, config, partners: openPartners(db, config), ownState, ...given };
  // Facts are read from these parts of the context alone.
  const facts = await readHealthFacts(context as never, now);
  return Object.fromEntries(facts.map((fact) => [fact.id, fact]));
}

test('the facts of mail, exchange and backup follow what has happened', async () => {
  expect((await factsOf({})).mail).toMatchObject({ tone: 'bad', advice: expect.stringContaining('SMTP_URL') });
  const late = new Date(Date.now() + 3_600_000);
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:9' };
  expect((await factsOf(smtp)).mail).toMatchObject({ tone: 'good' });
  await db
    .insertInto('mails')
    .values({ key: 'one', to_address: 'anna@pochta.example', subject: 'Заказ', text: 'Заказ', html: '<p>Заказ</p>' })
    .execute();
  expect((await factsOf(smtp)).mail).toMatchObject({ tone: 'good', words: expect.stringContaining('ждут: 1') });
  expect((await factsOf(smtp, {}, late)).mail).toMatchObject({ tone: 'bad' });

  expect((await factsOf({})).onec).toMatchObject({ tone: 'plain' });
  await sql`insert into onec_packages (source, state, summary, received_at, finished_at) values ('1С', 'imported', '{}', now(), now())`.execute(
    db,
  );
  expect((await factsOf({})).onec).toMatchObject({ tone: 'good', words: expect.stringMatching(/^Пакет № \d+ пришёл/) });
  await sql`insert into onec_packages (source, state, summary, received_at, finished_at) values ('1С', 'failed', '{}', now(), now())`.execute(
    db,
  );
  expect((await factsOf({})).onec).toMatchObject({ tone: 'bad' });

  expect((await factsOf({})).backup).toMatchObject({ tone: 'warn' });
  await noteBackup(db, { made_at: new Date().toISOString(), bytes: 52_428_800, files: 21 });
  expect((await factsOf({})).backup).toMatchObject({
    tone: 'good',
    words: expect.stringMatching(/меньше суток назад: база 50\sМБ, 21\sфайл\.$/),
  });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000);
  expect((await factsOf({}, {}, inDays(3))).backup).toMatchObject({ tone: 'warn' });
  expect((await factsOf({}, {}, inDays(8))).backup).toMatchObject({ tone: 'bad', words: expect.stringContaining('8') });
});

test('the facts of pages, catalogue and disk are those of the process that answers; few pages are no measure', async () => {
  const state = { isLoaded: true, behindSeconds: 1, products: 3_000, bytes: 20_000_000 };
  const own = (count: number, p75_ms: number, more: object = {}, faults = 0) => ({
    ownState: {
      catalogue: () => ({ ...state, ...more }),
      pageTimes: () => ({ count, p75_ms }),
      faults: () => faults,
    },
  });
  expect((await factsOf({}, own(0, 0))).faults).toMatchObject({ tone: 'good' });
  expect((await factsOf({}, own(0, 0, {}, 2))).faults).toMatchObject({ tone: 'warn' });
  expect((await factsOf({}, own(0, 0, {}, 12))).faults).toMatchObject({
    tone: 'bad',
    words: expect.stringMatching(/12\sраз\.$/),
  });
  expect((await factsOf({}, own(3, 9_000))).pages).toMatchObject({ tone: 'plain' });
  expect((await factsOf({}, own(300, 84.2))).pages).toMatchObject({
    tone: 'good',
    words: expect.stringMatching(/300\sпоследних страниц собраны за 84\sмс/),
  });
  expect((await factsOf({}, own(300, 700))).pages).toMatchObject({ tone: 'warn' });
  expect((await factsOf({}, own(300, 1_700))).pages).toMatchObject({ tone: 'bad' });
  expect((await factsOf({}, own(0, 0))).catalogue).toMatchObject({ tone: 'good' });
  expect((await factsOf({}, own(0, 0, { behindSeconds: 60 }))).catalogue).toMatchObject({ tone: 'warn' });
  expect((await factsOf({}, own(0, 0, { behindSeconds: 900 }))).catalogue).toMatchObject({ tone: 'bad' });
  expect((await factsOf({}, own(0, 0, { isLoaded: false }))).catalogue).toMatchObject({ tone: 'bad' });
  expect((await factsOf({ DATA_DIR: `${folder}/nowhere` })).disk).toMatchObject({ tone: 'bad' });
});

test('pages that are rendered are measured where they are answered', async () => {
  const host = { host: 'idd.localhost' };
  for (let at = 0; at < 20; at++) await cast.app.inject({ url: `/delivery/?n=${at}`, headers: host });
  const { items } = (await read('health/facts')).json();
  expect(items.find(({ id }: { id: string }) => id === 'pages')).toMatchObject({
    words: expect.stringContaining('Три четверти'),
  });
});

test('the owner closes the shop and opens it again: visitors see the works, each press leaves one line, the start page says so', async () => {
  // A robot would be told in calmer words.
  const headers = { host: 'idd.localhost', 'user-agent': userAgents.desktop };
  const openPage = () => cast.app.inject({ url: '/delivery/', headers });
  const home = async () => (await read('dashboard', 'orders')).json().maintenance_since;
  expect((await read('maintenance')).json()).toEqual({ since: null });
  expect([(await write('content', true)).statusCode, (await write('orders', true)).statusCode]).toEqual([403, 403]);
  expect([await linesOf(), await home()]).toEqual([[], null]);

  const closed = await write('owner', true);
  expect([closed.statusCode, closed.json().since]).toEqual([200, expect.any(String)]);
  expect((await read('maintenance', 'content')).json()).toEqual(closed.json());
  expect(await home()).toBe(closed.json().since);
  const during = await openPage();
  expect([during.statusCode, during.body.includes('>665</p>')]).toEqual([503, true]);
  const again = await write('owner', true);
  expect([again.statusCode, again.json().error.message]).toEqual([409, 'Магазин уже закрыт на работы']);
  expect(await linesOf()).toEqual(['Магазин закрыт на работы: посетители видят «На сайте идут работы»']);

  expect((await write('owner', false)).json()).toEqual({ since: null });
  expect((await openPage()).statusCode).toBe(200);
  const twice = await write('owner', false);
  expect([twice.statusCode, twice.json().error.message]).toEqual([409, 'Магазин уже открыт']);
  expect(await linesOf()).toHaveLength(2);
});

test('what a copy holds back is let go by its owner alone, once, with the emails that waited or without them', async () => {
  const release = (role: 'owner' | 'content', sends_emails: boolean) =>
    call(cast, cast.headers[role], { method: 'POST', url: '/api/admin/outgoing/release', body: { sends_emails } });
  const held = async () => (await read('outgoing', 'content')).json().held;
  const anEmail = () =>
    db.transaction().execute((db) => storeMail(db, crypto.randomUUID(), 'anna@pochta.example', email));
  const email = composeEmail('Заказ готов', 'Заказ готов', [], () => []);
  expect(await held()).toBeNull();
  const since = new Date('2026-11-28T09:00:00Z');
  await holdOutgoing(db, 'копия из архива', since);
  await anEmail();
  const waiting = (await held()).emails;
  expect(await held()).toEqual({ why: 'копия из архива', since: since.toISOString(), emails: expect.any(Number) });
  expect(waiting).toBeGreaterThan(0);
  expect((await release('content', true)).statusCode).toBe(403);
  expect((await release('owner', false)).statusCode).toBe(200);
  expect([await held(), await countWaiting(db)]).toEqual([null, 0]);
  const again = await release('owner', true);
  expect([again.statusCode, again.json().error.message]).toEqual([409, 'Отправка не приостановлена']);

  await holdOutgoing(db, 'копия из архива');
  await anEmail();
  await release('owner', true);
  expect([await held(), await countWaiting(db)], 'the email still goes out').toEqual([null, 1]);
  const { rows } = await sql<{ words: string }>`
    select words from audit_log where resource = 'outgoing' order by id`.execute(db);
  expect(rows.map(({ words }) => words.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/^Отправка писем, заявок и платежей возобновлена, без \d+ пис/),
    'Отправка писем, заявок и платежей возобновлена',
  ]);
});

test('of two owners who close the shop at once one is refused, and one line is left', async () => {
  const before = await linesOf();
  const answers = await Promise.all([write('owner', true), write('owner', true)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await linesOf()).toHaveLength(before.length + 1);
  await write('owner', false);
});

test('the terminal closes and opens by the same verb, and says when there was nothing to change', async () => {
  const shop = commandRunner(maintenanceCommands, { db, url });
  expect((await shop('maintenance', ['on'])).text).toBe('Посетители видят страницу о работах');
  expect(await maintenanceSince(db)).toEqual(expect.any(Date));
  expect((await shop('maintenance', ['on'])).text).toBe('Посетители видят страницу о работах, так было и до команды');
  expect((await shop('maintenance', ['off'])).text).toBe('Магазин открыт');
  expect((await shop('maintenance', ['off'])).text).toBe('Магазин открыт, так было и до команды');
  await expect(shop('maintenance', ['maybe'])).rejects.toThrow('Укажите on или off');
});
