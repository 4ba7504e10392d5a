import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { askStaffJob } from '#integrations/onec/staff-jobs/ask.ts';
import { readStaffJob } from '#integrations/onec/staff-jobs/read.ts';
import { startGoodsImport } from '#modules/exchange/goods-imports.ts';
import { enqueue } from '#platform/queue.ts';
import { exchangeGoods } from '../bench/onec-client.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { catalog, commerceml, good, mainGroup, offer, offersPackage, prices, retail } from './support/commerceml.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { onec, products } from './support/onec.ts';
import { waitFor } from './support/processes.ts';
import { makeProduct } from './support/shop.ts';
import { startWorkerProcess, type WorkerProcess } from './support/worker-process.ts';

const { db, url } = await testDatabase();
const DATA_DIR = await testFolder();
const base = { login: 'base', password: 'гвоздь-и-молоток-17' };
const settings = { DATA_DIR, ONEC_LOGIN: base.login, ONEC_PASSWORD: base.password };
let cast: AdminCast;

beforeAll(async () => {
  cast = await makeAdminCast(db, { ...settings, OFFICE_PER_MINUTE: '100000' });
});

let worker: WorkerProcess | null = null;

/** A worker takes seconds to begin, so a test that leaves it whole leaves it to the next one. */
async function working(): Promise<WorkerProcess> {
  worker ??= await startWorkerProcess(url, settings);
  return worker;
}

async function stopWorking(): Promise<void> {
  await worker?.stop();
  worker = null;
}

type Job = {
  state: string;
  applied: number;
  stopped: number;
  waiting: number;
  skipped: number;
  undone: number;
  kept: number;
  left: number;
};

async function ask<Answer = Job>(method: 'GET' | 'POST', path: string, wanted = 200): Promise<Answer> {
  const answer = await call(cast, cast.headers.owner, { method, url: `/api/admin/${path}` });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(wanted);
  return answer.json();
}

const until = (path: string, isReached: (job: Job) => boolean) =>
  waitFor(async () => {
    const job = await ask('GET', path);
    return isReached(job) ? job : undefined;
  });

/** Lines of the audit log that calls have left about the record, the oldest first. */
async function lines(record_id: number | string, resource: string): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['who', 'words'])
    .where('resource', '=', resource)
    .where('record_id', '=', String(record_id))
    .where('staff_user_id', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ who, words }) => `${who}: ${words}`.replaceAll('\u00a0', ' '));
}

/** A plan that has begun: so many goods of 100 ₽ become 110 ₽ by it. */
async function aPlan(goods: number): Promise<number> {
  const product = await makeProduct(db, { name: 'Грунтовка' });
  await sql`
    insert into products (idcode, model_id, slug, name, unit, base_unit)
    select p.idcode || '-' || n, p.model_id, p.slug || '-' || n, p.name || ' ' || n, p.unit, p.base_unit
    from products p, generate_series(1, ${goods}) n where p.id = ${product.id}`.execute(db);
  const { id } = await db
    .insertInto('price_plans')
    .values({
      name: 'Весна',
      state: 'running',
      columns: ['vologda'],
      uses_cost: false,
      change: '{}',
      counts: JSON.stringify({ ...noCounts, goods, change: goods }),
      hash: 'x',
      author: 'Ксения Текстова',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ofPlan = sql`from products where idcode like ${`${product.idcode}-%`}`;
  await sql`insert into prices (price_column, product_id, price) select 'vologda', id, 10000 ${ofPlan}`.execute(db);
  await sql`
    insert into price_plan_rows (plan_id, price_column, product_id, before_price, after_price, kind, state, due_at)
    select ${id}, 'vologda', id, 10000, 11000, 'change', 'waiting', now() ${ofPlan}`.execute(db);
  await enqueue(db, 'apply_price_plans');
  return id;
}

const noCounts = {
  ...{ goods: 0, change: 0, same: 0, pinned: 0, floor: 0, tiers: 0, no_price: 0 },
  ...{ average: 0, most_up: 0, most_down: 0 },
};

/** How many prices of a plan stand at what it wrote. */
async function raised(plan: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from price_plan_rows r
    join prices p on p.price_column = r.price_column and p.product_id = r.product_id
    where r.plan_id = ${plan} and p.price = 11000`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Holds the price that the plan changes as its nth, so that its portion waits. Returns what lets it go. */
async function holdPrice(plan: number, nth: number): Promise<() => Promise<void>> {
  const held = await db.startTransaction().execute();
  await sql`
    select from prices where price_column = 'vologda' and product_id = (
      select product_id from price_plan_rows where plan_id = ${plan} order by product_id offset ${nth} limit 1)
    for update`.execute(held);
  return () => held.commit().execute();
}

/** How many statements wait for a lock that another transaction holds. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The worker has come round once more: a plan that was given to it later is done. */
async function laterIsDone(): Promise<void> {
  const plan = await aPlan(1);
  await until(`price-plans/${plan}`, ({ state }) => state === 'done');
}

const goods = 10_000;

test('[3.5] prices that the worker changes are stopped between portions: so many are changed, no more follow, and those are put back', {
  timeout: 180_000,
}, async () => {
  const plan = await aPlan(goods);
  await working();
  await until(`price-plans/${plan}`, ({ applied }) => applied >= 500);
  const press = () => call(cast, cast.headers.owner, { method: 'POST', url: `/api/admin/price-plans/${plan}/cancel` });
  const pressed = await Promise.all([press(), press()]);
  expect(pressed.map(({ statusCode }) => statusCode).toSorted(), 'two press at once').toEqual([200, 409]);
  expect(pressed.find(({ statusCode }) => statusCode === 409)?.json().error.message).toBe(
    'Это уже остановили: обновите страницу',
  );
  const stopped = await ask('GET', `price-plans/${plan}`);
  expect(stopped).toMatchObject({ state: 'stopped', waiting: 0, skipped: 0 });
  expect(stopped.applied % 500, 'whole portions').toBe(0);
  expect(stopped.applied).toBeLessThan(goods);
  expect(stopped.applied + stopped.stopped).toBe(goods);
  await laterIsDone();
  expect(await raised(plan)).toBe(stopped.applied);
  expect(await lines(plan, 'price-plans')).toEqual([
    `Роль owner: План «Весна» остановлен: изменено ${stopped.applied} из 10 000 цен`,
  ]);

  await ask('POST', `price-plans/${plan}/undo`);
  expect(await until(`price-plans/${plan}`, ({ state }) => state === 'undone')).toMatchObject({
    applied: 0,
    undone: stopped.applied,
    stopped: stopped.stopped,
  });
  expect(await raised(plan)).toBe(0);
});

test('[3.5] putting back is stopped too, and goes on when it is asked for again', { timeout: 180_000 }, async () => {
  const plan = await aPlan(goods);
  await working();
  await until(`price-plans/${plan}`, ({ state }) => state === 'done');
  const letOn = await holdPrice(plan, 1_200);
  await ask('POST', `price-plans/${plan}/undo`);
  await until(`price-plans/${plan}`, ({ undone }) => undone === 1_000);
  const stopping = ask('POST', `price-plans/${plan}/cancel`);
  await waitFor(async () => (await waitingForLocks()) >= 2);
  await letOn();
  const { state, applied, undone } = await stopping;
  expect({ state, all: applied + undone }).toEqual({ state: 'stopped', all: goods });
  expect(applied).toBeGreaterThan(0);
  await laterIsDone();
  expect(await raised(plan)).toBe(applied);
  await ask('POST', `price-plans/${plan}/undo`);
  await until(`price-plans/${plan}`, (one) => one.state === 'undone');
  expect(await raised(plan)).toBe(0);
});

test('[3.5] what is stopped after the worker was killed stays so when another one comes', {
  timeout: 180_000,
}, async () => {
  const plan = await aPlan(goods);
  const killed = await working();
  await until(`price-plans/${plan}`, ({ applied }) => applied >= 500);
  await killed.kill();
  worker = null;
  const { state, applied } = await ask('POST', `price-plans/${plan}/cancel`);
  expect(state).toBe('stopped');
  await working();
  await laterIsDone();
  expect(await raised(plan)).toBe(applied);
});

test('[3.5] a plan that has ended, or never began, has nothing to stop: that is said in Russian', async () => {
  const plan = await aPlan(1);
  await working();
  await until(`price-plans/${plan}`, ({ state }) => state === 'done');
  const { error } = await ask<{ error: { message: string } }>('POST', `price-plans/${plan}/cancel`, 409);
  expect(error.message).toBe('Работа уже закончилась: останавливать нечего');
  expect(await lines(plan, 'price-plans')).toEqual([]);
});

/** A table that makes goods heavier by a gram, given to the worker. */
async function aTable(rows: { idcode: string }[]): Promise<number> {
  const bytes = Buffer.from(`Код;Вес, г\n${rows.map(({ idcode }, at) => `${idcode};${1_000 + at}`).join('\n')}`);
  const columns = [
    { heading: 'Код', field: 'idcode' },
    { heading: 'Вес, г', field: 'weight' },
  ];
  const author = { user_id: cast.staff.owner.id, full_name: 'Вера Хозяйкина' };
  const { id } = await db
    .transaction()
    .execute((db) => startGoodsImport(db, { source: 'tovary.csv', bytes, columns, author }));
  return id;
}

const goodsOfShop = (count: number) => db.selectFrom('products').select('idcode').orderBy('id').limit(count).execute();

test('[3.5] a table of goods is stopped while it is read, and while it is written: what is written is put back', {
  timeout: 180_000,
}, async () => {
  const many = await goodsOfShop(8_000);
  const read = await aTable(many);
  await working();
  const { rows: locks } = await waitFor(async () => {
    const found = await sql`
      select from pg_locks where locktype = 'advisory' and classid = hashtext('goods import')::bigint & 4294967295
        and objid = ${read}`.execute(db);
    return found.rows.length > 0 ? found : undefined;
  });
  expect(locks).toHaveLength(1);
  expect((await ask('POST', `goods-imports/${read}/cancel`)).state, 'while the worker reads').toBe('stopped');

  const written = await aTable(many.slice(0, 3_000));
  await until(`goods-imports/${written}`, ({ state }) => state === 'rehearsed');
  const { rows: kept } = await sql`select from goods_import_rows where import_id = ${read}`.execute(db);
  expect(kept, 'what was read until then').toHaveLength(0);
  expect(await lines(read, 'goods_imports')).toEqual([
    'Роль owner: Таблица товаров «tovary.csv» остановлена: не прочитана',
  ]);

  await ask('POST', `goods-imports/${written}/confirm`);
  await until(`goods-imports/${written}`, ({ applied }) => applied >= 50);
  const { state, applied, stopped } = await ask('POST', `goods-imports/${written}/cancel`);
  expect({ state, all: applied + stopped }).toEqual({ state: 'stopped', all: 3_000 });
  expect(stopped).toBeGreaterThan(0);
  const after = await aTable([{ idcode: 'НЕТ-ТАКОГО' }]);
  await until(`goods-imports/${after}`, (one) => one.state === 'rehearsed');
  expect((await ask('GET', `goods-imports/${written}`)).applied).toBe(applied);
  await ask('POST', `goods-imports/${written}/undo`);
  expect(await until(`goods-imports/${written}`, (one) => one.state === 'undone')).toMatchObject({ undone: applied });
});

const author = { staff_user_id: null, session_id: null, address: null, request_id: null, permission: null };
const askUnit = (id: string) =>
  db
    .transaction()
    .execute((db) => askStaffJob(db, 'unit', { id, rule: null }, { ...author, who: 'Мария', verb: 'PUT' }));

const byExchange = sql`select pg_advisory_xact_lock(hashtext('idd-shop 1C'))`;
const ofStock = sql`lock table stock in share mode`;

/** Takes what work of the exchange needs, until it is let go. */
async function hold(lock: typeof byExchange): Promise<() => Promise<void>> {
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (db) => {
    await lock.execute(db);
    held();
    await letGo;
  });
  await isHeld;
  return async () => {
    resolve();
    await holding;
  };
}

const queued = async (task: string) =>
  (await sql<{ key: string }>`select key from graphile_worker.jobs where task_identifier = ${task}`.execute(db)).rows;

test('[3.5] work of the exchange is one transaction: stopped, it has changed nothing, and its process ends', {
  timeout: 120_000,
}, async () => {
  await stopWorking();
  const waiting = await askUnit('рулон');
  await ask('POST', `onec-jobs/${waiting}/cancel`);
  expect(await queued('run_onec_staff_job'), 'taken out of the queue').toEqual([]);
  expect(await readStaffJob(db, waiting)).toMatchObject({ state: 'stopped', reason: 'остановлено: Роль owner' });

  const letGo = await hold(byExchange);
  await working();
  const id = await askUnit('рулон');
  expect(id).not.toBe(waiting);
  await waitFor(async () => (await readStaffJob(db, id))?.state === 'running');
  await ask('POST', `onec-jobs/${id}/cancel`);
  const { error } = await ask<{ error: { message: string } }>('POST', `onec-jobs/${id}/cancel`, 409);
  expect(error.message).toBe('Это уже остановили: обновите страницу');
  await waitFor(async () => (await queued('run_onec_staff_job')).length === 0);
  await letGo();
  expect(await readStaffJob(db, id)).toMatchObject({ state: 'stopped', goods: null });
  expect(await lines(id, 'onec-mapping')).toEqual([]);
  expect((await lines('рулон', 'onec-mapping')).at(-1)).toBe(
    'Роль owner: Другое правило для единицы 1С: остановлено, ничего не изменено',
  );
});

const packageOf = (id: string) => ({
  'import.xml': Buffer.from(commerceml(mainGroup + catalog([good(id, `Товар ${id}`)], { changes: true }))),
  'offers.xml': Buffer.from(
    commerceml(
      offersPackage([offer(id, `Товар ${id}`, prices({ retail: 100 }), '<Количество>5</Количество>')], {
        changes: true,
        types: retail,
      }),
    ),
  ),
});

test('[3.5] a package of 1C that is being imported is stopped: 1C is informed, nothing of it is in the shop, and sent again it is taken', {
  timeout: 120_000,
}, async () => {
  // It has written the goods, and what names the package, and waits with the stock.
  const letGo = await hold(ofStock);
  await working();
  const exchange = () => exchangeGoods(onec(cast.app, base), products.ut11, packageOf('stopped-1'));
  const exchanging = exchange();
  const { id } = await waitFor(() =>
    db.selectFrom('onec_packages').select('id').where('state', '=', 'importing').executeTakeFirst(),
  );
  await waitFor(async () => {
    const { rows } = await sql`
      select from pg_locks where relation = 'stock'::regclass and not granted and database is not null`.execute(db);
    return rows.length > 0;
  });
  await ask('POST', `onec-packages/${id}/cancel`);
  const { failed, said } = await exchanging;
  expect(`${failed} ${said.rest.join(' ')}`).toContain('остановлен в магазине, ничего не изменено: повторите обмен');
  await letGo();
  const isThere = () => db.selectFrom('products').select('id').where('id_1c', '=', 'stopped-1').executeTakeFirst();
  expect(await isThere()).toBeUndefined();
  expect(await ask<object>('GET', `onec-packages/${id}`)).toMatchObject({ state: 'refused', decided_by: 'Роль owner' });
  expect(await lines(id, 'onec-packages')).toEqual([`Роль owner: Пакет № ${id} из 1С: остановлен, ничего не изменено`]);
  expect((await exchange()).failed).toBeNull();
  expect(await isThere()).toBeDefined();
});
