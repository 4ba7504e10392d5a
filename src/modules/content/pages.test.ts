import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import {
  createPageVersion,
  endPageVersion,
  infoPage,
  listPages,
  pageEdition,
  pageEditions,
  publishPageVersion,
} from './pages.ts';

const { db } = await testDatabase();
await makeBranches(db);
const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9));

async function publish(
  day: number,
  text: string,
  more: { department_id_1c?: string; ends_at?: Date; slug?: string } = {},
) {
  const { slug = 'offer', department_id_1c = null, ends_at } = more;
  const draft = await createPageVersion(
    db,
    { slug, department_id_1c, title: 'Оферта', html: `<p>${text}</p>` },
    at(day),
  );
  await publishPageVersion(db, draft.id, { ends_at: ends_at ?? null }, at(day));
  return draft;
}

const shown = async (day: number, department_id_1c: string | null = null, slug = 'offer') =>
  (await infoPage(db, slug, { department_id_1c, now: at(day) }))?.html ?? null;

test('[S2-03] a draft is seen by nobody, a version by everybody from its day; earlier editions stay readable with their dates', async () => {
  const first = await publish(1, 'первая');
  const second = await publish(5, 'вторая');
  const coming = await createPageVersion(db, { slug: 'offer', title: 'Оферта', html: '<p>третья</p>' }, at(6));
  expect([first.version, second.version, coming.version]).toEqual([1, 2, 3]);
  expect(await shown(7)).toBe('<p>вторая</p>');
  await publishPageVersion(db, coming.id, { published_at: at(10) }, at(6));
  expect(await shown(9)).toBe('<p>вторая</p>');
  expect(await shown(10)).toBe('<p>третья</p>');
  expect(await pageEditions(db, 'offer', { now: at(12) })).toEqual([
    { version: 3, title: 'Оферта', published_at: at(10), replaced_at: null },
    { version: 2, title: 'Оферта', published_at: at(5), replaced_at: at(10) },
    { version: 1, title: 'Оферта', published_at: at(1), replaced_at: at(5) },
  ]);
  expect((await pageEdition(db, 'offer', 1, { now: at(12) }))?.html).toBe('<p>первая</p>');
  expect(await pageEdition(db, 'offer', 3, { now: at(9) }), 'not yet').toBeNull();
  expect(await pageEdition(db, 'offer', 9, { now: at(12) })).toBeNull();
});

test('[S2-03] a published text is never changed, only replaced by the next', async () => {
  const { id } = await publish(2, 'как есть', { slug: 'returns' });
  const change = db.updateTable('pages').set({ html: '<p>иначе</p>' }).where('id', '=', id).execute();
  await expect(change).rejects.toThrow(/not changed/);
  await expect(publishPageVersion(db, id, {}, at(3))).rejects.toMatchObject({ code: 'not_found' });
});

test('a branch’s own text stands before the common one; a text for a season gives way when its days are over', async () => {
  await publish(1, 'общая', { slug: 'delivery' });
  await publish(2, 'вологодская', { slug: 'delivery', department_id_1c: '00131' });
  expect(await shown(3, '00131', 'delivery')).toBe('<p>вологодская</p>');
  expect(await shown(3, '00052', 'delivery')).toBe('<p>общая</p>');
  const season = await publish(4, 'праздничная', { slug: 'delivery', department_id_1c: '00131', ends_at: at(8) });
  expect(await shown(7, '00131', 'delivery')).toBe('<p>праздничная</p>');
  expect(await shown(8, '00131', 'delivery')).toBe('<p>вологодская</p>');
  await endPageVersion(db, season.id, at(5));
  expect(await shown(6, '00131', 'delivery')).toBe('<p>вологодская</p>');
  expect(await listPages(db, { department_id_1c: '00052', now: at(9) })).toContainEqual({
    slug: 'delivery',
    title: 'Оферта',
  });
});

test('HTML is sanitised when it is written and when it is read; an empty text or a strange slug is refused', async () => {
  const attack = '<p>Слова</p><script>alert(1)</script><img src=x onerror=alert(1)>';
  const draft = await createPageVersion(db, { slug: 'rules', title: 'Правила', html: attack }, at(1));
  const row = await db.selectFrom('pages').select('html').where('id', '=', draft.id).executeTakeFirstOrThrow();
  expect(row.html).toBe('<p>Слова</p>');
  await db.updateTable('pages').set({ html: attack }).where('id', '=', draft.id).execute();
  await publishPageVersion(db, draft.id, {}, at(1));
  expect(await shown(2, null, 'rules')).toBe('<p>Слова</p>');
  for (const wrong of [{ slug: '../etc' }, { title: ' ' }, { html: '<script>1</script>' }])
    await expect(createPageVersion(db, { slug: 'x', title: 'X', html: '<p>x</p>', ...wrong })).rejects.toMatchObject({
      code: 'bad_input',
    });
});
