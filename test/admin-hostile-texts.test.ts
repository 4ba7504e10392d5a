import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { adminRoutes } from '#api/admin/routes.ts';
import { setMaintenance } from '#platform/maintenance.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { examples } from './admin/examples.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: await testFolder(), FLOOD_PER_MINUTE: '1000000' });
});

/** Runs, wherever it is written into a page as it stands. */
const hostile = '"><script>zlo()</script><img src=x onerror=zlo()><svg/onload=zlo()>';
const hostileMarkup = /<script>zlo|<img src=x onerror=zlo|<svg\/onload=zlo/;

/** A body once for each text in it, with something hostile at the end of that text. */
function* withHostileText(body: unknown): Generator<unknown> {
  if (typeof body === 'string') yield `${body} ${hostile}`;
  else if (Array.isArray(body))
    for (const [at, one] of body.entries()) for (const other of withHostileText(one)) yield body.with(at, other);
  else if (typeof body === 'object' && body !== null)
    for (const [name, one] of Object.entries(body))
      for (const other of withHostileText(one)) yield { ...body, [name]: other };
}

type Schema = { type?: string; enum?: unknown[]; anyOf?: Schema[]; properties?: Record<string, Schema> };
type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } };
const { paths } = JSON.parse(await readFile('admin/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

/** Texts that a call takes and its example leaves out. */
function textsOf({ method, url }: { method: string; url: string }, body: object): string[] {
  const operation = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const { properties = {} } = operation?.requestBody?.content['application/json']?.schema ?? {};
  const isText = ({ type, enum: choices, anyOf = [] }: Schema): boolean =>
    (type === 'string' && !choices) || anyOf.some(isText);
  return Object.keys(properties).filter((name) => !(name in body) && isText(properties[name] ?? {}));
}

test('[17] HTML in any text that staff can send is refused in words or stands as text: no page, email or feed runs it', {
  timeout: 600_000,
}, async () => {
  const wrong: string[] = [];
  let taken = 0;
  let tried = 0;
  for (const route of adminRoutes) {
    const { make } = examples[`${route.method} ${route.url}`]!;
    const badBodies = ({ body }: { body?: object }) =>
      body === undefined || body instanceof Buffer
        ? []
        : [...withHostileText(body), ...textsOf(route, body).map((name) => ({ ...body, [name]: hostile }))];
    for (const at of badBodies(await make(cast)).keys()) {
      // Each call gets things of its own.
      const given = await make(cast);
      const bad = badBodies(given)[at];
      if (bad === undefined) continue;
      tried += 1;
      const answer = await call(cast, cast.headers.owner, { method: route.method, ...given, body: bad as object });
      if (answer.statusCode < 300) taken += 1;
      const what = `${route.method} ${route.url} ${JSON.stringify(bad).slice(0, 300)}`;
      if (answer.statusCode >= 500) wrong.push(`${what}: ${answer.statusCode}`);
      if (answer.statusCode >= 400 && !/[а-яё]/i.test(answer.json().error.message)) wrong.push(`${what}: no Russian`);
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(350);
  expect(taken).toBeGreaterThan(100);

  await setMaintenance(db, false);
  const pages = await walk();
  expect(pages.size).toBeGreaterThan(40);
  const emails = await db.selectFrom('mails').select(['subject', 'html']).execute();
  expect(
    emails.some(({ html }) => html.includes('zlo')),
    'an email tells of it',
  ).toBe(true);
  expect(
    [...pages.values()].some((body) => body.includes('zlo')),
    'a page shows it',
  ).toBe(true);
  const withMarkup = [...pages].flatMap(([url, body]) => (hostileMarkup.test(body) ? [url] : []));
  expect(withMarkup).toEqual([]);
  expect(emails.flatMap(({ subject, html }) => (hostileMarkup.test(html) ? [subject] : []))).toEqual([]);
});

/** What every address answers that the site map, the pages in it, the feeds and the samples of emails lead to. */
async function walk(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = ['/', '/sitemap.xml', '/yml.xml', '/blog/rss.xml', '/catalog/?q=штукатурка', '/lp/fortune/'];
  const mostPages = 500;
  for (let url = waiting.shift(); url && found.size < mostPages; url = waiting.shift()) {
    if (found.has(url)) continue;
    const { body } = await cast.app.inject({ url: encodeURI(decodeURI(url)), headers: { host: 'idd.localhost' } });
    found.set(url, body);
    for (const [, loc = '', href = ''] of body.matchAll(
      /<loc>https?:\/\/idd\.localhost[:\d]*(\/[^<]*)<\/loc>|<a [^>]*href="(\/[^"#]*)"/g,
    ))
      if (!/^\/(login|signup|_)/.test(loc || href)) waiting.push((loc || href).replaceAll('&amp;', '&'));
  }
  return found;
}
