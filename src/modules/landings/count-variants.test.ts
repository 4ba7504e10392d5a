import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openLog } from '#platform/log.ts';
import { seenCookie, withSeen } from '#shared/seen-landings.ts';
import { testDatabase } from '#test/support/database.ts';
import { seeded } from '#test/support/random.ts';
import { makeBranches } from '#test/support/shop.ts';
import { publishLanding, saveLanding, writeLandingPage } from './change-landing.ts';
import { compareShares } from './compare-shares.ts';
import { forgetVariantCounts, noteOrdered, noteSeen, readVariantCounts, writeVariantCounts } from './count-variants.ts';
import { readLanding } from './queries.ts';

const { db } = await testDatabase();
await makeBranches(db);
const log = openLog('silent');
const at = (day: string, time = '12:00') => new Date(`${day}T${time}:00Z`);
const order = { is_replay: false };
const look = (slug: string, bucket: number, department_id_1c = '00131') => ({ slug, bucket, department_id_1c });
const browser = (slug: string, bucket: number, seen: Date, department_id_1c = '00131') => ({
  cookies: { split: String(bucket), [seenCookie]: withSeen([], slug, seen) ?? '' },
  department: { id_1c: department_id_1c },
});

async function compared(slug: string, share_b: number, since: Date): Promise<number> {
  const { id } = await saveLanding(db, { slug, name: slug, share_b }, since);
  for (const variant of ['a', 'b'] as const)
    await writeLandingPage(db, slug, { variant, title: variant, blocks: [{ type: 'html', html: '<p>x</p>' }] }, since);
  await publishLanding(db, slug, since);
  return id;
}

test('who saw a page is counted by the tenth, an order on the day of the look and once, nothing of a page that is not compared', async () => {
  const id = await compared('zima', 3, at('2026-11-01'));
  await saveLanding(db, { slug: 'odna', name: 'Одна' }, at('2026-11-01'));
  const [day, later] = [at('2026-11-05'), at('2026-11-19')];
  for (const bucket of [0, 2, 3, 9, 9]) noteSeen(db, look('zima', bucket), log, day);
  noteSeen(db, look('odna', 9), log, day);
  noteSeen(db, look('made-up', 9), log, day);
  // In one batch with its look, and in a later one.
  noteOrdered(db, browser('zima', 0, day), order, log, day);
  await writeVariantCounts(db);
  noteOrdered(db, browser('zima', 9, day), order, log, later);
  noteOrdered(db, browser('zima', 9, day), { is_replay: true }, log, later);
  // Fifteen days after the look, of a tenth that is none, and of a look that was not counted.
  noteOrdered(db, browser('zima', 9, day), order, log, at('2026-11-20'));
  noteOrdered(
    db,
    { ...browser('zima', 9, day), cookies: { ...browser('zima', 9, day).cookies, split: '12' } },
    order,
    log,
    later,
  );
  noteOrdered(db, browser('zima', 5, day), order, log, later);
  await writeVariantCounts(db);
  const rows = await db
    .selectFrom('landing_days')
    .select(['day', 'bucket', 'seen', 'ordered'])
    .where('landing_id', '=', id)
    .orderBy('bucket')
    .execute();
  expect(rows).toEqual([
    { day: '2026-11-05', bucket: 0, seen: 1, ordered: 1 },
    { day: '2026-11-05', bucket: 2, seen: 1, ordered: 0 },
    { day: '2026-11-05', bucket: 3, seen: 1, ordered: 0 },
    { day: '2026-11-05', bucket: 5, seen: 0, ordered: 0 },
    { day: '2026-11-05', bucket: 9, seen: 2, ordered: 1 },
  ]);
  expect(await db.selectFrom('landing_days').where('landing_id', '<>', id).selectAll().execute()).toEqual([]);
  expect(await readVariantCounts(db, id)).toMatchObject({
    from: '2026-11-02',
    a: { seen: 3, ordered: 1 },
    b: { seen: 2, ordered: 1 },
  });
});

test('a branch that has one of the variants alone is not counted: its low tenths saw the other', async () => {
  const since = at('2026-11-01');
  const { id } = await saveLanding(db, { slug: 'dacha', name: 'Дача', share_b: 5 }, since);
  const blocks = [{ type: 'html' as const, html: '<p>x</p>' }];
  await writeLandingPage(db, 'dacha', { variant: 'a', title: 'Общая', blocks }, since);
  await writeLandingPage(db, 'dacha', { variant: 'b', title: 'Своя', department_id_1c: '00052', blocks }, since);
  await publishLanding(db, 'dacha', since);
  const day = at('2026-11-05');
  for (const branch of ['00131', '00052'])
    for (const bucket of [1, 8]) {
      noteSeen(db, look('dacha', bucket, branch), log, day);
      noteOrdered(db, browser('dacha', bucket, day, branch), order, log, day);
    }
  await writeVariantCounts(db);
  expect(await readVariantCounts(db, id)).toMatchObject({ a: { seen: 1, ordered: 1 }, b: { seen: 1, ordered: 1 } });
  // Shown: A to both tenths of one branch, A or B by the tenth in the other.
  const shown = await Promise.all(
    [
      ['00131', 1],
      ['00131', 8],
      ['00052', 1],
      ['00052', 8],
    ].map(async ([branch, bucket]) => readLanding(db, 'dacha', String(branch), Number(bucket), day)),
  );
  expect(shown.map((page) => page && 'variant' in page && page.variant)).toEqual(['a', 'a', 'b', 'a']);
});

test('another share or another text starts the comparison again, from the next day', async () => {
  const id = await compared('vesna', 5, at('2026-11-01'));
  const see = async (day: string) => {
    noteSeen(db, look('vesna', 0), log, at(day));
    await writeVariantCounts(db);
  };
  await see('2026-11-01');
  await see('2026-11-02');
  expect((await readVariantCounts(db, id))?.b).toEqual({ seen: 1, ordered: 0 });
  // Other words of its settings change nothing.
  await saveLanding(db, { slug: 'vesna', name: 'Весна', share_b: 5 }, at('2026-11-03'));
  expect((await readVariantCounts(db, id))?.from).toBe('2026-11-02');
  await saveLanding(db, { slug: 'vesna', name: 'Весна', share_b: 4 }, at('2026-11-03'));
  expect(await readVariantCounts(db, id)).toMatchObject({ from: '2026-11-04', b: { seen: 0 } });
  await see('2026-11-04');
  expect((await readVariantCounts(db, id))?.b.seen).toBe(1);
  await writeLandingPage(db, 'vesna', { title: 'Правка', blocks: [{ type: 'html', html: '<p>y</p>' }] });
  await publishLanding(db, 'vesna', at('2026-11-05'));
  expect(await readVariantCounts(db, id)).toMatchObject({ from: '2026-11-06', b: { seen: 0 } });
  await saveLanding(db, { slug: 'vesna', name: 'Весна', share_b: 0 }, at('2026-11-05'));
  expect(await readVariantCounts(db, id)).toBeNull();
});

test('counts of two years and a month ago are forgotten, and a landing page takes its own with it', async () => {
  const id = await compared('leto', 5, at('2026-11-01'));
  noteSeen(db, look('leto', 1), log, at('2026-11-02'));
  await writeVariantCounts(db);
  await forgetVariantCounts(db, at('2028-12-02'));
  expect(await db.selectFrom('landing_days').where('landing_id', '=', id).selectAll().execute()).toHaveLength(1);
  await forgetVariantCounts(db, at('2028-12-03'));
  expect(await db.selectFrom('landing_days').where('landing_id', '=', id).selectAll().execute()).toEqual([]);
  await sql`insert into landing_days (landing_id, day, bucket, seen) values (${id}, '2026-11-02', 1, 1)`.execute(db);
  await sql`delete from landings where id = ${id}`.execute(db);
  expect(await db.selectFrom('landing_days').where('landing_id', '=', id).selectAll().execute()).toEqual([]);
  const planted = sql`
    insert into landing_days (landing_id, day, bucket, seen, ordered)
    select id, '2026-11-02', 1, 1, 2 from landings limit 1`;
  await expect(planted.execute(db)).rejects.toThrow('landing_days_ordered_were_seen');
});

test('a difference is called one only when chance would make it in less than 5 % of cases', () => {
  // z = 0,005 / √(0,0225 · 0,9775 · 2 / 10 000) = 2.38400, erfc(z / √2) = 0.0171258; Wilson: 0.0174347–0.0229340.
  const compared = compareShares({ seen: 10_000, ordered: 200 }, { seen: 10_000, ordered: 250 });
  expect(compared).toMatchObject({ verdict: 'b', a: { share: 0.02 } });
  expect(compared.p_value).toBeCloseTo(0.0171258, 6);
  expect(compared.a.low).toBeCloseTo(0.0174347, 6);
  expect(compared.a.high).toBeCloseTo(0.022934, 6);
  expect(compared.needed).toBe(Math.ceil((15.7 * (1 - 0.0225)) / (0.04 * 0.0225)));
  expect(compareShares({ seen: 10_000, ordered: 250 }, { seen: 10_000, ordered: 200 }).verdict).toBe('a');
  expect(compareShares({ seen: 10_000, ordered: 200 }, { seen: 10_000, ordered: 220 }).verdict).toBe('chance');
  expect(compareShares({ seen: 300, ordered: 2 }, { seen: 200, ordered: 5 })).toMatchObject({
    verdict: 'few',
    p_value: null,
  });
  expect(compareShares({ seen: 0, ordered: 0 }, { seen: 0, ordered: 0 })).toEqual({
    a: { seen: 0, ordered: 0, share: null, low: null, high: null },
    b: { seen: 0, ordered: 0, share: null, low: null, high: null },
    verdict: 'few',
    p_value: null,
    needed: null,
  });
});

test('of five hundred pairs of equal variants about 5 % are called different', () => {
  const random = seeded(20_261_126);
  const drawn = () => {
    let ordered = 0;
    for (let n = 0; n < 2_000; n++) if (random() < 0.05) ordered++;
    return { seen: 2_000, ordered };
  };
  let decided = 0;
  for (let times = 0; times < 500; times++) {
    const { verdict } = compareShares(drawn(), drawn());
    if (verdict === 'a' || verdict === 'b') decided++;
  }
  expect(decided / 500).toBeGreaterThan(0.02);
  expect(decided / 500).toBeLessThan(0.08);
});
