import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { followedRevision } from '#modules/catalogue-index/catalogue-index.ts';
import { type CatalogueFollower, followCatalogue } from '#modules/catalogue-index/follow-catalogue.ts';
import { openDatabase } from '#platform/database.ts';
import { type Following, followInvalidations } from '#platform/invalidation.ts';
import { openLog } from '#platform/log.ts';
import { openEmbedded } from '#platform/postgres/embedded.ts';
import { ensure } from '#shared/ensure.ts';
import { dataFolder, makeOnce } from './support/shop.ts';

/**
 * `npm run bench -- follow [PRODUCTS]`: how a web process keeps up with the database: first loading, changes, a rebuild
 * beside, the longest pause of the thread that answers, memory. DATABASE_URL measures yours, whose prices it raises by
 * a kopeck and lowers again.
 */
const products = Number(process.argv[2] ?? 10_000);
const embedded = process.env.DATABASE_URL ? null : await openEmbedded(dataFolder(products), 'command');
const url = process.env.DATABASE_URL ?? embedded?.url ?? '';
if (embedded) await makeOnce(url, products);
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Writes as another process would: on connections of its own. */
const writer = openDatabase(url, { max: 2, applicationName: 'idd-shop bench' });
const db = openDatabase(url, { max: 4 });
let follower: CatalogueFollower | undefined;
let invalidations: Following | undefined;
try {
  await measure();
} finally {
  await Promise.all([follower?.stop(), invalidations?.stop()]);
  await Promise.all([db.destroy(), writer.destroy()]);
  await embedded?.close();
}

async function measure() {
  const before = memory();
  await row('first loading, in a thread', async () => {
    follower = followCatalogue(db, { log: openLog('warn'), changed: () => {} });
    await follower.loaded;
  });
  const own = ensure(follower);
  invalidations = await followInvalidations(db, (tags) => own.onNotification(tags), openLog('warn'));
  await own.caughtUp();
  const { bytes, products: goods } = own.state();
  say('goods and arrays', { goods, arrays_mb: megabytes(bytes), rss_before_mb: before.rss, ...memory() });
  await row('nothing happens, 5 s', () => sleep(5_000));

  const delays: number[] = [];
  await row('one price after another, 40 times', async () => {
    for (let n = 0; n < 40; n++) delays.push(await delayOf(n % 2 === 0 ? 1 : -1));
  });
  delays.sort((a, b) => a - b);
  say('from the commit to the answer', { p50_ms: rounded(ensure(delays[20])), p95_ms: rounded(ensure(delays[37])) });

  await row('reservations, found by asking each second', async () => {
    await sql`update stock set reserved = reserved + 1 where product_id in (select id from products limit 100)`.execute(
      writer,
    );
    await own.caughtUp();
  });
  await sql`update stock set reserved = reserved - 1 where product_id in (select id from products limit 100) and reserved > 0`.execute(
    writer,
  );
  for (const count of [8, 2_000, 15_000]) {
    await row(`${count} products change`, async () => {
      await sql`update products set popularity = popularity where id in (select id from products limit ${count})`.execute(
        writer,
      );
      await own.caughtUp();
    });
  }
  for (const count of [10_000, 90_000]) {
    const rows = sql`select p.ctid, p.tableoid from prices p limit ${count}`;
    for (const by of [1, -1]) {
      await row(`${count} prices change`, async () => {
        await sql`update prices p set price = p.price + ${by} where (p.ctid, p.tableoid) in (${rows}) and p.price > 1`.execute(
          writer,
        );
        await own.caughtUp();
      });
    }
  }
  for (const turn of ['rebuild beside and swap', 'once more']) {
    await row(turn, async () => {
      await sql`select rebuild_catalogue_index()`.execute(writer);
      await own.caughtUp();
    });
  }
  collect();
  await sleep(1_000);
  collect();
  const { updates, rebuilds, failures } = own.state();
  say('afterwards', { arrays_mb: megabytes(own.state().bytes), ...memory(), updates, rebuilds, failures });
}

/** Milliseconds from the end of the writer's statement until the index is another one. */
async function delayOf(by: number): Promise<number> {
  const revision = await followedRevision(db);
  await sql`update prices set price = price + ${by} where product_id = (select min(product_id) from prices where price > 1)`.execute(
    writer,
  );
  const committed = performance.now();
  while ((await followedRevision(db)) === revision) await sleep(1);
  return performance.now() - committed;
}

/**
 * Prints how long the work took and the longest pause of this thread meanwhile: by the clock, and in its own processor
 * time.
 */
async function row(what: string, work: () => Promise<unknown>): Promise<void> {
  const clock = monitorEventLoopDelay({ resolution: 1 });
  let isOver = false;
  let longest = 0;
  const watching = (async () => {
    let last = process.threadCpuUsage();
    while (!isOver) {
      await sleep(1);
      const now = process.threadCpuUsage();
      longest = Math.max(longest, now.user + now.system - last.user - last.system);
      last = now;
    }
  })();
  // V8 collects in any process, whatever it does: told apart, so that a pause can be judged.
  let longestCollection = 0;
  const collector = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestCollection = Math.max(longestCollection, duration);
  });
  collector.observe({ entryTypes: ['gc'] });
  clock.enable();
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1_000;
  clock.disable();
  isOver = true;
  await watching;
  collector.disconnect();
  say(what, {
    seconds: rounded(seconds),
    longest_pause_ms: rounded(clock.max / 1e6),
    of_it_processor_ms: rounded(longest / 1_000),
    longest_collection_ms: rounded(longestCollection),
  });
}

function memory() {
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { rss: megabytes(rss), heap_mb: megabytes(heapUsed), array_buffers_mb: megabytes(arrayBuffers) };
}

function say(what: string, figures: Record<string, number>): void {
  console.log(JSON.stringify({ what, ...figures }));
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
