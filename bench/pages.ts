import { ensure } from '#shared/ensure.ts';
import { keysOf } from '#shared/keys-of.ts';
import { startBareServer } from './support/bare-server.ts';
import { load } from './support/load.ts';
import { isInstalled, startNginx, wrk } from './support/nginx.ts';
import { untilQuiet } from './support/quiet.ts';
import { type Row, report } from './support/report.ts';
import { startShop } from './support/shop.ts';
import { largestLeafCategory, uncachedPage } from './support/uncached-category.ts';

/**
 * `npm run bench -- pages [PRODUCTS] [SECONDS]`: the page cache beside nginx sending the same bytes, and a category
 * page rendered for every request. Prints one table; figures of one run may be compared with each other only.
 */
const products = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 10);
/** Odd, and over before a cached page is a minute old and drawn again. */
const turnsOfNginx = 15;
const shop = await startShop({ products });
try {
  const rows: Row[] = [];
  const category = await largestLeafCategory(shop.url);
  const path = `/category/${category}/`;
  const origin = `http://127.0.0.1:${shop.port}`;
  await untilQuiet(shop.url);
  const gzipped = await warm(path);
  if (isInstalled('wrk')) {
    const kept = (time: number) => wrk(origin + path, { Host: shop.host, 'Accept-Encoding': 'gzip' }, time);
    if (isInstalled('nginx')) {
      // The machine's speed drifts by half within seconds: all are measured in turns of a second, and the middle ratio
      // counts.
      const nginx = await startNginx(shop.port + 1, gzipped);
      const bare = await startBareServer(gzipped);
      const at = (address: string) => () => wrk(address, { 'Accept-Encoding': 'gzip' }, 1);
      const servers = {
        ours: () => kept(1),
        nginx: at(`http://127.0.0.1:${shop.port + 1}/index.html`),
        bare: at(`http://127.0.0.1:${bare.port}/`),
      };
      const turns = Array.from({ length: turnsOfNginx }, (_, turn) => measureTurn(servers, turn));
      nginx.stop();
      bare.stop();
      const bytes = gzipped.length;
      rows.push({ what: 'cached category page', ...middle(turns, ({ ours }) => ours.per_second).ours, bytes });
      rows.push({ what: 'nginx, the same bytes', ...middle(turns, ({ nginx }) => nginx.per_second).nginx, bytes });
      rows.push({
        what: 'bare node:http, the same bytes',
        ...middle(turns, ({ bare }) => bare.per_second).bare,
        bytes,
      });
      const ratioTo = (other: 'nginx' | 'bare') => {
        const ratios = turns.map((turn) => turn.ours.per_second / turn[other].per_second);
        return Number(middle(ratios, (one) => one).toFixed(2));
      };
      const of = `the middle of ${turns.length}`;
      rows.push({ what: `ratio to nginx, ${of} (budget 0.50)`, per_second: ratioTo('nginx') });
      rows.push({ what: `ratio to bare node:http, ${of}`, per_second: ratioTo('bare') });
    } else rows.push({ what: 'cached category page', ...kept(seconds), bytes: gzipped.length });
  } else console.log('wrk is not installed: the cached page is measured by Node, which is slower than the page');
  const at = { port: shop.port, host: shop.host, seconds };
  const uncached = uncachedPage(path, 9_000_000);
  rows.push({
    what: 'uncached category page, concurrency 16 (its budget: bench next)',
    ...(await load('uncached', { ...at, concurrency: 16 }, uncached)),
  });
  rows.push({
    what: 'uncached category page, concurrency 1 (budget p50 ≤ 10 ms)',
    ...(await load('uncached, one', { ...at, concurrency: 1 }, uncached)),
  });
  rows.push({ what: 'memory of the web process, MB', per_second: shop.memory() });
  report(rows);
} finally {
  await shop.stop();
}

/** One second of each server; who comes first changes from turn to turn. */
function measureTurn<Name extends string, Figures>(
  servers: Record<Name, () => Figures>,
  turn: number,
): Record<Name, Figures> {
  const names = keysOf(servers);
  const order = names.map((_, place) => ensure(names[(place + turn) % names.length]));
  return Object.fromEntries(order.map((name) => [name, servers[name]()])) as Record<Name, Figures>;
}

function middle<One>(all: One[], by: (one: One) => number): One {
  return ensure(all.toSorted((a, b) => by(a) - by(b))[Math.floor(all.length / 2)]);
}

async function warm(path: string): Promise<Buffer> {
  const { ask } = await import('#test/support/http.ts');
  const headers = { host: shop.host, 'accept-encoding': 'gzip' };
  await ask(shop.port, path, headers);
  const { status, headers: answered, raw } = await ask(shop.port, path, headers);
  if (status !== 200) throw new Error(`${path} answers ${status}`);
  if (answered['content-encoding'] !== 'gzip') throw new Error('The cached page is not gzipped');
  return raw;
}
