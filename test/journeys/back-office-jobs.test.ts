import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { announcedTasks, timetable } from '#jobs/tasks.ts';
import { holdOutgoing, outgoingHold } from '#platform/outgoing.ts';
import { hasLivingWorker } from '#platform/queue.ts';
import { announceTimetable } from '#platform/timetable.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { waitFor } from '#test/support/processes.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { startWorkerProcess } from '#test/support/worker-process.ts';

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

test('with a worker each task says how often it comes, how it went and when it comes again', async () => {
  await sql`truncate timetable_runs`.execute(db);
  const worker = await startWorkerProcess(url, { DATA_DIR });
  const { page } = await openJobs('content');
  await expect
    .poll(
      async () => {
        await page.reload();
        await page.getByRole('heading', { name: 'По расписанию' }).waitFor();
        return page.getByText('получилось').count();
      },
      { timeout: 100_000, interval: 3_000 },
    )
    .toBeGreaterThan(3);
  await page.getByText('обработчик работает').waitFor();
  await page.getByText('каждый день в 03:17').waitFor();
  expect(await page.getByRole('button', { name: 'Закрыть на работы' }).count()).toBe(0);
  await looks(page, 'jobs');
  await worker.stop();
}, 180_000);

test('the owner reads what visitors will see, closes the shop, meets it on the start page and opens it again', async () => {
  const worker = await startWorkerProcess(url, { DATA_DIR });
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
  await worker.stop();
});
