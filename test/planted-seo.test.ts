import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setSeoText } from '#modules/content/seo-texts.ts';
import { readSeoWorld } from '#modules/content/seo-world.ts';
import { lintAllSeo } from '#modules/content/staff-seo.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { demoDatabase } from './support/demo-database.ts';
import { kaliningrad, kotlas, murmansk, plantedSeo, pskov, tikhvin } from './support/planted-seo.ts';

// The templates are those of the demonstration, in which the check finds nothing (db/demo/demo.test.ts).
const { db } = await demoDatabase();

/** What the check finds once this was planted; the shop is as before afterwards. */
async function foundAfter(plant: (db: Db) => Promise<unknown>): Promise<{ at: string; words: string }[]> {
  let found: { at: string; words: string }[] = [];
  const undone = new Error('planted');
  await db
    .transaction()
    .execute(async (db) => {
      await plant(db);
      const faults = await lintAllSeo(db, await readSeoWorld(db));
      found = faults.flatMap(({ kind, key, department_id_1c, problems }) =>
        problems.map(({ field, code, words }) => ({
          at: `${kind} ${key} ${department_id_1c ?? 'все'} ${field} ${code}`,
          words: words.replaceAll('\u00a0', ' '),
        })),
      );
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found;
}

test('the texts of the demonstration are in order', async () => {
  expect(await foundAfter(async () => {})).toEqual([]);
});

test.each([
  ['genitive', 'родительного', 'Псков', pskov],
  ['dative', 'дательного', 'Котлас', kotlas],
  ['accusative', 'винительного', 'Мурманск', murmansk],
  ['instrumental', 'творительного', 'Калининград', kaliningrad],
  ['prepositional', 'предложного', 'Тихвин', tikhvin],
])(
  'a branch whose name has no %s is found by every template that asks for it, and nothing else is',
  async (grammar, russian, town, branch) => {
    const found = await foundAfter((db) =>
      sql`
      update departments set names_cases = jsonb_set(names_cases, ${`{${grammar}}`}::text[], '""') where id_1c = ${branch}`.execute(
        db,
      ),
    );
    expect(found.length).toBeGreaterThan(0);
    const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from seo_texts, unnest(array[title, keywords, description, text, unique_title]) field
    where kind <> 'short' and strpos(field, ${`{region_${grammar}}`}) > 0`.execute(db);
    expect(found.length).toBe(rows[0]?.count);
    for (const { at, words } of found) {
      expect.soft(at).toMatch(/ missing_case$/);
      expect.soft(words).toBe(`Нет ${russian} падежа: ${town}`);
    }
  },
);

test.each([
  ['phone', `phones = '{}'`],
  ['address', `address = ''`],
  ['schedule', `work_time = ''`],
])('a branch without its %s is found in every template that asks for it', async (placeholder, planted) => {
  const found = await foundAfter((db) =>
    sql.raw(`update departments set ${planted} where id_1c = '${pskov}'`).execute(db),
  );
  expect(found.length).toBeGreaterThan(3);
  for (const { at, words } of found) {
    expect.soft(at).toMatch(/ empty_placeholder$/);
    expect.soft(words).toBe(`Подстановка {${placeholder}} пуста: Псков`);
  }
});

test('what a page lacks, what is too long and what two hosts share is found where it was planted, and nothing besides', async () => {
  const goods = await db
    .selectFrom('products')
    .select(['id', 'slug', 'name'])
    .where('switched_off_at', 'is', null)
    .orderBy('id')
    .limit(2)
    .execute();
  const [unbranded, uncategorized] = [ensure(goods[0]), ensure(goods[1])];
  const { rows } = await sql<{ code: string; name: string }>`select code, name from categories`.execute(db);
  const codes = new Map(rows.map(({ code, name }) => [name, code]));
  const keyOf = ({ kind, key }: (typeof plantedSeo)[number]) => {
    if (kind === 'product') return (key === 'without brand' ? unbranded : uncategorized).slug;
    return kind === 'category' ? ensure(codes.get(key)) : key;
  };
  const found = await foundAfter(async (db) => {
    await db.updateTable('products').set({ brand_id: null }).where('id', '=', unbranded.id).execute();
    await db.deleteFrom('product_categories').where('product_id', '=', uncategorized.id).execute();
    for (const one of plantedSeo) {
      const place = { kind: one.kind, key: keyOf(one), department_id_1c: one.branch ?? null };
      await setSeoText(db, place, one.texts);
    }
  });
  const planted = plantedSeo.flatMap((one) =>
    one.found ? [`${one.kind} ${keyOf(one)} ${one.branch ?? 'все'} ${one.found}`] : [],
  );
  expect(found.map(({ at }) => at).sort()).toEqual(planted.sort());
  const ofKind = (code: string) => planted.filter((at) => at.endsWith(code)).length;
  expect(['empty_placeholder', 'too_long', 'similar'].map(ofKind)).toEqual([4, 6, 7]);
});
