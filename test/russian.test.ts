import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { findUserByEmail } from '#modules/accounts/create-user.ts';
import type { DeviceType } from '#platform/device.ts';
import { cookieList } from '#shared/cookie-list.ts';
import { signedIn } from './support/accounts.ts';
import { testApp } from './support/app.ts';
import { demoShop } from './support/demo-database.ts';
import { userAgents } from './support/http.ts';

const { db, dataDir } = await demoShop();
const app = await testApp(db, { DATA_DIR: dataDir, FLOOD_PER_MINUTE: '100000' });
const build: ServerBuild = await import(pathToFileURL(resolve('build/server/index.js')).href);
const anna = await findUserByEmail(db, 'anna@pochta.example');
const { header: annas } = await signedIn(db, anna!);

/** Words in Latin letters that a visitor may see, and why. All others are labels and must be Russian. */
const allowed: Record<string, string[]> = {
  'given in English by the specification (S2-21; Email of S5-08)': ['Page', 'not', 'found', 'Email'],
  'names of services and standards, written so in Russian texts': [
    ...[
      'QR',
      'Wi',
      'Fi',
      'SMS',
      'VK',
      'Telegram',
      'WhatsApp',
      'Google',
      'Yandex',
      'JavaScript',
      'RSS',
      'YouTube',
      'Rutube',
    ],
    ...['cookie', 'SHA', 'HMAC', 'IP', 'ID', 'FIAS', 'USB', 'LED', 'OSB', 'PVC', 'MDF', 'HDMI', 'UTM'],
  ],
  'names of programs and systems, told in the list of one’s sessions and beside files': [
    ...['Excel', 'Word', 'Chrome', 'Firefox', 'Safari', 'Edge', 'Opera', 'Linux', 'Windows', 'Android', 'iOS', 'macOS'],
  ],
  'types of files, as people and their computers name them': [
    ...['PDF', 'XLSX', 'XLS', 'DOCX', 'DOC', 'RTF', 'CSV', 'YML', 'TXT', 'PNG', 'JPG', 'JPEG', 'HTML', 'JSON', 'XML'],
    ...['pdf', 'xlsx', 'docx', 'doc', 'rtf', 'csv', 'txt', 'png', 'jpg', 'jpeg', 'html', 'json'],
  ],
};

/** Everything that the goods themselves bring: names, brands, articles, values, texts of the content editors. */
async function wordsOfData(): Promise<Set<string>> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', name, article, idcode) as text from products
    union all select concat_ws(' ', name, slug) from brands union all select value from attribute_values
    union all select name from attributes union all select code from coupons
    union all select code from fortune_campaigns`.execute(db);
  return new Set(rows.flatMap(({ text }) => latinWords(text)));
}

/** Seeds nobody is led to by a link from the home page. */
const seeds = [
  ...[
    '/',
    '/catalog/',
    '/info/site-map/',
    '/catalog/?q=штукатурка',
    '/catalog/?q=такого-нет-нигде',
    '/forgotpassword/',
    '/order/',
  ],
  ...[
    '/login/',
    '/signup/',
    '/password-restore/?token=x',
    '/net-takoy-stranitsy/',
    '/subscription/',
    '/support/',
    '/qr/p/nothing/',
  ],
  ...[
    '/forms/callback/',
    '/forms/consultation/',
    '/forms/delivery/',
    '/forms/vacancy/',
    '/order-help/estimate/',
    '/viewed/',
  ],
];
const personalSeeds = [
  ...[
    '/personal/',
    '/personal/profile/',
    '/personal/profile/company/',
    '/personal/profile/acting/',
    '/personal/subscribe/',
  ],
  ...['/personal/support/', '/personal/orders/active/', '/personal/orders/completed/', '/cart/'],
];
/** Of one route this many pages are read. */
const ofEach = 2;

const routes = routeTree(build.routes as unknown as Record<string, ManifestRoute>);
type ManifestRoute = { id: string; parentId?: string; path?: string; index?: boolean };

function routeTree(all: Record<string, ManifestRoute>, parent?: string): RouteObject[] {
  return Object.values(all)
    .filter((route) => route.parentId === parent)
    .map((route) =>
      route.index
        ? { id: route.id, index: true }
        : { id: route.id, path: route.path, children: routeTree(all, route.id) },
    ) as RouteObject[];
}

function kindOf(url: string): string {
  return matchRoutes(routes, url.split('?', 1)[0]!)?.at(-1)?.route.id ?? 'nothing';
}

async function read(url: string, device: DeviceType, cookie = '') {
  const headers = { host: 'idd.localhost', 'user-agent': userAgents[device], ...(cookie && { cookie }) };
  const answer = await app.inject({ url: encodeURI(url), headers });
  // A file of one’s data to keep is no page: its words are the data.
  const isPage =
    String(answer.headers['content-type']).startsWith('text/html') && !answer.headers['content-disposition'];
  return isPage ? answer.body : null;
}

/** What a person sees or hears: text, and the attributes that are read out or shown. */
function visibleText(html: string): string {
  const body = html.replace(/<(script|style|code|svg)\b[\s\S]*?<\/\1>/g, ' ').replace(/<!--[\s\S]*?-->/g, '');
  const shown = [...body.matchAll(/\s(?:aria-label|placeholder|title|alt|label)="([^"]*)"/g)].map(([, text]) => text);
  const buttons = [...body.matchAll(/<input[^>]*type="submit"[^>]*value="([^"]*)"/g)].map(([, text]) => text);
  const named = [
    ...body.matchAll(
      /<meta (?:name="(?:description|keywords)"|property="og:(?:title|description)") content="([^"]*)"/g,
    ),
  ].map(([, text]) => text);
  const text = [body.replace(/<[^>]+>/g, ' '), ...shown, ...buttons, ...named].join(' \n ');
  return text
    .replace(/&nbsp;/g, ' ')
    .replace(/&[a-z]+;|&#\w+;/g, ' ')
    .replace(/[\w.+-]+@[\w.-]+/g, ' ') // addresses of mail
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/Page not found: \S+/g, 'Page not found') // S2-21: followed by the path
    .replace(/(?:Похоже,\sэто|Вы\sоткрыли\sкод)[^:.]*:\s*\S+/g, ' ') // S2-10: an unknown code, as scanned
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ' ') // the number of a request, for support
    .replace(/\b[0-9a-f]{32,}\b/g, ' '); // published sums of a draw
}

/** The number of an error is read out as the log has it, in the digits of a request's id. */
const errorNumber = /\bE-[0-9A-F]{4}-[0-9A-F]{4}\b/g;

function latinWords(text: string): string[] {
  return text.replace(errorNumber, '').match(/[A-Za-z]{2,}/g) ?? [];
}

test('[S1-01] every label of every kind of page is Russian, save names of goods and the words of the list', {
  timeout: 400_000,
}, async () => {
  const known = new Set([
    ...Object.values(allowed).flat(),
    ...(await wordsOfData()),
    ...cookieList.flatMap(({ name }) => latinWords(name)),
  ]);
  const counts = new Map<string, number>();
  const foreign = new Map<string, string[]>();
  const queue: [url: string, cookie: string][] = [
    ...seeds.map((url): [string, string] => [url, '']),
    ...personalSeeds.map((url): [string, string] => [url, annas]),
  ];
  const seen = new Set<string>();
  const seedUrls = new Set([...seeds, ...personalSeeds]);
  for (let at = 0; at < queue.length; at++) {
    const [url, cookie] = queue[at]!;
    const key = `${url} ${cookie !== ''}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const kind = kindOf(url);
    const count = counts.get(kind) ?? 0;
    if (count >= ofEach && !seedUrls.has(url)) continue;
    counts.set(kind, count + 1);
    for (const device of ['desktop', 'mobile'] as const) {
      const html = await read(url, device, cookie);
      if (html === null) continue;
      for (const word of latinWords(visibleText(html)))
        if (!known.has(word)) foreign.set(word, [...(foreign.get(word) ?? []), url]);
      if (device === 'mobile') continue;
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g))
        queue.push([decodeURI(href.replaceAll('&amp;', '&')), cookie]);
    }
  }
  expect(counts.size, 'kinds of pages read').toBeGreaterThan(35);
  const reported = [...foreign].map(([word, urls]) => `${word}: ${[...new Set(urls)].slice(0, 3).join(' ')}`);
  expect(reported).toEqual([]);
});

test('[S1-01] the documents say that they are Russian and sell goods for building, home and season', async () => {
  const html = (await read('/', 'desktop'))!;
  expect(html).toContain('<html lang="ru"');
  const text = visibleText(html);
  for (const word of ['Сухие смеси', 'Инструмент', 'Новый год']) expect(text).toContain(word);
});
