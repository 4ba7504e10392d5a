import { beforeAll, expect, test } from 'vitest';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { examples } from './admin/examples.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: await testFolder() });
});

/** What they answer with holds a secret that is shown once and stored nowhere. */
const shownOnce = [
  '/api/admin/staff',
  '/api/admin/api-keys',
  '/api/admin/webhooks',
  '/api/admin/onec-nodes',
  '/api/admin/customers/:id/cards',
  '/api/admin/customers/:id/cards/:card_id/replace',
];

test.each([...shownOnce, '/api/admin/file-imports'])(
  '[3.7] a double press of POST %s does its work once',
  async (url) => {
    const given = await examples[`POST ${url}`]!.make(cast);
    const ask = (key: string) =>
      call(cast, cast.headers.owner, {
        method: 'POST',
        ...given,
        headers: { ...given.headers, 'idempotency-key': key },
      });
    expect((await ask('')).json().error.code).toBe('no_request_key');
    const key = crypto.randomUUID();
    const [one, two] = await Promise.all([ask(key), ask(key)]);
    const lines = await db.selectFrom('audit_log').select('id').where('verb', '=', `POST ${url}`).execute();
    expect(lines).toHaveLength(1);
    const answers = [one, two].toSorted((a, b) => a.statusCode - b.statusCode);
    if (!shownOnce.includes(url)) return expect(answers[1]?.json()).toEqual(answers[0]?.json());
    expect(answers.map(({ statusCode }) => statusCode < 300)).toEqual([true, false]);
    expect(answers[1]?.json().error.code).toBe('shown_once');
    const { body } = await db.selectFrom('admin_keys').select('body').where('key', '=', key).executeTakeFirstOrThrow();
    expect(body).toBeNull();
  },
);
