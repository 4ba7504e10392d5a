import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { ensure } from '#shared/ensure.ts';
import { imageUrl } from '#shared/image-url.ts';
import { hostileFiles } from '#test/support/hostile-files.ts';
import { exchangeNode } from './support/exchange-shop.ts';
import { report } from './support/report.ts';
import { dataFolder, startShop } from './support/shop.ts';

/**
 * `npm run bench -- hostile [PART …]`: what strangers can do to a running shop, part by part (files, lists, uploads,
 * pictures, hosts, feeds, filters, exchange): memory of the web process and its children above what it was, how long
 * the stranger waited for an answer, and how long an honest visitor beside waited at most for a page, for the part's
 * own kind where it has one (a new picture, another branch's sitemap). `before` is what was measured at e7330f4.
 */
process.env.TRUST_PROXY = '127.0.0.1';
process.env.ONEC_LOGIN = exchangeNode.login;
process.env.ONEC_PASSWORD = exchangeNode.password;
const shop = await startShop({ products: 3_000 });
const pictures = await makePictures(300);
// Sizes made by the run before would be no work.
rmSync(`${dataFolder(3_000)}/cache/images`, { recursive: true, force: true });
const branch = 'cherepovets.idd.localhost';

const boundary = 'boundary-of-the-hostile-forms';

type Answer = { status: number; ms: number; retryAfter: string | undefined };
let shown = 0;

type Part = { before: string; attack: () => Promise<Answer[]>; beside?: () => Promise<Answer> };

const address = (at: number) => `203.0.${Math.floor(at / 250)}.${(at % 250) + 1}`;
const many = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

const parts: Record<string, Part[]> = {
  files: [
    ...Object.entries(hostileFiles).map(([name, make]): Part => {
      const bytes = make();
      return { before: beforeOfFile(name), attack: async () => [await estimate(name, bytes, 0)] };
    }),
    twoWorkbooks(hostileFiles['more-sheets.xlsx']()),
  ],
  lists: [{ before: '50×303 in 67.8 s, a page 25.7 s, +656 MB', attack: fiftyLists }],
  uploads: [
    { before: '+920 MB, all 60 still open', attack: () => many(60, () => silentUpload(0)) },
    { before: 'not measured', attack: () => many(60, silentUpload) },
    { before: 'event loop held 1.2 s', attack: async () => [await emptyParts()] },
  ],
  pictures: [
    {
      before: 'an honest picture waits 25.1 s',
      attack: () =>
        many(24, (at) => get(`/_ipx/f_avif&q_${60 + at}&s_3072x3072&fit_outside&b_0000${10 + at}/${picture(at)}`, 0)),
      beside: newPicture,
    },
    {
      before: 'not measured',
      attack: () =>
        many(200, (at) => get(imageUrl(picture(at), { width: 1280, height: 1280, fit: 'contain' }), at % 4)),
      beside: newPicture,
    },
  ],
  hosts: [
    {
      before: '`/` was rendered again',
      attack: () => each(4_500, (at) => get('/catalog/', 0, `idd.localhost:${10_000 + at}`)),
    },
    {
      before: 'five copies of a page',
      attack: () =>
        each(5, (at) => get(ensure(['/CATALOG/', '/cAtalog/', '/catalog//', '/./cart/', '/\\evil.example'][at]), 0)),
    },
  ],
  feeds: [
    {
      before: "another branch's sitemap 503 in 15 of 15",
      attack: () => many(12, (at) => get('/sitemap.xml', 0, `idd.localhost:${20_000 + at}`)),
      beside: () => get('/sitemap.xml', 9, branch),
    },
  ],
  filters: [
    {
      before: 'event loop held 306 ms',
      attack: async () => [await get(`/catalog/?${Array.from({ length: 3_000 }, (_, at) => `b=${at}`).join('&')}`, 0)],
    },
  ],
  // What an import itself may cost is asserted in src/api/onec/hostile.test.ts.
  exchange: [
    { before: 'not measured', attack: () => many(60, (at) => signIn(at, 'guessed')) },
    { before: 'not measured', attack: () => many(60, (at) => signIn(at, exchangeNode.password)) },
    { before: 'not measured', attack: async () => [await endlessFile()] },
  ],
};

try {
  await get('/', 9);
  const wanted = process.argv.slice(2).filter((name) => Object.hasOwn(parts, name));
  for (const name of wanted.length > 0 ? wanted : Object.keys(parts))
    report(await measureAll(name, ensure(parts[name])));
} finally {
  await shop.stop();
}

async function measureAll(name: string, tries: Part[]) {
  const rows = [];
  for (const [at, part] of tries.entries()) {
    rows.push(
      await measure(
        name === 'files' ? (Object.keys(hostileFiles)[at] ?? 'two xlsx at once') : `${name} ${at + 1}`,
        part,
      ),
    );
    await sleep(1_000);
  }
  return rows;
}

async function measure(what: string, { before, attack, beside }: Part) {
  const memoryAtRest = treeMegabytes();
  let peak = memoryAtRest;
  const watch = setInterval(() => {
    peak = Math.max(peak, treeMegabytes());
  }, 50);
  let isOver = false;
  const pages = honest(
    () => get('/', 9),
    () => isOver,
  );
  const own = beside ? honest(beside, () => isOver) : null;
  const answers = await attack();
  isOver = true;
  const waits = { page: await pages, own: await own };
  clearInterval(watch);
  return {
    what,
    before,
    statuses: countsOf(answers),
    'longest ms': Math.max(...answers.map(({ ms }) => ms)),
    'memory MB': `${memoryAtRest} +${peak - memoryAtRest}`,
    'a page waits ms': waits.page.longest,
    'its kind waits ms': waits.own ? `${waits.own.longest} (${waits.own.statuses})` : '',
  };
}

/** An honest visitor who asks again and again until the attack is over: the longest wait. */
async function honest(ask: () => Promise<Answer>, isOver: () => boolean) {
  const answers: Answer[] = [];
  do {
    answers.push(await ask());
    await sleep(50);
  } while (!isOver());
  return { longest: Math.max(...answers.map(({ ms }) => ms)), statuses: countsOf(answers) };
}

function countsOf(answers: Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count}×${status || 'cut off'}`).join(' ');
}

/** Resident megabytes of the web process and the processes it started. */
function treeMegabytes(): number {
  const statuses = readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/status`, 'utf8')] : [];
    } catch {
      return []; // ended meanwhile
    }
  });
  const children = statuses.filter((status) => Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === shop.pid);
  const kilobytes = children.reduce((sum, status) => sum + Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0), 0);
  return shop.memory() + Math.round(kilobytes / 1024);
}

type Sent = { method?: string; body?: Buffer; type?: string; declared?: number };

/** `from`: which stranger asks. A body shorter than `declared` is followed by silence for 8 s. */
function send(
  path: string,
  from: number,
  host: string,
  { method = 'GET', body, type, declared }: Sent = {},
): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve) => {
    const headers = {
      host,
      'x-forwarded-for': address(from),
      ...(body ? { 'content-type': type, 'content-length': declared ?? body.length } : {}),
    };
    const outgoing = request(
      { host: '127.0.0.1', port: shop.port, path, method, headers, agent: false },
      (incoming) => {
        incoming.resume();
        incoming.on('close', () => done(incoming.statusCode ?? 0, incoming.headers['retry-after']));
      },
    );
    const done = (status: number, retryAfter?: string) =>
      resolve({ status, retryAfter, ms: Math.round(performance.now() - began) });
    outgoing.on('error', () => done(0));
    if (!body || declared === undefined) outgoing.end(body);
    else {
      outgoing.write(body);
      setTimeout(() => outgoing.destroy(), 8_000);
    }
  });
}

function get(path: string, from: number, host = shop.host): Promise<Answer> {
  return send(path, from, host);
}

async function each(count: number, make: (at: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < count; at++) answers.push(await make(at));
  return answers;
}

function estimate(name: string, bytes: Buffer, from: number): Promise<Answer> {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  // Each run is a stranger of its own, so that the limit of lists an hour says nothing.
  const stranger = 1_000 + from + Math.floor(Math.random() * 10_000);
  return send('/order-help/estimate/', stranger, shop.host, {
    method: 'POST',
    body,
    type: `multipart/form-data; boundary=${boundary}`,
  });
}

function twoWorkbooks(bytes: Buffer): Part {
  const attack = () => many(2, (at) => estimate('more-sheets.xlsx', bytes, at));
  return { before: '+2,600 MB (two xlsx)', attack };
}

function fiftyLists(): Promise<Answer[]> {
  const line = Buffer.from('Штукатурка гипсовая 30 кг — 14 меш.\r\nПрофиль ПП 60х27 3 м — 45 шт.\r\n');
  const list = Buffer.concat(Array.from({ length: Math.floor(5_000_000 / line.length) }, () => line));
  return many(50, (at) => estimate('list.txt', list, at * 11));
}

function silentUpload(at: number): Promise<Answer> {
  const body = Buffer.alloc(19_000_000, 'a');
  const type = `multipart/form-data; boundary=${boundary}`;
  return send('/forms/vacancy/', at, shop.host, { method: 'POST', body, type, declared: body.length + 1_000 });
}

function emptyParts(): Promise<Answer> {
  const body = Buffer.from(`--${boundary}\r\n\r\n`.repeat(350_000));
  return send('/forms/vacancy/', 0, shop.host, {
    method: 'POST',
    body,
    type: `multipart/form-data; boundary=${boundary}`,
  });
}

/**
 * Pictures of 1,280 × 1,280 in the shop's files, each under a name of its own: their sizes are work that nobody has
 * done.
 */
async function makePictures(count: number): Promise<string[]> {
  const folder = `${dataFolder(3_000)}/files/bench`;
  mkdirSync(folder, { recursive: true });
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const one = await sharp({ create: { width: 1_280, height: 1_280, channels: 3, background: '#000', noise } })
    .webp()
    .toBuffer();
  return Array.from({ length: count }, (_, at) => {
    writeFileSync(`${folder}/${at}.webp`, one);
    return `bench/${at}.webp`;
  });
}

const exchangePath = '/1c_exchange?type=catalog&mode=';
const authorizationOf = (password: string) =>
  `Basic ${Buffer.from(`${exchangeNode.login}:${password}`).toString('base64')}`;

function signIn(from: number, password: string): Promise<Answer> {
  return asked(from, 'checkauth', { authorization: authorizationOf(password) });
}

/** A file of which nobody says how long it is, sent until the shop answers: a gigabyte at most. */
async function endlessFile(): Promise<Answer> {
  let answer = '';
  await asked(900, 'checkauth', { authorization: authorizationOf(exchangeNode.password) }, undefined, (text) => {
    answer = text;
  });
  const [, name = '', value = ''] = answer.split('\n');
  const chunk = Buffer.alloc(4 * 1024 ** 2, ' ');
  const endless = Readable.from(Array.from({ length: 256 }, () => chunk));
  return asked(900, 'file&filename=import.xml', { cookie: `${name}=${value}` }, endless);
}

function asked(
  from: number,
  mode: string,
  headers: Record<string, string>,
  body?: Readable,
  onAnswer: (text: string) => void = () => {},
): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (status: number) =>
      resolve({ status, retryAfter: undefined, ms: Math.round(performance.now() - began) });
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: shop.port,
        path: exchangePath + mode,
        agent: false,
        method: body ? 'POST' : 'GET',
        headers: { host: shop.host, 'x-forwarded-for': address(from), ...headers },
      },
      (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part) => parts.push(part));
        incoming.on('end', () => onAnswer(Buffer.concat(parts).toString()));
        incoming.on('close', () => done(incoming.statusCode ?? 0));
        body?.unpipe(outgoing);
      },
    );
    outgoing.on('error', () => done(0));
    if (body) body.pipe(outgoing);
    else outgoing.end();
  });
}

/** A size that nobody asked for yet. */
function newPicture(): Promise<Answer> {
  const sides = [480, 400, 320, 240, 200, 192, 160, 144];
  shown++;
  const side = ensure(sides[shown % sides.length]);
  return get(imageUrl(picture(1_000 + shown), { width: side, height: side, fit: 'cover' }), 9);
}

function picture(at: number): string {
  return ensure(pictures[at % pictures.length]);
}

function beforeOfFile(name: string): string {
  const measured: Record<string, string> = {
    'nested.pdf': '422 after 15.6 s, +3,351 MB',
    'spaces.pdf': '+3,184 MB',
    'sheets.xlsx': '+1,326 MB',
  };
  return measured[name] ?? 'not measured';
}
