import { beforeAll, expect, test } from 'vitest';
import { adminRoutes } from '#api/admin/routes.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { examples } from './admin/examples.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: await testFolder(), FLOOD_PER_MINUTE: '1000000' });
});

const beyond = 3_000_000_000;
/** Fields that drop such a character themselves, and sums whose own bound is greater. */
const taken = new Set([
  'POST /api/admin/orders/:id/receiving .unloading_note',
  'POST /api/admin/staff .email',
  'PUT /api/admin/companies/:id/members .email',
  'POST /api/admin/loyalty-programmes .least_paid_kopecks',
  'POST /api/admin/loyalty-programmes/:id/preview .levels.0.from_sum_kopecks',
  'POST /api/admin/wheels .budget_kopecks',
  'POST /api/admin/wheel-simulation .budget_kopecks',
]);
type Bad = { at: string; body: unknown };

/** A body once for each number in it, that number beyond what a column holds, and once for each text, with U+0000. */
function* spoilt(body: unknown, at = ''): Generator<Bad> {
  if (typeof body === 'number') for (const bad of [beyond, -beyond]) yield { at, body: bad };
  else if (typeof body === 'string') for (const bad of [`${body}\u0000`, `${body}\ud800`]) yield { at, body: bad };
  else if (Array.isArray(body))
    for (const [place, one] of body.entries())
      for (const bad of spoilt(one, `${at}.${place}`)) yield { at: bad.at, body: body.with(place, bad.body) };
  else if (typeof body === 'object' && body !== null)
    for (const [name, one] of Object.entries(body))
      for (const bad of spoilt(one, `${at}.${name}`)) yield { at: bad.at, body: { ...body, [name]: bad.body } };
}

/** The address once for each number in its path, beyond what an id can be, and once with U+0000. */
function* farPaths(pattern: string, url: string): Generator<string> {
  const [path = '', query] = url.split('?');
  const parts = path.split('/');
  for (const [at, part] of pattern.split('/').entries()) {
    if (!part.startsWith(':')) continue;
    const isNumber = /^\d+$/.test(parts[at] ?? '');
    for (const bad of [...(isNumber ? [String(beyond)] : []), '%00'])
      yield [parts.with(at, bad).join('/'), query].filter(Boolean).join('?');
  }
}

test('[17] numbers that no column holds and characters that no text holds are refused by every call: an id is not found, a field is named', {
  timeout: 900_000,
}, async () => {
  const wrong: string[] = [];
  let [paths, bodies] = [0, 0];
  for (const route of adminRoutes) {
    const name = `${route.method} ${route.url}`;
    const { make } = examples[name]!;
    const given = await make(cast);
    const ask = (change: object) => call(cast, cast.headers.owner, { method: route.method, ...given, ...change });
    for (const url of farPaths(route.url, given.url)) {
      paths += 1;
      const { statusCode } = await ask({ url });
      if (statusCode !== 404 && statusCode !== 422) wrong.push(`${name} as ${url}: ${statusCode}`);
    }
    if (given.body === undefined || given.body instanceof Buffer) continue;
    for (const { at, body } of spoilt(given.body)) {
      bodies += 1;
      const answer = await ask({ body });
      const { code, fields = {} } = answer.json().error ?? {};
      const isRussian = Object.values(fields).every((words) => /[а-яё]/i.test(String(words)));
      // What took the first of two such texts has another version when the second comes.
      if ((answer.statusCode < 300 || code === 'seen_changed') && taken.has(`${name} ${at}`)) continue;
      if (answer.statusCode !== 422 || code !== 'bad_input' || !isRussian)
        wrong.push(`${name} ${at}: ${answer.statusCode}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(paths).toBeGreaterThan(150);
  expect(bodies).toBeGreaterThan(400);
});

test('a field whose own bound is greater takes more than others', async () => {
  const { id } = await db
    .insertInto('companies')
    .values({ name: 'ООО «Большой дом»', inn: '7707083893' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const url = `/api/admin/companies/${id}`;
  const { headers } = await call(cast, cast.headers.owner, { method: 'GET', url });
  const saved = await call(cast, cast.headers.owner, {
    method: 'PATCH',
    url,
    body: { credit_limit_kopecks: 50_000_000_000 },
    headers: { 'if-match': String(headers.etag) },
  });
  const { credit_limit_kopecks } = await db
    .selectFrom('companies')
    .select('credit_limit_kopecks')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([saved.statusCode, credit_limit_kopecks]).toEqual([200, 50_000_000_000]);
});
