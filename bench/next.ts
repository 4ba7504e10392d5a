import { ensure } from '#shared/ensure.ts';
import { askOver, type LoadFigures, load } from './support/load.ts';
import { machineRows } from './support/machine-rows.ts';
import { startNextPeer } from './support/next-peer.ts';
import { untilQuiet } from './support/quiet.ts';
import { differencesOf, readCategoryPage } from './support/read-category-page.ts';
import { type Row, report } from './support/report.ts';
import { startShop } from './support/shop.ts';
import { largestLeafCategory, uncachedPage } from './support/uncached-category.ts';
import { Wire } from './support/wire.ts';

/**
 * `npm run bench -- next [PRODUCTS] [SECONDS]`: a category page rendered per request beside the same page written by
 * hand in Next.js, in turns over the same database. Installs and builds `peers/nextjs`; fails when its cards, prices,
 * bounds or counts are not those of the shop's page. The middle ratio counts; a bare node:http server before and behind
 * says what the machine did in these minutes.
 */
const products = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 10);
const rounds = { 16: 5, 1: 3 };
/** Roubles, above every price; others than in `pages`, which the common table has asked of the same process. */
const [aboveJudged, above] = [6_000_000, 7_000_000];

type Server = { port: number; host: string };
type Servers = { shop: Server; next: Server };

const shop = await startShop({ products });
try {
  const next = await startNextPeer(shop.url);
  try {
    const servers = { shop, next: { port: next.port, host: shop.host } };
    const path = `/category/${await largestLeafCategory(shop.url)}/`;
    const bytes = await judge(servers, path);
    await untilQuiet(shop.url);
    const before = await machineRows(2);
    const rows = [...(await inTurns(servers, path, 16, bytes)), ...(await inTurns(servers, path, 1, bytes))];
    report([
      ...rows,
      { what: 'memory of the web process, MB', per_second: shop.memory() },
      { what: 'memory of next start, MB', per_second: next.memory() },
      ...named(before, 'before'),
      ...named(await machineRows(2), 'behind'),
    ]);
  } finally {
    await next.stop();
  }
} finally {
  await shop.stop();
}

/** Throws unless both pages tell the same, first as they are, then as they are measured. Returns their lengths in bytes. */
async function judge(servers: Servers, path: string): Promise<Record<keyof Servers, number>> {
  const bytes = { shop: 0, next: 0 };
  for (const asked of [path, `${path}?price_to=${aboveJudged}`]) {
    const [own, others] = [await pageOf(servers.shop, asked), await pageOf(servers.next, asked)];
    const [content, othersContent] = [readCategoryPage(own), readCategoryPage(others)];
    const differences = differencesOf(content, othersContent);
    if (differences.length > 0) throw new Error(`${asked}, the shop and Next.js:\n${differences.join('\n')}`);
    const { cards, ticks, note } = content;
    if (cards.length === 0 || Object.keys(ticks).length === 0) throw new Error(`${asked}: no cards or no filters read`);
    console.log(`${asked}: ${note}; ${cards.length} cards and ${Object.keys(ticks).length} counts are the same`);
    bytes.shop = Buffer.byteLength(own);
    bytes.next = Buffer.byteLength(others);
  }
  return bytes;
}

async function pageOf({ port, host }: Server, path: string): Promise<string> {
  const wire = new Wire(port);
  const { status, body } = await askOver(wire, host)(path);
  wire.close();
  if (status !== 200) throw new Error(`${path} answers ${status}`);
  return body;
}

/** Both for so many seconds, round after round; who comes first changes. */
async function inTurns(
  servers: Servers,
  path: string,
  concurrency: 16 | 1,
  bytes: Record<keyof Servers, number>,
): Promise<Row[]> {
  const tasks = { shop: uncachedPage(path, above + concurrency * 10_000), next: uncachedPage(path, above) };
  const turns: Record<keyof Servers, LoadFigures>[] = [];
  const measure = (name: keyof Servers) => load(name, { ...servers[name], concurrency, seconds }, tasks[name]);
  for (let round = 0; round < rounds[concurrency]; round++) {
    if (round % 2 === 0) turns.push({ shop: await measure('shop'), next: await measure('next') });
    else {
      const next = await measure('next');
      turns.push({ shop: await measure('shop'), next });
    }
  }
  const of = `concurrency ${concurrency}, the middle of ${turns.length}`;
  const ratios = turns.map((turn) => turn.shop.done / turn.next.done);
  const errors = turns.reduce((sum, turn) => sum + turn.shop.errors + turn.next.errors, 0);
  return [
    { what: `the shop's category page, ${of}`, ...middleOf(turns.map((turn) => turn.shop)), bytes: bytes.shop },
    { what: `the page of Next.js, ${of}`, ...middleOf(turns.map((turn) => turn.next)), bytes: bytes.next },
    { what: `ratio to Next.js, ${of}${budgetOf(concurrency)}`, per_second: middle(ratios, (one) => one), errors },
  ].map(rounded);
}

function budgetOf(concurrency: 16 | 1): string {
  return concurrency === 16 ? ' (budget 1.70)' : '';
}

function middleOf(all: LoadFigures[]): Omit<LoadFigures, 'name'> {
  const { name: _, ...figures } = middle(all, ({ per_second }) => per_second);
  return figures;
}

function middle<One>(all: One[], by: (one: One) => number): One {
  return ensure(all.toSorted((a, b) => by(a) - by(b))[Math.floor(all.length / 2)]);
}

function rounded(row: Row): Row {
  return { ...row, per_second: Number(Number(row.per_second).toFixed(2)) };
}

function named(rows: Row[], when: string): Row[] {
  return rows.map((row) => ({ ...row, what: `${row.what}, ${when}` }));
}
