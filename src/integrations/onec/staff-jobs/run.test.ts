import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AuditAuthor } from '#modules/audit/write-audit.ts';
import { catalog, commerceml, good, offer, offersPackage, prices, priceType } from '#test/support/commerceml.ts';
import { startOnecJobs } from '#test/support/onec-jobs.ts';
import { onecShop } from '#test/support/onec-shop.ts';
import { temporaryFolder } from '#test/support/processes.ts';
import { openConnection } from '../connection.ts';
import { forgetOldPackages } from '../exchange/forget.ts';
import { askStaffJob } from './ask.ts';
import { readStaffJob } from './read.ts';

const { db, url, onec } = await onecShop();
await onec.import({
  'import.xml': commerceml(catalog([good('one', 'Первый')], { changes: true })),
  'offers.xml': commerceml(
    offersPackage([offer('one', 'Первый', prices({ special: 8 }))], {
      changes: true,
      types: priceType('special', 'Спеццена'),
    }),
  ),
});
const dataDir = await temporaryFolder();
await startOnecJobs(db, url, dataDir);

const author: AuditAuthor = {
  staff_user_id: null,
  session_id: null,
  address: '127.0.0.1',
  request_id: null,
  who: 'Мария Отделова',
  permission: 'exchange.map',
  verb: 'PUT /api/admin/onec-mapping/price-types',
};
const into = (price_column: string) => ({ node_id: null, id: 'special', price_column, target: 'price' });
const ask = (price_column: string) =>
  db.transaction().execute((db) => askStaffJob(db, 'price_type', into(price_column), author));
const ended = async (id: number) => {
  await expect
    .poll(async () => (await readStaffJob(db, id))?.state, { timeout: 30_000 })
    .toMatch(/done|refused|failed/);
  return readStaffJob(db, id);
};
const priceIn = async (price_column: string) =>
  (await db.selectFrom('prices').select('price').where('price_column', '=', price_column).execute())[0]?.price;
const lines = async () =>
  (await db.selectFrom('audit_log').select(['who', 'words']).orderBy('id').execute()).map(
    ({ who, words }) => `${who}: ${words}`,
  );

/** Processes that do the work of the exchange for this test. */
const workers = () =>
  readdirSync('/proc').filter((pid) => {
    try {
      const isOurs = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] === String(process.pid);
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('onec-process');
    } catch {
      return false; // it ended meanwhile, or is no process
    }
  });

test('[2.14] what staff ask for waits for the exchange, survives a killed process and is written down once', {
  timeout: 60_000,
}, async () => {
  const exchange = await openConnection(url);
  await exchange.query('begin');
  await exchange.query(`select pg_advisory_xact_lock(hashtext('idd-shop 1C'))`);
  const id = await ask('cherepovets');
  expect(await ask('cherepovets')).toBe(id);
  await expect.poll(async () => (await readStaffJob(db, id))?.state, { timeout: 30_000 }).toBe('running');
  expect((await readStaffJob(db, id))?.progress).toBe('Ждём, пока закончится обмен');
  const [first] = workers();
  process.kill(Number(first), 'SIGKILL');
  await expect.poll(() => workers().some((pid) => pid !== first), { timeout: 30_000 }).toBe(true);
  expect(await lines()).toEqual([]);
  await exchange.query('commit');
  await exchange.end();
  expect(await ended(id)).toMatchObject({ state: 'done', reason: null });
  expect(await priceIn('cherepovets')).toBe(800);
  expect(await lines()).toEqual(['Мария Отделова: Сопоставление с 1С, вид цены «special»: колонка cherepovets']);
  const again = await ask('cherepovets');
  expect(again).not.toBe(id);
  await ended(again);
});

test('[2.14] what cannot be done is told with the reason, and nothing is changed', async () => {
  const before = await lines();
  expect(await ended(await ask('moscow'))).toMatchObject({
    state: 'refused',
    reason: expect.stringMatching(/^нет колонки цен «moscow», есть: /),
  });
  const rollback = await db.transaction().execute((db) => askStaffJob(db, 'rollback', { package_id: 999_999 }, author));
  expect(await ended(rollback)).toMatchObject({ state: 'refused', reason: 'пакета № 999999 нет', rollback: null });
  expect(await lines()).toEqual(before);
});

test('[2.14] what came of it is forgotten with the packages, after 14 days', async () => {
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from onec_staff_jobs`.execute(db)).rows[0]?.n;
  expect(await count()).toBeGreaterThan(2);
  await forgetOldPackages(db, dataDir, new Date(Date.now() + 13 * 86_400_000));
  expect(await count()).toBeGreaterThan(2);
  await forgetOldPackages(db, dataDir, new Date(Date.now() + 15 * 86_400_000));
  expect(await count()).toBe(0);
});
