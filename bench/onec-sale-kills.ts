import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { orderDocument, saleFile } from '#integrations/onec/sale/order-document.ts';
import { readOrderFor1c } from '#integrations/onec/sale/read-orders.ts';
import { type Database, openDatabase } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { ensure } from '#shared/ensure.ts';
import { makeUser } from '#test/support/accounts.ts';
import { administer, databaseUrl } from '#test/support/global-setup.ts';
import { sendingOver } from '#test/support/onec.ts';
import { orderBy, stockOf } from '#test/support/orders.ts';
import { openScratchServer } from '#test/support/scratch-server.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { exchangeOrders, onecClient, products } from './onec-client.ts';
import { exchangeNode, startExchangeWeb, startExchangeWorker } from './support/exchange-shop.ts';
import { randomOf } from './support/random-of.ts';
import type { Web } from './support/shop.ts';

/**
 * `npm run bench -- onec-sale-kills [POINTS] [ORDERS] [SEED]`: exchanges of orders with a simulated 1C, which ships
 * what it gets; at random points a process of the shop or 1C itself is killed (-9), started again, and 1C repeats its
 * exchange. Afterwards each order was handed over, confirmed and moved on once, and the store has given each piece
 * once.
 */
const [points = '20', orders = '10', seed = '1'] = process.argv.slice(2);
/** A worker that is killed is missed after two minutes. */
const longestExchangeMs = 240_000;

type Placed = { id: string };
type Shop = { url: string; db: Database; dataDir: string; web: Web; worker: ChildProcess };

const server = await openScratchServer();
const folder = await mkdtemp(join(tmpdir(), 'idd-bench-'));
const name = `bench_sale_kills_${process.pid}`;
try {
  await administer(server.url, `create database ${name}`);
  await measure(databaseUrl(server.url, name));
} finally {
  await administer(server.url, `drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true });
  await server.close();
}

async function measure(url: string) {
  await migrate(url);
  const db = openDatabase(url);
  await makeBranches(db);
  const buyer = await makeUser(db, { full_name: 'Анна Ёлкина' });
  const inStore = Number(orders) * (Number(points) + 1) * 3;
  const mix = await makeProduct(db, { name: 'Смесь «Ёж»', id_1c: 'mix', on_hand: inStore });
  const place = async () => {
    const placed: Placed[] = [];
    for (let n = 0; n < Number(orders); n++) placed.push(await orderBy(db, buyer, [[mix, 1 + (n % 3)]]));
    return placed;
  };
  const dataDir = join(folder, 'data');
  const web = await startExchangeWeb(url, dataDir);
  const shop: Shop = { url, db, dataDir, web, worker: startExchangeWorker(url, dataDir) };
  const random = randomOf(Number(seed));
  const first = await place();
  const begun = Date.now();
  await untilTaken(shop, first);
  const duration = Date.now() - begun;
  const failures = (await faultsOf(db, first)).map((fault) => `undisturbed: ${fault}`);
  console.log(JSON.stringify({ points: Number(points), orders: Number(orders), undisturbed_ms: duration }));
  for (let point = 1; point <= Number(points); point++) {
    const placed = await place();
    const victim = ensure((['worker', 'web', '1C'] as const)[Math.floor(random() * 3)]);
    const after_ms = Math.round(random() * duration);
    await disturb(shop, placed, victim, after_ms);
    const tries = await untilTaken(shop, placed);
    const faults = await faultsOf(db, placed);
    console.log(JSON.stringify({ point, victim, after_ms, tries, faults }));
    failures.push(...faults.map((fault) => `point ${point}: ${fault}`));
  }
  const { on_hand, reserved } = await stockOf(db, mix);
  const { rows } = await sql<{ sold: number }>`select sum(count)::int as sold from order_lines`.execute(db);
  const sold = ensure(rows[0]).sold;
  if (on_hand !== inStore - sold || reserved !== 0)
    failures.push(`the store had ${inStore}, sold ${sold}, and holds ${on_hand}, ${reserved} of it reserved`);
  process.kill(shop.web.pid, 'SIGKILL');
  shop.worker.kill('SIGKILL');
  await db.destroy();
  console.log(failures.length === 0 ? 'every point: the same end' : failures.join('\n'));
  process.exitCode = failures.length === 0 ? 0 : 1;
}

/** One exchange in which somebody is killed and started again. */
async function disturb(shop: Shop, placed: Placed[], victim: 'worker' | 'web' | '1C', afterMs: number): Promise<void> {
  const off = new AbortController();
  const running = exchange(shop, placed, off.signal).catch(() => null);
  await sleep(afterMs);
  if (victim === 'worker') {
    shop.worker.kill('SIGKILL');
    await once(shop.worker, 'exit');
    shop.worker = startExchangeWorker(shop.url, shop.dataDir);
  } else if (victim === 'web') {
    process.kill(shop.web.pid, 'SIGKILL');
    shop.web = await startExchangeWeb(shop.url, shop.dataDir);
  } else off.abort();
  await running;
}

/** 1C tries again until its documents are taken; the number of tries. */
async function untilTaken(shop: Shop, placed: Placed[]): Promise<number> {
  const until = Date.now() + longestExchangeMs;
  for (let tries = 1; Date.now() < until; tries++) {
    const failed = await exchange(shop, placed).then(
      ({ failed }) => failed,
      (error: Error) => error.message,
    );
    if (failed === null) return tries;
    await sleep(500);
  }
  throw new Error('the exchange was not taken in time');
}

async function exchange({ db, web }: Shop, placed: Placed[], signal?: AbortSignal) {
  const client = onecClient(sendingOver(web.port), products.ut11, exchangeNode, 'sale');
  const answer = async () => ({ 'orders.xml': await shipped(db, placed) });
  return exchangeOrders(client, products.ut11, { answer, ...(signal && { signal }) });
}

/** The orders as 1C sends them back, shipped. */
async function shipped(db: Database, placed: Placed[]): Promise<Buffer> {
  const end = '</ЗначенияРеквизитов></Документ>';
  const mark = '<ЗначениеРеквизита><Наименование>Отгружен</Наименование><Значение>true</Значение></ЗначениеРеквизита>';
  const documents: string[] = [];
  for (const { id } of placed) {
    const document = orderDocument(ensure(await readOrderFor1c(db, id)));
    documents.push(document.replace(end, `${mark}${end}`));
  }
  const file = saleFile(documents.join(''), { version: '2.08', now: new Date(), zone: 'Europe/Moscow' });
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${file}`);
}

/** What is not as it is to be after the exchange was taken. */
async function faultsOf(db: Database, placed: Placed[]): Promise<string[]> {
  const { rows } = await sql<{ number: number; state: string; completed: number; confirmed: number; held: number }>`
    select o.number, o.state,
      (select count(*)::int from order_moves m where m.order_id = o.id and m.state = 'completed') as completed,
      (select count(*)::int from onec_orders h where h.order_id = o.id and h.confirmed_at is not null) as confirmed,
      (select count(*)::int from reservations r join order_lines l on l.id = r.order_line_id
        where l.order_id = o.id and r.ended_at is null) as held
    from orders o where o.id = any(${placed.map(({ id }) => id)}::uuid[])`.execute(db);
  return rows
    .filter((one) => one.state !== 'completed' || one.completed !== 1 || one.confirmed !== 1 || one.held !== 0)
    .map(({ number, ...is }) => `order ${number}: ${JSON.stringify(is)}`);
}
