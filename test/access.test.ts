import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import type { ServerBuild } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { publicDocument } from '#api/docs.ts';
import { calls } from './access/calls.ts';
import { everybody, makeCast, type Persona, personas, secrets, seers, sendForm } from './access/cast.ts';
import { changes } from './access/changes.ts';
import { type PageRow, pages } from './access/pages.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
const cast = await makeCast(db);
const { app, header } = cast;
const build: ServerBuild = await import(pathToFileURL(resolve('build/server/index.js')).href);

await noteChanges();
beforeEach(changedTables);

/** Routes that answer by themselves, by their whole path; layouts only hold others. */
function pageRoutes(): { path: string; id: string; isDocument: boolean }[] {
  const routes = Object.values(build.routes).filter((route) => !!route);
  const parents = new Set(routes.map(({ parentId, index }) => (index ? undefined : parentId)));
  return routes
    .filter(({ id, path, index, module }) => !parents.has(id) && (path || index) && (module.default || module.loader))
    .map((route) => ({ path: pathOf(route.id), id: route.id, isDocument: !!route.module.default }));
}

function pathOf(id: string): string {
  const parts: string[] = [];
  for (let route = build.routes[id]; route; route = build.routes[route.parentId ?? ''])
    if (route.path) parts.unshift(route.path);
  return `/${parts.join('/')}`;
}

function open(persona: Persona, url: string) {
  return app.inject({ url, headers: { host: 'idd.localhost', accept: 'text/html', cookie: header[persona] } });
}

/** Secrets of others that an answer holds: always none. */
function leaks(persona: Persona, body: string): string[] {
  return Object.entries(secrets).flatMap(([kind, words]) =>
    seers[kind as keyof typeof secrets].includes(persona) ? [] : words.filter((word) => body.includes(word)),
  );
}

/** What this persona must meet at an address, as `status`. */
function expected(row: PageRow, persona: Persona): string {
  if (row.in.includes(persona)) return String(row.enters ?? 200);
  if (persona !== 'guest') return String(row.except?.[persona] ?? row.others);
  return String(row.guest);
}

function met({ statusCode, headers }: Awaited<ReturnType<typeof open>>): string {
  return /^\/login\/\?back=/.test(String(headers.location)) ? 'login' : String(statusCode);
}

test('[S6-02] every page has its row in the table, and every row its page', () => {
  const routes = new Set(pageRoutes().map(({ path }) => path));
  expect(routes.size).toBeGreaterThan(45);
  expect([...routes].filter((path) => !(path in pages))).toEqual([]);
  expect(Object.keys(pages).filter((path) => !routes.has(path))).toEqual([]);
});

for (const persona of everybody)
  test(`[S2-06] [S6-02] [S6-05] ${personas[persona]} gets into exactly the pages of the table and is told nothing of others`, async () => {
    const wrong: string[] = [];
    for (const [path, rows] of Object.entries(pages)) {
      const isDocument = pageRoutes().some((route) => route.path === path && route.isDocument);
      for (const row of rows) {
        const url = row.url(cast);
        const answer = await open(persona, url);
        const what = `${path} (${row.about})`;
        if (met(answer) !== expected(row, persona))
          wrong.push(`${what}: ${met(answer)} instead of ${expected(row, persona)}`);
        if (row.reads === persona || row.reads === 'all') continue;
        for (const word of leaks(persona, answer.body)) wrong.push(`${what}: names «${word}»`);
        if (!isDocument || row.in === everybody) continue;
        // The payload of a client navigation, whole and of each part alone, is another way in.
        const data = dataUrl(url);
        for (const asked of [data, ...partsOf(path).map((id) => `${data}?_routes=${encodeURIComponent(id)}`)]) {
          const { body } = await open(persona, asked);
          for (const word of leaks(persona, body)) wrong.push(`${what}: its payload ${asked} names «${word}»`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

function dataUrl(url: string): string {
  return url === '/' ? '/_root.data' : url.replace(/\/$/, '.data');
}

function partsOf(path: string): string[] {
  return pageRoutes()
    .filter((route) => route.path === path)
    .map(({ id }) => id);
}

type Operations = Record<string, Record<string, unknown>>;

test('[S6-05] every call of the OpenAPI document has its row in the table, and every row its call', () => {
  const { paths } = publicDocument(app as never) as { paths: Operations };
  const named = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !calls[name])).toEqual([]);
  expect(Object.keys(calls).filter((name) => !named.includes(name))).toEqual([]);
});

for (const persona of everybody)
  test(`[S2-06] [S6-05] ${personas[persona]} is answered by exactly the calls of the table and told nothing of others`, async () => {
    const wrong: string[] = [];
    for (const [name, rows] of Object.entries(calls)) {
      for (const row of rows) {
        if (!row.tries.includes(persona)) continue;
        const answer = await app.inject({
          method: name.split(' ', 1)[0] as 'GET',
          url: row.url(cast),
          headers: {
            host: 'idd.localhost',
            origin: 'http://idd.localhost',
            cookie: header[persona],
            ...row.headers,
          },
          ...(row.body && { payload: row.body(cast) }),
        });
        const what = `${name} (${row.about})`;
        const wanted =
          row.meets?.[persona] ??
          (row.in.includes(persona) ? row.answers : persona === 'guest' ? row.guest : row.others);
        if (![wanted].flat().includes(answer.statusCode))
          wrong.push(`${what}: ${answer.statusCode} instead of ${wanted}: ${answer.body.slice(0, 120)}`);
        for (const word of leaks(persona, answer.body)) wrong.push(`${what}: names «${word}»`);
        const changed = await changedTables();
        if (!row.in.includes(persona)) for (const table of changed) wrong.push(`${what}: changed ${table}`);
      }
    }
    expect(wrong).toEqual([]);
  });

test('[S6-05] what search engines and price comparisons fetch tells nothing of anybody, nor a purchase price', async () => {
  const sitemap = await fetched('/sitemap.xml');
  const parts = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(([, path]) => path!);
  expect(parts.length).toBeGreaterThan(0);
  const bodies = await Promise.all(['/robots.txt', '/yml.xml', ...parts].map(fetched));
  expect(bodies.join('')).toContain(cast.product.slug);
  expect([sitemap, ...bodies].flatMap((body) => leaks('guest', body))).toEqual([]);
});

async function fetched(url: string): Promise<string> {
  const { statusCode, body } = await app.inject({ url, headers: { host: 'idd.localhost' } });
  expect([url, statusCode]).toEqual([url, 200]);
  return body;
}

for (const persona of everybody)
  test(`[S2-06] [S6-04] [S6-05] ${personas[persona]} changes nothing of others by their ids`, async () => {
    const wrong: string[] = [];
    for (const row of changes.filter(({ may }) => !may.includes(persona))) {
      const answer = await sendForm(app, row.url(cast), header[persona], row.fields(cast, persona));
      if (answer.statusCode >= 500 || answer.statusCode === 429) wrong.push(`${row.about}: ${answer.statusCode}`);
      for (const table of await changedTables()) wrong.push(`${row.about}: changed ${table}`);
      for (const word of leaks(persona, answer.body)) wrong.push(`${row.about}: names «${word}»`);
    }
    expect(wrong).toEqual([]);
  });

test('[S2-06] the same forms do their work for the owner', async () => {
  const idle: string[] = [];
  for (const row of changes) {
    const [persona] = row.may;
    if (!persona) continue;
    const answer = await sendForm(app, row.url(cast), header[persona], row.fields(cast, persona));
    const words = answer.body.replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    if ((await changedTables()).length === 0)
      idle.push(`${row.about}: ${answer.statusCode} ${/(Проверьте|[Нн]ельзя|не [а-я]+)[^.]*/.exec(words)?.[0] ?? ''}`);
  }
  expect(idle).toEqual([]);
});

/** From now on each table of people and orders notes that one of its rows changed; times of use apart. */
async function noteChanges(): Promise<void> {
  await sql`create table changed_tables (name text)`.execute(db);
  await sql`
    create function note_change() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'UPDATE' or to_jsonb(old) - 'used_at' <> to_jsonb(new) - 'used_at' then
        insert into changed_tables values (tg_table_name);
      end if;
      return null;
    end $$`.execute(db);
  for (const table of await peoplesTables())
    await sql`create trigger zz_note_change after insert or update or delete on ${sql.table(table)}
      for each row execute function note_change()`.execute(db);
}

/** Tables whose rows changed since this was last asked. */
async function changedTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`delete from changed_tables returning name`.execute(db);
  return [...new Set(rows.map(({ name }) => name))];
}

/** Everything that hangs on a person, an order or a firm, and the emails. */
async function peoplesTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive theirs(t) as (
      select unnest(array['users', 'orders', 'companies', 'mails']::regclass[])
      union select f.conrelid::regclass from pg_constraint f join theirs on f.confrelid = theirs.t where f.contype = 'f')
    select t::text as name from theirs join pg_class on pg_class.oid = t
    where t::text not in ('refresh_tokens', 'acting_log') and not relispartition order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
