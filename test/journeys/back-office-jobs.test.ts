import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { announcedTasks, timetable } from '#jobs/tasks.ts';
import type { FileMap } from '#modules/exchange/file-maps.ts';
import { importTable } from '#modules/exchange/import-table.ts';
import { holdOutgoing, outgoingHold } from '#platform/outgoing.ts';
import { hasLivingWorker } from '#platform/queue.ts';
import { announceTimetable, readTimetable } from '#platform/timetable.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { waitFor } from '#test/support/processes.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { startWorkerProcess, type WorkerProcess } from '#test/support/worker-process.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_950, on_hand: 100 });
const browser = await testBrowser();
const DATA_DIR = await testFolder();
const site = await testSite(db, { DATA_DIR });

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function openJobs(role: 'owner' | 'content') {
  const { cookies } = await makeStaff(db, [role], { full_name: 'Мария Отделова' });
  return openOffice({ browser, address: site.address, cookies }, '/jobs');
}

test('without a worker the screen says that nothing comes round, and what it would do', async () => {
  const { page, problems } = await openJobs('owner');
  await page.getByText('Расписания ещё нет').waitFor();
  await page.getByText('Обработчик заданий не запущен').waitFor();
  await page.getByText('Каталог в памяти').waitFor();
  await looks(page, 'jobs-without-worker');
  const names = timetable.map(({ task }) => task);
  await announceTimetable(db, announcedTasks(names, new Date()), new Date(Date.now() - 3_600_000));
  const words = 'Сбой: сервер обмена не ответил за тридцать секунд и закрыл соединение';
  await sql`
    update timetable_runs set started_at = now(), ran_at = now(), took_ms = 95000, error = ${`${words}\nвторая строка`}
    where task = 'watch_feeds'`.execute(db);
  await page.reload();
  await page.getByText('опаздывает').first().waitFor();
  await page.getByText('Задания по расписанию, которых нет дольше положенного').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Обработчик заданий не запущен' }).waitFor();
  await page.getByText('не удалось').first().waitFor();
  await page.getByRole('region', { name: 'Расписание' }).getByText(words, { exact: true }).click();
  await looks(page, 'jobs-late');
  expect(problems).toEqual([]);
});

test('the owner of a copy reads why nothing goes out, and lets it go', async () => {
  await holdOutgoing(db, 'магазин поднят из архива');
  const { page, problems } = await openJobs('owner');
  await page.getByText(/^Исходящие\sприостановлены\sс/).waitFor();
  await looks(page, 'jobs-held');
  await page.getByRole('button', { name: 'Возобновить отправку' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Уйдёт\sвсё,\sчто\sждёт/).waitFor();
  await looks(page, 'jobs-release');
  await dialog.getByRole('button', { name: 'Возобновить отправку' }).click();
  await page.getByText(/^Исходящие\sприостановлены\sс/).waitFor({ state: 'detached' });
  expect(await outgoingHold(db)).toBeNull();
  expect(problems).toEqual([]);
});

let worker: WorkerProcess | null = null;

/** One for both tests: while the first goes on, the clock of the second does. */
async function working(): Promise<WorkerProcess> {
  if (!worker) await sql`truncate timetable_runs`.execute(db);
  worker ??= await startWorkerProcess(url, { DATA_DIR });
  return worker;
}

test('the owner reads what visitors will see, closes the shop, meets it on the start page and opens it again', async () => {
  await working();
  await waitFor(() => hasLivingWorker(db));
  const { page, problems } = await openJobs('owner');
  await page.getByText('магазин открыт').waitFor();
  await page.getByRole('button', { name: 'Закрыть на работы' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('На сайте идут работы').waitFor();
  await looks(page, 'jobs-closing');
  await dialog.getByRole('button', { name: 'Не закрывать' }).click();
  await page.getByRole('button', { name: 'Закрыть на работы' }).click();
  await dialog.getByRole('button', { name: 'Закрыть магазин' }).click();
  await page.getByRole('heading', { name: 'Магазин закрыт на работы' }).waitFor();
  await looks(page, 'jobs-closed');

  const visitor = await openPage(browser);
  await visitor.page.goto(site.address('/delivery/'));
  await visitor.page.getByRole('heading', { name: 'На сайте идут работы' }).waitFor();
  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Главная' }).click();
  await page.getByRole('heading', { name: 'Магазин закрыт на работы' }).waitFor();
  await looks(page, 'home-closed');
  await page.getByRole('link', { name: 'Открыть снова' }).click();

  await page.getByRole('button', { name: 'Открыть магазин снова' }).click();
  await page.getByText('магазин открыт').waitFor();
  await visitor.page.goto(site.address('/delivery/'));
  expect(await visitor.page.getByRole('heading', { name: 'На сайте идут работы' }).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('with a worker each task says how often it comes, how it went and when it comes again', async () => {
  const worker = await working();
  const ended = async () => (await readTimetable(db)).filter(({ ran_at }) => ran_at !== null);
  await waitFor(async () => (await ended()).length > 3, 2_000);
  const { page } = await openJobs('content');
  await page.getByRole('heading', { name: 'По расписанию' }).waitFor();
  await page.getByText('обработчик работает').waitFor();
  await expect.poll(() => page.getByText('получилось').count()).toBeGreaterThan(3);
  await page.getByText('каждый день в 03:17').waitFor();
  expect(await page.getByRole('button', { name: 'Закрыть на работы' }).count()).toBe(0);
  await looks(page, 'jobs');
  await worker.stop();
}, 180_000);

/** Sooner than the list asks by the clock. */
const soon = { timeout: 6_000 };

/** A table that Maria took: it made a product of 400 ₽ dearer. */
async function aTakenTable() {
  const product = await makeProduct(db, { name: 'Клей плиточный', price: 40_000 });
  const map: FileMap = {
    name: 'Прайс',
    columns: [
      { heading: 'Код', field: 'idcode', target: null },
      { heading: 'Цена', field: 'price', target: 'vologda' },
    ],
    unit: 'sales',
    moved_percent: 30,
    moved_share: 5,
  };
  const rows = [{ row: 2, cells: [product.idcode, '450'] }];
  const given = { map, source: 'прайс-склада.csv', author: 'Мария Отделова', isApproved: true };
  const { id } = await db.transaction().execute((db) => importTable(db, rows, given));
  return { product, importing: id };
}

async function priceOf(product_id: number) {
  const found = await db
    .selectFrom('prices')
    .select('price')
    .where('product_id', '=', product_id)
    .where('price_column', '=', 'vologda')
    .executeTakeFirst();
  return found?.price;
}

/** A package of 1C that waits, goods counted again by another mapping, a batch of codes. */
async function otherKinds(author_user_id: string) {
  await db
    .insertInto('onec_packages')
    .values({
      source: 'import.xml, offers.xml',
      state: 'held',
      finished_at: new Date(),
      guards: JSON.stringify([]),
      summary: JSON.stringify({ reason: 'выключается 412 товаров из 5 120' }),
    })
    .execute();
  await db
    .insertInto('onec_staff_jobs')
    .values({
      kind: 'group',
      params: JSON.stringify({ id: 'gone', rule: 'hidden' }),
      author: JSON.stringify({ who: 'Вера Хозяйкина' }),
      state: 'done',
      finished_at: new Date(),
      result: JSON.stringify({ created: 0, changed: 12, switched_off: 0 }),
    })
    .execute();
  await db.insertInto('coupon_batches').values({ prefix: 'ЗИМА', count: 500, author_user_id }).execute();
}

/** A plan of prices of so many goods, of which the worker has changed some. */
async function aRunningPlan(name: string, goods: number) {
  const { id } = await db
    .insertInto('price_plans')
    .values({
      name,
      state: 'running',
      columns: ['vologda'],
      uses_cost: false,
      change: '{}',
      counts: JSON.stringify({
        ...{ goods, change: goods, same: 0, pinned: 0, floor: 0, tiers: 0, no_price: 0 },
        ...{ average: 0, most_up: 0, most_down: 0 },
      }),
      hash: 'x',
      author: 'Ксения Текстова',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const product = await makeProduct(db, { name: 'Смеси' });
  await sql`
    with made as (
      insert into products (idcode, model_id, slug, name, unit, base_unit)
      select p.idcode || '-' || n, p.model_id, p.slug || '-' || n,
        (${kinds}::text[])[n % ${kinds.length} + 1] || ' «' || (${series}::text[])[n / ${kinds.length} % ${series.length} + 1]
          || '», ' || (n / ${kinds.length * series.length} + 1) * 5 || ' кг', p.unit, p.base_unit
      from products p, generate_series(1, ${goods}) n where p.id = ${product.id} returning id),
    costs as (select id, (20000 + id % 97 * 900)::int as price from made),
    now as (insert into prices (price_column, product_id, price) select 'vologda', id, price from costs)
    insert into price_plan_rows (plan_id, price_column, product_id, before_price, after_price, kind, state)
    select ${id}, 'vologda', id, price, price * 107 / 10000 * 100, 'change', 'waiting' from costs`.execute(db);
  return id;
}

const kinds = ['Грунтовка', 'Затирка', 'Клей', 'Пескобетон', 'Пол наливной', 'Ровнитель', 'Шпатлёвка', 'Штукатурка'];
const series = ['Гладь', 'Мастер', 'Норма', 'Опора', 'Прима', 'Север', 'Сухона', 'Тепло', 'Уют', 'Фасад'];

const portion = (plan_id: number, count: number) =>
  sql`
    with applied as (
      update price_plan_rows set state = 'applied' where (plan_id, price_column, product_id) in (
        select plan_id, price_column, product_id from price_plan_rows
        where plan_id = ${plan_id} and state = 'waiting' order by product_id limit ${count})
      returning price_column, product_id, after_price)
    update prices p set price = a.after_price from applied a
    where p.price_column = a.price_column and p.product_id = a.product_id`.execute(db);

test('[2.15] bulk jobs of every kind stand in one list: a new one appears and goes on by itself, is chosen, opened and taken back', async () => {
  const { product, importing } = await aTakenTable();
  const { cookies, id: owner } = await makeStaff(db, ['owner'], { full_name: 'Вера Хозяйкина' });
  const { page, problems } = await openOffice({ browser, address: site.address, cookies }, '/jobs');
  await page.getByRole('link', { name: 'Массовые операции' }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('прайс-склада.csv').getByText('сделано').waitFor();

  const plan = await aRunningPlan('Весеннее подорожание', 400);
  await row('Весеннее подорожание').getByText('идёт').waitFor(soon);
  await row('Весеннее подорожание').getByText('0 из 400').waitFor();
  await portion(plan, 150);
  await row('Весеннее подорожание').getByText('150 из 400').waitFor(soon);
  await otherKinds(owner);
  await row('Пакет № ').getByText('ждёт решения').waitFor(soon);
  await row('Партия').waitFor(soon);
  await looks(page, 'bulk-jobs');

  await page.getByRole('button', { name: /^Изменения цен/ }).click();
  await row('прайс-склада.csv').waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('kind')).toBe('price-plans');
  await page.getByRole('button', { name: 'Сбросить' }).click();
  await page.getByLabel('Кто').selectOption('Мария Отделова');
  await row('Весеннее подорожание').waitFor({ state: 'detached' });
  await row('прайс-склада.csv')
    .getByRole('button', { name: /Вернуть цены/ })
    .click();
  await row('прайс-склада.csv').getByText('возвращено', { exact: true }).waitFor();
  await expect.poll(() => priceOf(product.id)).toBe(40_000);
  expect(
    await row('прайс-склада.csv')
      .getByRole('button', { name: /Вернуть цены/ })
      .count(),
  ).toBe(0);

  await row('прайс-склада.csv').getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Импорт и экспорт' }).waitFor();
  expect(new URL(page.url()).searchParams.get('table')).toBe(String(importing));
  await page.getByRole('region', { name: 'Строки таблицы' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Сбросить' }).click();
  await row('Другое правило для группы 1С').getByRole('link').first().click();
  await page.getByText('Товары пересчитаны: появилось 0, изменилось 12, выключено 0.').waitFor();
  await looks(page, 'onec-job');
  expect(problems).toEqual([]);
}, 120_000);

test('[S6-05] whoever sees prices but not the health of the shop comes to the bulk jobs at once', async () => {
  const { cookies } = await makeStaff(db, ['orders']);
  const { page, problems } = await openOffice({ browser, address: site.address, cookies }, '/jobs');
  await page.getByRole('heading', { name: 'Массовые операции' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'Весеннее подорожание' }).waitFor();
  expect(await page.getByRole('row').filter({ hasText: 'Пакет № ' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Остановить/ }).count(), 'it may not begin one either').toBe(0);
  expect(await page.getByRole('navigation', { name: 'Задания и здоровье' }).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('[3.5] whoever may begin a job stops it from the list or from its page; what was done is said, and can be taken back', async () => {
  const { cookies } = await makeStaff(db, ['content'], { full_name: 'Ксения Текстова' });
  const { page, problems } = await openOffice({ browser, address: site.address, cookies }, '/jobs/bulk');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const spring = row('Весеннее подорожание');
  await spring.getByText('150 из 400').waitFor();
  await spring.getByRole('button', { name: 'Остановить: Весеннее подорожание' }).click();
  await spring.getByText('остановлено', { exact: true }).waitFor();
  await spring.getByText('Изменено 150 из 400').waitFor();
  await spring.getByRole('button', { name: 'Вернуть цены: Весеннее подорожание' }).waitFor();
  expect(await page.getByRole('button', { name: /^Остановить/ }).count(), 'nothing else can be stopped').toBe(0);
  await looks(page, 'bulk-jobs-stopped');

  const autumn = await aRunningPlan('Осеннее подорожание', 40);
  await row('Осеннее подорожание').getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Осеннее подорожание' }).waitFor();
  const stop = page.getByRole('button', { name: 'Остановить' });
  await stop.waitFor();
  // Somebody else is faster, and the screen has not heard of it.
  await page.route('**/api/admin/price-plans/*/cancel', async (route) => {
    await sql`update price_plans set state = 'stopped', done_at = now() where id = ${autumn}`.execute(db);
    await route.continue();
  });
  await stop.click();
  await page.getByText(/Это\sуже\sостановили: обновите\sстраницу/).waitFor();
  await page.getByText('Остановлен', { exact: true }).waitFor();
  await stop.waitFor({ state: 'detached' });
  await page.goto(site.address('/admin/jobs/bulk'));
  await spring.getByRole('link').first().click();
  await page.getByRole('button', { name: /^Не\sдошли\s*250/ }).waitFor();
  await looks(page, 'plan-stopped');
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
});
