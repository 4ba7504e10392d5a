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
 * hand in Next.js, in turns over the same database: by server components, and with whole cards hydrated, as the shop's
 * are. Installs and builds `peers/nextjs`; fails when its cards, prices, bounds or counts are not those of the shop's
 * page. The middle ratio counts; a bare node:http server before and behind says what the machine did in these minutes.
 */
const products = Number(process.argv[2] ?? 10_000);
const seconds = Number(process.argv[3] ?? 10);
const rounds = { 16: 5, 1: 3 } as const;
/** Roubles, above every price; others than in `pages`, which the common table has asked of the same process. */
const [aboveJudged, above] = [6_000_000, 7_000_000];

type Server = { port: number; host: string; path: string };
const names = ['shop', 'next', 'hydrated'] as const;
type Name = (typeof names)[number];
type Servers = Record<Name, Server>;
const pages: Record<Name, string> = {
  shop: "the shop's category page",
  next: 'the page of Next.js',
  hydrated: 'the page of Next.js, cards hydrated',
};

const shop = await startShop({ products });
try {
  const next = await startNextPeer(shop.url);
  try {
    const path = `/category/${await largestLeafCategory(shop.url)}/`;
    const { host } = shop;
    const servers = {
      shop: { port: shop.port, host, path },
      next: { port: next.port, host, path },
      hydrated: { port: next.port, host, path: `/hydrated${path}` },
    };
    const bytes = await judge(servers);
    await untilQuiet(shop.url);
    const before = await machineRows(2);
    const rows = [...(await inTurns(servers, 16, bytes)), ...(await inTurns(servers, 1, bytes))];
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

/** Throws unless all tell the same, first as they are, then as they are measured. Returns their lengths in bytes. */
async function judge(servers: Servers): Promise<Record<Name, number>> {
  const bytes = { shop: 0, next: 0, hydrated: 0 };
  for (const query of ['', `?price_to=${aboveJudged}`]) {
    const own = await pageOf(servers.shop, query);
    const content = readCategoryPage(own);
    bytes.shop = Buffer.byteLength(own);
    for (const name of ['next', 'hydrated'] as const) {
      const html = await pageOf(servers[name], query);
      const differences = differencesOf(content, readCategoryPage(html));
      const where = `${servers[name].path}${query}`;
      if (differences.length > 0) throw new Error(`${where}, the shop and Next.js:\n${differences.join('\n')}`);
      bytes[name] = Buffer.byteLength(html);
    }
    const [cards, counts] = [content.cards.length, Object.keys(content.ticks).length];
    if (cards === 0 || counts === 0) throw new Error('No cards or no filters were read');
    console.log(`${servers.shop.path}${query}: ${content.note}; ${cards} cards and ${counts} counts are the same`);
  }
  return bytes;
}

async function pageOf({ port, host, path }: Server, query: string): Promise<string> {
  const wire = new Wire(port);
  const { status, body } = await askOver(wire, host)(path + query);
  wire.close();
  if (status !== 200) throw new Error(`${path}${query} answers ${status}`);
  return body;
}

/** Each for so many seconds, round after round; who comes first changes. */
async function inTurns(servers: Servers, concurrency: 16 | 1, bytes: Record<Name, number>): Promise<Row[]> {
  const taskOf = (name: Name) => uncachedPage(servers[name].path, above + concurrency * 10_000);
  const tasks = { shop: taskOf('shop'), next: taskOf('next'), hydrated: taskOf('hydrated') };
  const turns: Record<Name, LoadFigures>[] = [];
  // The first round warms up and is left out: V8 has compiled little of a process that has just begun.
  for (let round = 0; round <= rounds[concurrency]; round++) {
    const figures: Partial<Record<Name, LoadFigures>> = {};
    for (const place of names.keys()) {
      const name = ensure(names[(place + round) % names.length]);
      const measured = await load(name, { ...servers[name], concurrency, seconds }, tasks[name]);
      if (measured.done === 0) throw new Error(`${pages[name]}: no answer within ${seconds} s, give it more`);
      figures[name] = measured;
    }
    const { shop: own, next, hydrated } = figures;
    if (round > 0) turns.push({ shop: ensure(own), next: ensure(next), hydrated: ensure(hydrated) });
  }
  const of = `concurrency ${concurrency}, the middle of ${turns.length}`;
  return [
    ...names.map((name) => ({
      what: `${pages[name]}, ${of}`,
      ...middleOf(turns.map((turn) => turn[name])),
      bytes: bytes[name],
    })),
    { what: `ratio to Next.js, ${of}${budgetOf(concurrency)}`, ...ratioTo('next', turns) },
    { what: `ratio to Next.js with cards hydrated, ${of}`, ...ratioTo('hydrated', turns) },
  ];
}

function ratioTo(name: 'next' | 'hydrated', turns: Record<Name, LoadFigures>[]): Omit<Row, 'what'> {
  const ratios = turns.map((turn) => turn.shop.done / turn[name].done);
  const errors = turns.reduce((sum, turn) => sum + turn.shop.errors + turn[name].errors, 0);
  return { per_second: Number(middle(ratios, (one) => one).toFixed(2)), errors };
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

function named(rows: Row[], when: string): Row[] {
  return rows.map((row) => ({ ...row, what: `${row.what}, ${when}` }));
}
