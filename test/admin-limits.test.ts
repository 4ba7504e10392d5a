import { expect, test } from 'vitest';
import { call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
/** As few as the owner of a machine may say: 60 readings, 12 changes, one export a minute. */
const cast = await makeAdminCast(db, { OFFICE_PER_MINUTE: '60' });

type Asked = Parameters<typeof call>[2];

/** How the calls are answered in the order in which they are made. */
async function ask(cookie: string, calls: Asked[]) {
  const answers = [];
  for (const one of calls) answers.push(await call(cast, cookie, one));
  return answers;
}

const reads: Asked[] = ['orders', 'branches', 'units', 'me'].map((path) => ({
  method: 'GET',
  url: `/api/admin/${path}`,
}));
const writes = (n: number): Asked =>
  n % 2 === 0
    ? { method: 'POST', url: '/api/admin/maintenance', body: { is_on: false } }
    : {
        method: 'POST',
        url: '/api/admin/orders/00000000-0000-4000-8000-000000000000/notes',
        body: { text: 'Звонили' },
      };
const takenAway: Asked[] = ['orders/export?format=csv', 'losses/export?format=csv'].map((path) => ({
  method: 'GET',
  url: `/api/admin/${path}`,
}));

test.each([
  ['readings', Array.from({ length: 62 }, (_, n) => reads[n % reads.length]!), 60],
  ['changes', Array.from({ length: 14 }, (_, n) => writes(n)), 12],
  ['exports', [...takenAway, ...takenAway], 1],
])(
  '[3.4] %s of one person are counted over all routes in a minute; others and other kinds go on',
  async (_kind, calls, most) => {
    const { header } = await makeStaff(db, ['owner'], { full_name: 'Быстрая Анна' });
    const answers = await ask(header, calls);
    expect(answers.slice(0, most).filter(({ statusCode }) => statusCode === 429)).toEqual([]);
    const refused = answers.slice(most);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 429));
    const [first] = refused;
    expect(first?.json().error).toMatchObject({ code: 'too_many', message: expect.stringContaining('за минуту') });
    expect(Number(first?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(first?.headers['retry-after'])).toBeLessThanOrEqual(60);

    const other = await makeStaff(db, ['owner'], { full_name: 'Спокойная Вера' });
    const [theirs] = await ask(other.header, calls.slice(0, 1));
    expect(theirs?.statusCode, 'of another person').not.toBe(429);
    const another = calls[0]!.method === 'POST' || most === 1 ? reads[0]! : writes(0);
    const [ofOther] = await ask(header, [another]);
    expect(ofOther?.statusCode, 'of another kind').not.toBe(429);
  },
);

test('[3.4] whoever may not make a call is refused for that alone, and uses up nothing of what they may', async () => {
  const { header } = await makeStaff(db, ['pickup'], { full_name: 'Пётр Кладов' });
  const answers = await ask(
    header,
    Array.from({ length: 15 }, () => writes(0)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 403));
  const [note] = await ask(header, [writes(1)]);
  expect(note?.statusCode).toBe(404);
});
