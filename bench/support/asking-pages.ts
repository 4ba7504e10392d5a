import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { Wire } from './wire.ts';

const host = 'idd.localhost';
/** However busy the machine: what has not come by then is an error. */
const pageSeconds = 10;
const openPages = 400;

/** Fifty lists and two hundred products of the shop behind this URL. */
export async function somePaths(own: string): Promise<string[]> {
  const db = openDatabase(own);
  try {
    const { rows } = await db.pool.query<{ path: string }>(`
      (select '/category/' || code || '/' as path from categories where id_1c is not null order by id limit 50)
      union all
      (select '/product/' || slug || '/' from products order by id limit 200)`);
    return rows.map(({ path }) => path);
  } finally {
    await db.destroy();
  }
}

/**
 * Asks pages of a web process at a steady rate, whether or not the last one has come, until `until` is over:
 * milliseconds from the moment a page was due to its last byte. Every tenth is a list past the cache of pages.
 * `delays`: the file of support/loop-delay.ts, for the longest the serving thread was held at once.
 */
export async function askingPages(
  port: number,
  paths: string[],
  until: Promise<unknown>,
  { rate, delays }: { rate: number; delays?: string },
) {
  const times: number[] = [];
  const free: Wire[] = [];
  const running = new Set<Promise<void>>();
  const lists = paths.filter((path) => path.startsWith('/category/'));
  let errors = 0;
  let isOver = false;
  until.finally(() => {
    isOver = true;
  });
  const begun = performance.now();
  const from = Date.now();
  for (let turn = 0; !isOver; turn++) {
    const due = begun + (turn * 1_000) / rate;
    await sleep(Math.max(0, due - performance.now()));
    if (running.size >= openPages) {
      errors += 1;
      continue;
    }
    const wire = free.pop() ?? new Wire(port);
    // Another bound of the price each time, above every price: the page is rendered for every request.
    const path =
      turn % 10 === 9
        ? `${lists[turn % lists.length]}?price_to=${9_000_000 + turn}`
        : ensure(paths[(turn * 7) % paths.length]);
    const answer = wire.ask('GET', path, { host }).then(
      ({ status }) => status,
      () => 0,
    );
    const one = Promise.race([answer, sleep(pageSeconds * 1_000, 0, { ref: false })]).then((status) => {
      times.push(performance.now() - due);
      if (status !== 200) errors += 1;
      if (status === 0) wire.close();
      else free.push(wire);
      running.delete(one);
    });
    running.add(one);
  }
  await Promise.all(running);
  for (const wire of free) wire.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1));
  const seconds = Math.round((performance.now() - begun) / 1_000);
  return {
    seconds,
    pages: times.length,
    errors,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    longest: at(1),
    ...(delays && { held: await longestDelay(delays, from) }),
  };
}

async function longestDelay(file: string, from: number): Promise<number> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  return Math.max(
    0,
    ...lines.map((line) => line.split(' ').map(Number)).flatMap(([at, ms]) => (ensure(at) >= from ? ensure(ms) : [])),
  );
}
