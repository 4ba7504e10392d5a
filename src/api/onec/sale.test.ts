import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { batchFolder, sessionFolder } from '#integrations/onec/exchange/files.ts';
import { forgetOldPackages } from '#integrations/onec/exchange/forget.ts';
import { listOrderFiles } from '#integrations/onec/sale/list-order-files.ts';
import { orderDocument, saleFile } from '#integrations/onec/sale/order-document.ts';
import { readOrderFor1c } from '#integrations/onec/sale/read-orders.ts';
import { retakeOrderFile } from '#integrations/onec/sale/retake-order-file.ts';
import { failOrderFile, takeOrderFile } from '#integrations/onec/sale/take-order-file.ts';
import { editOrder } from '#modules/orders/edit-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { commands } from '#src/commands/onec-orders.ts';
import { call } from '#test/admin/cast.ts';
import { makeStaff, makeUser } from '#test/support/accounts.ts';
import { wordsRunner } from '#test/support/command.ts';
import { zipOfSpaces } from '#test/support/hostile-files.ts';
import { onec, products } from '#test/support/onec.ts';
import { exchangingShop } from '#test/support/onec-jobs.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeProduct } from '#test/support/shop.ts';
import { zip } from '#test/support/zip.ts';
import { exchangeOnSchedule, exchangeOrders, movedClock } from '../../../bench/onec-client.ts';

const { db, dataDir, base, app, worker } = await exchangingShop({ importsHere: true });
const anna = await makeUser(db, { full_name: 'Анна Ёлкина' });
const mix = await makeProduct(db, { name: 'Смесь «Ёж» 🏗️', id_1c: 'mix', on_hand: 1_000 });

type Client = ReturnType<typeof onec>;

async function begin(
  product: (typeof products)[keyof typeof products],
): Promise<{ client: Client; lines: string[]; limit: number }> {
  const client = onec(app, base, product, 'sale');
  expect((await client.signIn()).first).toBe('success');
  const { said, limit } = await client.init();
  return { client, lines: said.rest, limit };
}

/** Ids of the orders that a query hands over. */
async function ordersOf(client: Client): Promise<string[]> {
  const said = await client.ask('query');
  expect(said).toMatchObject({ status: 200, type: expect.stringContaining('application/xml') });
  const xml = [said.first, ...said.rest].join('\n');
  expect(xml).toContain('<КоммерческаяИнформация');
  return [...xml.matchAll(/<Документ><Ид>([^<]+)</g)].map((match) => match[1] ?? '');
}

/** The order as 1C sends it back, shipped. */
const shipped = (order: { id: string }, now?: Date): Promise<Buffer> =>
  written(
    order,
    (document) =>
      document.replace(
        '</ЗначенияРеквизитов></Документ>',
        '<ЗначениеРеквизита><Наименование>Отгружен</Наименование><Значение>true</Значение></ЗначениеРеквизита></ЗначенияРеквизитов></Документ>',
      ),
    now,
  );

/** The order as it is now in a file of 1C. */
async function written(
  { id }: { id: string },
  change = (document: string) => document,
  now = new Date(),
): Promise<Buffer> {
  const document = change(orderDocument((await readOrderFor1c(db, id))!));
  const file = saleFile(document, { version: '2.08', now, zone: 'Europe/Moscow' });
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${file}`);
}

/** A file of so many orders that a base has shipped and sent; it waits, for no worker is there. */
async function waitingFile(count: number, filename: string) {
  const orders = await Promise.all(Array.from({ length: count }, () => orderBy(db, anna, [[mix, 1]])));
  const { client } = await begin(products.ut11);
  await ordersOf(client);
  await client.ask('success');
  await worker.pause();
  const files = await Promise.all(orders.map((order) => shipped(order)));
  const documents = files.map((bytes) => /<Документ>[\s\S]*<\/Документ>/.exec(bytes.toString())?.[0] ?? '');
  const all = saleFile(documents.join(''), { version: '2.08', now: new Date(), zone: 'Europe/Moscow' });
  await client.sendFile(filename, Buffer.from(all), 5_242_880);
  await client.ask('import', { filename });
  const { id: order_file_id } = await db
    .selectFrom('onec_order_files')
    .select('id')
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { orders, client, order_file_id };
}

/** A file of 1C without a document. */
const nothing = Buffer.from('<КоммерческаяИнформация/>');

const stateOf = async ({ id }: { id: string }) => (await getOrder(db, id))?.state;

test.each(Object.entries(products))('%s takes orders, confirms them, and ships one', async (_, product) => {
  const order = await orderBy(db, anna, [[mix, 2]]);
  const first = await begin(product);
  expect(await ordersOf(first.client)).toEqual([order.id]);
  // The line breaks before success: the next exchange hands over the same.
  const { client, lines, limit } = await begin(product);
  const isOld = !('version' in product);
  expect(lines.slice(1).map((line) => line.split('=')[0])).toEqual(isOld ? [] : ['sessid', 'version']);
  expect(await ordersOf(client)).toEqual([order.id]);
  expect((await client.ask('success')).first).toBe('success');
  expect(await ordersOf(client)).toEqual([]);

  const bytes = await shipped(order);
  const sent = await client.sendFile('orders-1.xml', bytes, isOld ? limit : 1_000);
  expect(sent.first).toBe('success');
  expect(await stateOf(order)).toBe(isOld ? 'completed' : 'new');
  const result = ['success', 'Документов: изменили заказы 1, ничего не изменили 0, не приняты 0'];
  if (isOld) expect([sent.first, ...sent.rest]).toEqual(result);
  // Asked again, it is not taken again: the same is said once more.
  for (let times = 0; times < 2; times++) {
    const taken = await client.ask('import', { filename: 'orders-1.xml' });
    expect([taken.first, ...taken.rest]).toEqual(result);
  }
  expect(await stateOf(order)).toBe('completed');
  // Sent again under the same name it is another file.
  await client.sendFile('orders-1.xml', bytes, limit);
  expect((await client.ask('import', { filename: 'orders-1.xml' })).rest).toEqual([
    'Документов: изменили заказы 0, ничего не изменили 1, не приняты 0',
  ]);
  // What was taken keeps nobody waiting: the next exchange begins at once, and has nothing to get.
  expect(await ordersOf((await begin(product)).client)).toEqual([]);
});

test.each(Object.entries(products))(
  '%s: a whole exchange of orders, over a slow line and twice',
  async (_, product) => {
    const order = await orderBy(db, anna, [[mix, 1]]);
    const exchange = (confirms = true) =>
      exchangeOrders(onec(app, base, product, 'sale'), product, {
        confirms,
        bytesPerSecond: 50_000,
        answer: async () => ({ 'orders.xml': await shipped(order) }),
      });
    expect(await exchange(false)).toMatchObject({ failed: null, orders: [order.id] });
    const first = await exchange();
    expect([first.orders, first.results.at(-1)?.rest]).toEqual([
      [order.id],
      ['Документов: изменили заказы 1, ничего не изменили 0, не приняты 0'],
    ]);
    expect(await stateOf(order)).toBe('completed');
    const second = await exchange();
    expect([second.orders, second.results.at(-1)?.rest]).toEqual([
      [],
      ['Документов: изменили заказы 0, ничего не изменили 1, не приняты 0'],
    ]);
  },
);

test.each(Object.entries(products))(
  '%s writes its file before it confirms what the shop edited, and sends it after: the edit stands',
  async (_, product) => {
    const order = await orderBy(db, anna, [[mix, 5]]);
    const exchange = (file: Buffer, writesFirst = false) =>
      exchangeOrders(onec(app, base, product, 'sale'), product, {
        writesFirst,
        answer: async () => ({ 'orders.xml': file }),
      });
    const old = await written(order);
    await exchange(old);
    const lines = [{ product_id: mix.id, count: 3, sum: 3 * 48_900 }];
    await db.transaction().execute((db) => editOrder(db, order.id, { lines }, { who: 'Пётр' }));
    const { orders, results } = await exchange(old, true);
    expect([orders, results.at(-1)?.rest]).toEqual([
      [order.id],
      ['Документов: изменили заказы 0, ничего не изменили 1, не приняты 0'],
    ]);
    expect((await getOrder(db, order.id))?.lines.map(({ count }) => count)).toEqual([3]);
    // It is handed over once more, and the base has it.
    expect((await exchange(await written(order))).orders).toEqual([order.id]);
    expect((await exchange(await written(order))).orders).toEqual([]);
  },
);

test('an old module sends a long file in parts: it is taken when the last has come', async () => {
  const order = await orderBy(db, anna, [[mix, 1]]);
  const { client } = await begin(products.old);
  await ordersOf(client);
  await client.ask('success');
  await db.updateTable('onec_nodes').set({ file_limit: 102_400 }).execute();
  const bytes = await shipped(order);
  const long = Buffer.concat([bytes, Buffer.from(`<!--${' '.repeat(150_000)}-->`)]);
  expect((await client.sendFile('orders.xml', long, 102_400)).first).toBe('success');
  expect(await stateOf(order)).toBe('completed');
  const broken = await client.ask('file', { filename: 'broken.xml' }, bytes.subarray(0, bytes.length - 40));
  expect([broken.first, broken.rest[0]]).toEqual(['failure', expect.stringContaining('Файл «broken.xml» не прочитан')]);
});

test.each([
  ['ut11', products.ut11, ''],
  ['unf', products.unf, 'orders/'],
])('%s packs what it sends back, and asks for the file by its own name', async (_, product, inner) => {
  const order = await orderBy(db, anna, [[mix, 1]]);
  const { client } = await begin(product);
  await ordersOf(client);
  await client.ask('success');
  const archive = zip([
    { name: `${inner}documents.xml`, data: await shipped(order) },
    { name: `${inner}contragents.xml`, data: nothing },
  ]);
  expect((await client.sendFile('v8_7.zip', archive, 500)).first).toBe('success');
  expect(await stateOf(order)).toBe('new');
  const missing = await client.ask('import', { filename: 'no.xml' });
  expect([missing.first, missing.rest[0]]).toEqual(['failure', expect.stringContaining('нет такого файла')]);
  const other = await client.ask('import', { filename: 'contragents.xml' });
  expect(other.rest).toEqual(['Документов: изменили заказы 0, ничего не изменили 0, не приняты 0']);
  const taken = await client.ask('import', { filename: 'documents.xml' });
  expect(taken.rest).toEqual(['Документов: изменили заказы 1, ничего не изменили 0, не приняты 0']);
  expect(await stateOf(order)).toBe('completed');
  const again = await client.ask('import', { filename: 'documents.xml' });
  expect(again.rest).toEqual(taken.rest);
});

test('УТ 11.5 packs, is told at `file` what came of it, and hears the same when it asks for the file within', async () => {
  const order = await orderBy(db, anna, [[mix, 1]]);
  // It asks for orders in an exchange without `init`, and sends them in one of its own.
  const asking = onec(app, base, products.ut115, 'sale');
  await asking.signIn();
  expect(await ordersOf(asking)).toEqual([order.id]);
  expect((await asking.ask('success')).first).toBe('success');
  const { client, lines } = await begin(products.ut115);
  expect(lines).toHaveLength(1);
  const archive = zip([{ name: 'orders-7_1.xml', data: await shipped(order) }]);
  const sent = await client.sendFile('v8_7.zip', archive, 5_242_880);
  const imported = await client.ask('import', { filename: 'orders-7_1.xml' });
  const result = ['success', 'Документов: изменили заказы 1, ничего не изменили 0, не приняты 0'];
  expect([sent, imported].map(({ first, rest }) => [first, ...rest])).toEqual([result, result]);
  expect((await client.ask('import', { filename: 'orders-8.xml' })).rest[0]).toContain('нет такого файла');
});

test('orders in a later zip are taken too where its file is called as that of an earlier one', async () => {
  const orders = [await orderBy(db, anna, [[mix, 1]]), await orderBy(db, anna, [[mix, 1]])];
  const { client, limit } = await begin(products.ut11);
  await ordersOf(client);
  await client.ask('success');
  const imported = async () => {
    let said = await client.ask('import', { filename: 'orders.xml' });
    while (said.first === 'progress') said = await client.ask('import', { filename: 'orders.xml' });
    return [said.first, ...said.rest];
  };
  const changed = ['success', 'Документов: изменили заказы 1, ничего не изменили 0, не приняты 0'];
  for (const [place, order] of orders.entries()) {
    await client.sendFile(`v8_${place}.zip`, zip([{ name: 'orders.xml', data: await shipped(order) }]), limit);
    expect(await imported()).toEqual(changed);
    expect(await stateOf(order)).toBe('completed');
    // Asked again for the same, it is told the same.
    expect(await imported()).toEqual(changed);
  }
});

test('orders in two zips that came together are all taken where the files within have one name', async () => {
  const orders = [await orderBy(db, anna, [[mix, 1]]), await orderBy(db, anna, [[mix, 1]])];
  const { client, limit } = await begin(products.ut11);
  await ordersOf(client);
  await client.ask('success');
  for (const [place, order] of orders.entries()) {
    const names = ['orders.xml', 'contragents.xml'];
    const entries = names.map(async (name, at) => ({ name, data: at === 0 ? await shipped(order) : nothing }));
    await client.sendFile(`v8_${place}.zip`, zip(await Promise.all(entries)), limit);
  }
  const imported = async (filename: string) => {
    let said = await client.ask('import', { filename });
    while (said.first === 'progress') said = await client.ask('import', { filename });
    return [said.first, ...said.rest];
  };
  const both = ['success', 'Документов: изменили заказы 2, ничего не изменили 0, не приняты 0'];
  expect(await imported('orders.xml')).toEqual(both);
  expect(await Promise.all(orders.map(stateOf))).toEqual(['completed', 'completed']);
  // Asked again nothing is taken again, nor with the other file of the same archives.
  expect(await imported('orders.xml')).toEqual(both);
  expect((await imported('contragents.xml'))[0]).toBe('success');
  expect((await imported('no.xml'))[1]).toContain('нет такого файла');
});

test('while nobody works 1C reads `progress`, whoever knows `success` alone is not kept waiting, and the next exchange is', async () => {
  const orders = [await orderBy(db, anna, [[mix, 1]]), await orderBy(db, anna, [[mix, 1]])];
  const { client } = await begin(products.ut11);
  await ordersOf(client);
  await client.ask('success');
  await worker.pause();
  await client.sendFile('orders.xml', await shipped(orders[0]!), 5_242_880);
  const begun = performance.now();
  const waiting = await client.ask('import', { filename: 'orders.xml' });
  expect(performance.now() - begun).toBeLessThan(6_000);
  expect([waiting.first, ...waiting.rest]).toEqual(['progress', 'Файл «orders.xml» ждёт своей очереди']);
  const next = onec(app, base, products.old, 'sale');
  expect((await next.signIn()).rest[0]).toMatch(/^Идёт другой обмен/);
  await sql`update onec_order_files set received_at = received_at - interval '5 minutes' where finished_at is null`.execute(
    db,
  );
  expect((await next.signIn()).rest[0]).toBe('Файл «orders.xml» ждёт: задания магазина сейчас никто не выполняет');
  await worker.go();
  let said = waiting;
  while (said.first === 'progress') said = await client.ask('import', { filename: 'orders.xml' });
  expect(said.rest).toEqual(['Документов: изменили заказы 1, ничего не изменили 0, не приняты 0']);

  const old = await begin(products.old);
  await worker.pause();
  const clock = performance.now.bind(performance);
  let passed = 0;
  // Each look at the clock finds a quarter of a minute gone.
  const slow = vi.spyOn(performance, 'now').mockImplementation(() => {
    passed += 15_000;
    return clock() + passed;
  });
  const file = await old.client.ask('file', { filename: 'orders.xml' }, await shipped(orders[1]!));
  slow.mockRestore();
  expect([file.first, ...file.rest]).toEqual([
    'success',
    'Файл «orders.xml» принят, документы ещё разбираются: готово 0',
  ]);
  await worker.go();
  await expect.poll(() => stateOf(orders[1]!), { timeout: 10_000 }).toBe('completed');
});

test('a file of orders that a worker leaves half taken is gone on with; two at once take each document once', async () => {
  const { orders, client, order_file_id } = await waitingFile(12, 'orders.xml');
  const file = () =>
    db.selectFrom('onec_order_files').selectAll().where('id', '=', order_file_id).executeTakeFirstOrThrow();
  const off = new AbortController();
  const countedThree = setInterval(async () => {
    if ((await file()).done >= 3) off.abort();
  }, 5);
  const take = (signal?: AbortSignal) => takeOrderFile(db, { dataDir, order_file_id, signal });
  await expect(take(off.signal)).rejects.toThrow('aborted');
  clearInterval(countedThree);
  const half = await file();
  expect(half).toMatchObject({ state: 'taking', finished_at: null });
  expect([half.done >= 3, half.done < 12, half.applied === half.done]).toEqual([true, true, true]);
  await Promise.all([take(), take()]);
  expect(await file()).toMatchObject({ state: 'taken', done: 12, applied: 12, unchanged: 0, refused: 0 });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from order_moves
    where state = 'completed' and order_id = any(${orders.map(({ id }) => id)}::uuid[])`.execute(db);
  expect(rows[0]?.count).toBe(12);
  await worker.go();
  expect((await client.ask('import', { filename: 'orders.xml' })).rest).toEqual([
    'Документов: изменили заказы 12, ничего не изменили 0, не приняты 0',
  ]);
});

test('a file without a sign of a worker for two minutes is given out once more', async () => {
  const { client } = await waitingFile(1, 'orders.xml');
  // As a worker leaves it that is killed, and whose job is locked for hours.
  await sql`select graphile_worker.remove_job('onec_order_file_' || max(id)) from onec_order_files`.execute(db);
  await sql`update onec_order_files set state = 'taking', heartbeat_at = now() - interval '3 minutes' where finished_at is null`.execute(
    db,
  );
  await worker.go();
  let said = await client.ask('import', { filename: 'orders.xml' });
  for (let times = 0; said.first === 'progress' && times < 5; times++)
    said = await client.ask('import', { filename: 'orders.xml' });
  expect(said.rest).toEqual(['Документов: изменили заказы 1, ничего не изменили 0, не приняты 0']);
});

test('a file on which the shop failed stands in the list with why, and is gone on with when people ask for it', async () => {
  const { orders, order_file_id: id } = await waitingFile(3, 'failing.xml');
  // Two documents are taken, the third fails as often as a job is tried.
  const fault = AbortSignal.abort();
  const taking = vi.spyOn(fault, 'throwIfAborted');
  taking.mockImplementationOnce(() => {}).mockImplementationOnce(() => {});
  await expect(takeOrderFile(db, { dataDir, order_file_id: id, signal: fault })).rejects.toThrow('aborted');
  await failOrderFile(db, id);

  const owner = await makeStaff(db, ['owner']);
  const asking = (method: 'GET' | 'POST', url: string) => call({ app }, owner.header, { method, url });
  const url = '/api/admin/onec-order-files';
  const failed = async () =>
    (await asking('GET', `${url}?filter=${encodeURIComponent('{"state":["failed"]}')}`)).json();
  expect(await failed()).toMatchObject({
    items: [
      {
        ...{ id, node: 'Основной', name: 'failing.xml', archive: null, state_words: 'Сбой магазина' },
        ...{ applied: 2, unchanged: 0, refused: 0, reason: 'Сбой магазина, повторите обмен', may_retake: true },
      },
    ],
    ...{ total: 1, totals: { failed: 1 } },
  });
  const shop = wordsRunner(commands, { db, url: '' });
  expect(await shop('onec orders files', [], { state: 'failed' })).toContain(
    'failing.xml  Сбой магазина  изменили заказы 2, без изменений 0, не приняты 0  сбой магазина, повторите обмен',
  );
  expect(await shop('onec orders files retake', ['999999'])).toContain('Файла № 999999 нет');

  expect((await asking('POST', `${url}/${id}/retake`)).statusCode).toBe(200);
  expect((await asking('POST', `${url}/${id}/retake`)).json().error.code).toBe('order_file_over');
  await worker.go();
  await expect.poll(() => stateOf(orders[2]!), { timeout: 10_000 }).toBe('completed');
  const taken = () => db.selectFrom('onec_order_files').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await taken()).state).toBe('taken');
  expect(await taken()).toMatchObject({ done: 3, applied: 3, reason: null });
  expect(await failed()).toMatchObject({ items: [], total: 0 });
});

test('a file on which the shop failed is kept, but not taken again where 1C has sent a later one', async () => {
  const [first, second] = [await orderBy(db, anna, [[mix, 1]]), await orderBy(db, anna, [[mix, 1]])];
  const { client } = await begin(products.ut11);
  await ordersOf(client);
  await client.ask('success');
  await worker.pause();
  await client.sendFile('older.xml', await shipped(first), 5_242_880);
  await client.ask('import', { filename: 'older.xml' });
  const older = await db
    .selectFrom('onec_order_files')
    .select(['id', 'session_id', 'batch'])
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  await failOrderFile(db, older.id);
  await worker.go();
  await client.sendFile('newer.xml', await shipped(second), 5_242_880);
  await client.ask('import', { filename: 'newer.xml' });
  await expect.poll(() => stateOf(second), { timeout: 10_000 }).toBe('completed');
  await expect(retakeOrderFile(db, older.id)).rejects.toMatchObject({ code: 'order_file_over' });
  // An hour after its end an exchange has nothing on the disk but what may be needed.
  await client.ask('complete');
  await sql`update onec_sessions set ended_at = now() - interval '2 hours', ended_by = 'complete'
    where id = ${older.session_id}`.execute(db);
  await forgetOldPackages(db, dataDir);
  expect(await readdir(sessionFolder(dataDir, older.session_id))).toEqual([String(older.batch)]);
  await rm(sessionFolder(dataDir, older.session_id), { recursive: true });
  await sql`update onec_order_files set done = 0, applied = 0 where id > ${older.id}`.execute(db);
  await retakeOrderFile(db, older.id);
  const state = () =>
    db.selectFrom('onec_order_files').selectAll().where('id', '=', older.id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await state()).state, { timeout: 10_000 }).toBe('failed');
  expect((await state()).reason).toBe('older.xml: на диске магазина меньше, чем прислано: выгрузите снова');
  expect(await stateOf(first)).not.toBe('completed');
  await sql`update onec_order_files set done = 1, applied = 1 where id > ${older.id}`.execute(db);
});

/** Files of an exchange of orders, each on which the shop failed before its first document; the older first. */
async function failedFiles(...names: string[]) {
  const orders = await Promise.all(names.map(() => orderBy(db, anna, [[mix, 1]])));
  const { client } = await begin(products.ut11);
  await ordersOf(client);
  await client.ask('success');
  await worker.pause();
  const ids = [];
  for (const [at, name] of names.entries()) {
    const order = orders[at]!;
    await client.sendFile(name, await shipped(order), 5_242_880);
    await client.ask('import', { filename: name });
    const waiting = db.selectFrom('onec_order_files').select('id').where('finished_at', 'is', null);
    const { id } = await waiting.executeTakeFirstOrThrow();
    await failOrderFile(db, id);
    ids.push(id);
  }
  await client.ask('complete');
  return { orders, ids };
}

test('files on which the shop failed are taken again in the order in which they came, none while a later one is taken', async () => {
  const { orders, ids } = await failedFiles('older.xml', 'newer.xml');
  const [older = 0, newer = 0] = ids;
  const offered = async () =>
    (await listOrderFiles(db, { state: ['failed'], limit: 10 })).flatMap(({ id, may_retake }) =>
      may_retake ? id : [],
    );
  const retake = (id: number) => db.transaction().execute((db) => retakeOrderFile(db, id));
  expect(await offered()).toEqual([older]);
  await expect(retake(newer)).rejects.toMatchObject({ code: 'order_file_behind' });
  await sql`update onec_order_files set state = 'taking', reason = null, finished_at = null where id = ${newer}`.execute(
    db,
  );
  expect(await offered()).toEqual([]);
  await expect(retake(older)).rejects.toMatchObject({ code: 'order_file_over' });
  await failOrderFile(db, newer);
  await retake(older);
  expect(await offered()).toEqual([newer]);
  await retake(newer);
  await worker.go();
  await expect.poll(() => Promise.all(orders.map(stateOf)), { timeout: 10_000 }).toEqual(['completed', 'completed']);
});

test('two files that people have taken again at once are taken in the order in which they came', async () => {
  const { orders, ids } = await failedFiles('older.xml', 'newer.xml');
  const [older = 0, newer = 0] = ids;
  const first = await db.startTransaction().execute();
  await retakeOrderFile(first, older);
  let isOver = false;
  const second = db
    .transaction()
    .execute((db) => retakeOrderFile(db, newer))
    .finally(() => {
      isOver = true;
    });
  await sleep(300);
  expect(isOver, 'waits for what becomes of the older one').toBe(false);
  await first.commit().execute();
  await second;
  // The later press may have begun its transaction before the other: its job is then the first of the queue.
  await sql`
    select graphile_worker.reschedule_jobs(array[id], run_at => now() - interval '1 minute') from graphile_worker.jobs
    where key = ${`onec_order_file_${newer}`}`.execute(db);
  await worker.go();
  await expect.poll(() => Promise.all(orders.map(stateOf)), { timeout: 20_000 }).toEqual(['completed', 'completed']);
  const files = await db.selectFrom('onec_order_files').select('id').where('id', 'in', ids).orderBy('finished_at');
  expect((await files.execute()).map(({ id }) => id)).toEqual([older, newer]);
});

test('a file that people have taken again while old ones are removed from the disk stays there', async () => {
  const { orders, ids } = await failedFiles('again.xml');
  const id = ids[0] ?? 0;
  const file = await db
    .selectFrom('onec_order_files')
    .select(['session_id', 'batch'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await sql`update onec_sessions set ended_at = now() - interval '2 hours', ended_by = 'complete'
    where id = ${file.session_id}`.execute(db);
  let isRetaken = false;
  // Asked for just when the sessions have been read of which something may go.
  const meanwhile = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isRetaken && result.rows.some((row) => row.id === file.session_id)) {
        isRetaken = true;
        await retakeOrderFile(db, id);
      }
      return result;
    },
  });
  await forgetOldPackages(meanwhile, dataDir);
  expect(isRetaken).toBe(true);
  expect(await readdir(sessionFolder(dataDir, file.session_id))).toEqual([String(file.batch)]);
  await worker.go();
  await expect.poll(() => Promise.all(orders.map(stateOf)), { timeout: 10_000 }).toEqual(['completed']);
});

describe('a file of orders of which the disk holds less than was sent', () => {
  const words = 'на диске магазина меньше, чем прислано: выгрузите снова';
  const pathOf = async (name: string) => {
    const file = await db
      .selectFrom('onec_files')
      .innerJoin('onec_sessions', 'onec_sessions.id', 'onec_files.session_id')
      .select(['session_id', 'onec_files.batch'])
      .where('name', '=', name)
      .orderBy('started_at', 'desc')
      .orderBy('onec_files.batch', 'desc')
      .executeTakeFirstOrThrow();
    return join(batchFolder(dataDir, file.session_id, file.batch), name);
  };

  test('is not given to the worker: 1C hears so, and sends it again', async () => {
    const order = await orderBy(db, anna, [[mix, 1]]);
    let { client } = await begin(products.ut11);
    await ordersOf(client);
    await client.ask('success');
    const bytes = await shipped(order);
    for (const [name, sent, filename] of [
      ['cut.xml', bytes, 'cut.xml'],
      ['cut.zip', zip([{ name: 'cut-within.xml', data: bytes }]), 'cut-within.xml'],
    ] as const) {
      await client.sendFile(name, sent, 5_242_880);
      await truncate(await pathOf(name), sent.length - 20);
      const said = await client.ask('import', { filename });
      expect([said.first, said.rest[0]]).toEqual(['failure', expect.stringContaining(words)]);
      client = (await begin(products.ut11)).client;
    }
    const given = db.selectFrom('onec_order_files').select('id').where('name', 'like', 'cut%');
    expect(await given.execute()).toEqual([]);
    expect(await stateOf(order)).toBe('new');
    await client.sendFile('cut.xml', bytes, 5_242_880);
    await client.ask('import', { filename: 'cut.xml' });
    await expect.poll(() => stateOf(order), { timeout: 10_000 }).toBe('completed');
  });

  test.each(['cut', 'gone'])(
    'is not taken even in part when it is %s afterwards, and people see it and have it taken again',
    async (how) => {
      const { orders, order_file_id } = await waitingFile(3, `${how}-later.xml`);
      const path = await pathOf(`${how}-later.xml`);
      const bytes = await readFile(path);
      await (how === 'cut' ? truncate(path, bytes.length - 20) : rm(path));
      const file = () =>
        db
          .selectFrom('onec_order_files')
          .select(['state', 'done', 'reason'])
          .where('id', '=', order_file_id)
          .executeTakeFirstOrThrow();
      await worker.go();
      await expect.poll(file, { timeout: 10_000 }).toMatchObject({ state: 'failed', done: 0 });
      expect((await file()).reason).toContain(words);
      expect(await Promise.all(orders.map(stateOf))).toEqual(['new', 'new', 'new']);
      await writeFile(path, bytes);
      await db.transaction().execute((db) => retakeOrderFile(db, order_file_id));
      await expect.poll(file, { timeout: 10_000 }).toEqual({ state: 'taken', done: 3, reason: null });
      expect(await Promise.all(orders.map(stateOf))).toEqual(['completed', 'completed', 'completed']);
    },
  );
});

test('an archive of orders that is too large when it is unpacked is refused before it is', async () => {
  const { client } = await begin(products.ut11);
  const archive = zipOfSpaces([{ name: 'orders.xml', bytes: 201 * 1024 ** 2 }]);
  await client.sendFile('v8_9.zip', archive, 5_242_880);
  expect((await client.ask('import', { filename: 'orders.xml' })).rest[0]).toContain(
    'архив слишком велик: больше 200 МБ',
  );
});

test('1C reads the lists of statuses, ways of paying and of receiving', async () => {
  const { client } = await begin(products.ut11);
  const said = await client.ask('info');
  const xml = [said.first, ...said.rest].join('\n');
  for (const words of ['<Ид>ready</Ид><Название>Готов к выдаче</Название>', 'Счёт для организации', 'Самовывоз']) {
    expect(xml).toContain(words);
  }
  // Under the name with a Latin C too, by which modules for the reference server look for them.
  const [own, latin] = ['Статусы', '\u0043татусы'].map((name) => xml.split(`<${name}>`)[1]?.split(`</${name}>`)[0]);
  expect(own).toContain('<Ид>ready</Ид>');
  expect(latin).toBe(own);
});

test('a file that was never sent, and one that is no XML, are refused in words', async () => {
  await db.deleteFrom('mails').where('subject', 'like', 'Файл с заказами%').execute(); // one a day is written
  const { client } = await begin(products.ut11);
  expect((await client.ask('import', { filename: 'no.xml' })).rest[0]).toContain('Файл «no.xml» не прочитан');
  await client.sendFile('letter.txt', Buffer.from('привет'), 1_000);
  expect((await client.ask('import', { filename: 'letter.txt' })).first).toBe('failure');
  const emails = await db
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('subject', 'like', 'Файл с заказами%')
    .execute();
  expect(emails).toEqual([
    { subject: 'Файл с заказами из 1С не принят до конца', text: expect.stringMatching(/letter\.txt[\s\S]*Причина/) },
  ]);
});

test.each(['2019-03-01T03:00:00Z', '2031-03-01T03:00:00Z'])(
  'a base whose clock says %s takes orders each hour and ships what it took before: each counts once',
  async (from) => {
    const clock = movedClock(new Date(from));
    const orders = [await orderBy(db, anna, [[mix, 1]]), await orderBy(db, anna, [[mix, 1]])];
    const taken: string[] = [];
    await exchangeOnSchedule(clock, { everyMs: 3_600_000, times: 3 }, async (at) => {
      const before = [...taken];
      const outcome = await exchangeOrders(onec(app, base, products.ut11, 'sale'), products.ut11, {
        answer: async () =>
          Object.fromEntries(
            await Promise.all(before.map(async (id, n) => [`orders_${n}.xml`, await shipped({ id }, at)] as const)),
          ),
      });
      expect(outcome.failed).toBeNull();
      taken.push(...outcome.orders.filter((id) => !taken.includes(id)));
    });
    expect(taken.toSorted()).toEqual(orders.map(({ id }) => id).toSorted());
    expect(await Promise.all(orders.map(stateOf))).toEqual(['completed', 'completed']);
  },
);
