import { beforeAll, expect, test } from 'vitest';
import { adminRoutes } from '#api/admin/routes.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { examples } from './admin/examples.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: await testFolder() });
});

const keyed = adminRoutes.filter(({ needsKey }) => needsKey);

test('[3.7] calls that make something or move money ask for a key of the request', () => {
  const urls = keyed.map(({ url }) => url);
  const wanted = [
    ...['/api/admin/orders', '/api/admin/orders/:id/refunds', '/api/admin/orders/:id/invoice-paid'],
    ...['/api/admin/refunds/:id/returned', '/api/admin/refunds/:id/repeat', '/api/admin/handover/:id/give'],
    ...[
      '/api/admin/products',
      '/api/admin/price-plans',
      '/api/admin/goods-imports',
      '/api/admin/staff',
      '/api/admin/staff/:id/reset-totp',
      '/api/admin/onec-nodes/:id/password',
      '/api/admin/file-imports',
    ],
  ];
  expect(wanted.filter((url) => !urls.includes(url))).toEqual([]);
});

test.each(keyed)('[3.7] a double press of POST $url does its work once', async ({ url, isShownOnce }) => {
  const example = examples[`POST ${url}`]!;
  const given = await example.make(cast);
  const lines = async () => {
    const { count } = await db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('verb', '=', `POST ${url}`)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const ask = (key: string) =>
    call(cast, cast.headers.owner, {
      method: 'POST',
      ...given,
      headers: { ...given.headers, 'idempotency-key': key },
    });
  expect((await ask('')).json().error.code).toBe('no_request_key');
  const before = await lines();
  const key = crypto.randomUUID();
  const [one, two] = await Promise.all([ask(key), ask(key)]);
  const answers = [one, two].toSorted((a, b) => a.statusCode - b.statusCode);
  expect(answers[0]?.statusCode, answers[0]?.body).toBe(example.answers ?? 200);
  expect((await lines()) - before).toBe(example.leavesNoLine ? 0 : 1);
  if (!isShownOnce) return expect(answers[1]?.json()).toEqual(answers[0]?.json());
  expect(answers.map(({ statusCode }) => statusCode < 300)).toEqual([true, false]);
  expect(answers[1]?.json().error.code).toBe('shown_once');
  const { body } = await db.selectFrom('admin_keys').select('body').where('key', '=', key).executeTakeFirstOrThrow();
  expect(body).toBeNull();
});
