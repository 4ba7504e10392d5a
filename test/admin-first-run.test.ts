import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { firstRunSteps } from '#modules/first-run/schema.ts';
import { setMaintenance } from '#platform/maintenance.ts';
import { markDemonstration, unmarkDemonstration } from '#platform/shop-mark.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { runJobs } from './support/jobs.ts';
import { makeProduct } from './support/shop.ts';
import { testSmtp } from './support/smtp.ts';

const { db, url } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: await testFolder() });
});

type Step = { key: string; state: string; checks: { words: string; is_met: boolean; link: string | null }[] };

async function read(): Promise<{ is_shown: boolean; opened_at: string | null; steps: Step[] }> {
  return (await call(cast, cast.headers.owner, { method: 'GET', url: '/api/admin/first-run' })).json();
}

async function stepOf(key: string): Promise<Step | undefined> {
  return (await read()).steps.find((step) => step.key === key);
}

const post = (path: string, body: object = {}) =>
  call(cast, cast.headers.owner, { method: 'POST', url: `/api/admin/first-run/${path}`, body });

const linesOf = () =>
  db.selectFrom('audit_log').select('words').where('resource', '=', 'first_run').orderBy('id').execute();

test('the steps are judged by what is in the shop, each with the screen where it is put right', async () => {
  await markDemonstration(db, 'idd.localhost');
  const { is_shown, steps } = await read();
  expect([is_shown, steps.map(({ key }) => key)]).toEqual([true, [...firstRunSteps]]);
  expect(await stepOf('demonstration')).toMatchObject({ state: 'todo' });
  expect(await stepOf('company')).toMatchObject({
    checks: expect.arrayContaining([expect.objectContaining({ is_met: false, link: '/settings?tab=requisites' })]),
  });
  expect(await stepOf('legal')).toMatchObject({
    checks: expect.arrayContaining([
      { is_met: false, words: '«Публичная оферта»: текста нет', link: '/content/pages/offer' },
    ]),
  });
  await unmarkDemonstration(db);
  expect(await stepOf('demonstration')).toMatchObject({ state: 'done' });
});

test('a step is put off and taken up again, each with a line of the log; the demonstration is not put off', async () => {
  expect((await post('steps/exchange/skip', { is_skipped: true })).statusCode).toBe(200);
  expect(await stepOf('exchange')).toMatchObject({ state: 'skipped' });
  expect((await post('steps/exchange/skip', { is_skipped: false })).statusCode).toBe(200);
  expect(await stepOf('exchange')).toMatchObject({ state: 'todo' });
  expect(await linesOf()).toEqual([
    { words: 'Первый запуск: шаг «1С или таблица» отложен' },
    { words: 'Первый запуск: шаг «1С или таблица» снова в работе' },
  ]);
  const refused = await post('steps/demonstration/skip', { is_skipped: true });
  expect([refused.statusCode, refused.json().error.message]).toEqual([422, 'Этот шаг отложить нельзя']);
});

test('a table that was tried on goods of the demonstration, or by its people, is no table of the shop', async () => {
  const takeTable = async (author: string, product_id: number) => {
    await sql`
      with taken as (
        insert into file_imports (map_name, source, state, summary, author)
        values ('Цены', 'price.xlsx', 'applied', '{}', ${author}) returning id)
      insert into file_import_prices (import_id, price_column, product_id, price)
      select id, 'vologda', ${product_id}, 100 from taken`.execute(db);
    await sql`
      with taken as (
        insert into goods_imports (source, columns, state, author_user_id, author)
        select 'goods.xlsx', '[]', 'done', user_id, ${author} from staff where user_id = ${cast.staff.content.id}
        returning id)
      insert into goods_import_rows (import_id, row, product_id, name, kind, cells)
      select id, 2, ${product_id}, 'Штукатурка', 'change', '[]' from taken`.execute(db);
  };
  const ofDemonstration = await makeProduct(db, { name: 'Штукатурка' });
  await sql`
    insert into demonstration_rows (table_name, key)
    values ('products', jsonb_build_object('id', ${ofDemonstration.id}::int))`.execute(db);
  await takeTable('Роль content', ofDemonstration.id);
  expect(await stepOf('exchange')).toMatchObject({ state: 'todo' });
  await takeTable('Роль content', cast.product.id);
  expect((await stepOf('exchange'))?.checks[0]?.words).toBe('Таблиц принято: 2');
  await sql`
    insert into demonstration_rows (table_name, key)
    values ('users', jsonb_build_object('id', ${cast.staff.content.id}::uuid))`.execute(db);
  expect(await stepOf('exchange')).toMatchObject({ state: 'todo' });
  await sql`delete from demonstration_rows`.execute(db);
  await sql`delete from file_imports`.execute(db);
  await sql`delete from goods_imports`.execute(db);
});

test('the test email is really sent, and what became of it is seen', async () => {
  expect((await post('test-email')).statusCode).toBe(200);
  const words = async () => (await stepOf('mail'))?.checks.map((check) => check.words).at(-1);
  expect(await words()).toBe('Пробное письмо лежит в базе данных');
  await runJobs(db, url, { SMTP_URL: 'smtp://127.0.0.1:9', MAIN_DOMAIN: 'shop.example' }).catch(() => {});
  await expect.poll(words).toMatch(/^Пробное письмо не ушло: /);
  const smtp = await testSmtp();
  await post('test-email');
  await runJobs(db, url, { SMTP_URL: smtp.url });
  expect(await words()).toBe('Пробное письмо ушло. Найдите его в своём ящике');
  await expect.poll(() => smtp.received.length).toBeGreaterThan(0);
});

test('where there is no demonstration nothing is removed, in words', async () => {
  const refused = await post('demonstration/remove', { shop_name: 'ООО «ИДД»', main_branch: null });
  expect([refused.statusCode, refused.json().error.message]).toEqual([
    404,
    expect.stringContaining('Магазин не знает, какие строки — демонстрации'),
  ]);
  const misnamed = await post('demonstration/remove', { shop_name: 'Лавка', main_branch: null });
  expect(misnamed.json().error.fields).toEqual({ shop_name: 'Наберите название магазина: ООО «ИДД»' });
});

test('the shop is opened when every step is done or put off, and the guide is gone', async () => {
  await setMaintenance(db, true);
  const refused = await post('open');
  expect(refused.statusCode).toBe(422);
  expect(refused.json().error.message).toContain('Сначала пройдите или отложите: ');
  for (const key of firstRunSteps)
    if (key !== 'demonstration' && key !== 'opening') await post(`steps/${key}/skip`, { is_skipped: true });
  expect((await post('open')).statusCode).toBe(200);
  expect(await read()).toMatchObject({ is_shown: false, opened_at: expect.any(String), steps: [] });
  const page = await cast.app.inject({ method: 'GET', url: '/', headers: { host: 'idd.localhost' } });
  expect(page.statusCode).toBe(200);
});
