import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { beyond, type Key, keyOf, orderOf, type Term } from './keyset.ts';
import { Refusal } from './refusal.ts';

const { db } = await testDatabase();
beforeAll(() =>
  sql`
    create table keyed as
    select n as id, case when n % 4 > 0 then n % 5 end as amount, chr(1072 + n % 7) as word,
      timestamptz '2026-11-28 12:00:00.123456+03' + n % 3 * interval '1 microsecond' as at
    from generate_series(1, 60) n`.execute(db),
);

const id = (isDescending: boolean): Term => ({ value: sql`id`, isDescending });
const amount = { value: sql`amount`, mayBeNull: true };
const word = { value: sql`word collate russian`, isDescending: true };
const at = { value: sql`at`, isDescending: true };

test.each<[string, Term[]]>([
  ['what may be missing, up', [{ ...amount, isDescending: false }, id(false)]],
  ['what may be missing, down', [{ ...amount, isDescending: true }, id(true)]],
  ['what may be missing, down, the missing last', [{ ...amount, isDescending: true, areNullsLast: true }, id(false)]],
  ['words down, then what may be missing up', [word, { ...amount, isDescending: false }, id(true)]],
  ['moments to the microsecond', [at, id(false)]],
])('a list goes on behind any of its rows: %s', async (_name, terms) => {
  const whole = await sql<{ id: number }>`select id from keyed order by ${orderOf(terms)}`.execute(db);
  const walked: number[] = [];
  let after: Key | undefined;
  do {
    const { rows } = await sql<{ id: number; key: string }>`
      select id, ${keyOf(terms)} as key from keyed where ${beyond(terms, after)} order by ${orderOf(terms)} limit 7`.execute(
      db,
    );
    walked.push(...rows.map((row) => row.id));
    const last = rows.at(-1);
    after = last && (JSON.parse(last.key) as Key);
  } while (after);
  expect(walked).toEqual(whole.rows.map((row) => row.id));
});

test('a key of another order is refused', () => {
  expect(() => beyond([at, id(true)], ['1'])).toThrow(Refusal);
});
