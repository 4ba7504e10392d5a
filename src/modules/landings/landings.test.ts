import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { endLanding, publishLanding, saveLanding, writeLandingPage } from './change-landing.ts';
import { previewUrl, readPreview } from './preview-link.ts';
import { readLanding, readLandingDraft } from './queries.ts';
import type { LandingPageInput } from './schema.ts';

const { db } = await testDatabase();
await makeBranches(db);
const day = (text: string) => new Date(`${text}T12:00:00Z`);
const text = (words: string): LandingPageInput => ({
  title: words,
  blocks: [{ type: 'html', html: `<p>${words}</p>` }],
});
const titleOf = async (slug: string, branch = '00131', bucket = 9, now = day('2026-12-01')) => {
  const page = await readLanding(db, slug, branch, bucket, now);
  return page && ('title' in page ? page.title : page.redirect_to);
};

test('a draft is seen by nobody until it is published, and a newer one does not replace what is shown', async () => {
  await saveLanding(db, { slug: 'novosel', name: 'Новоселье' });
  await writeLandingPage(db, 'novosel', text('Первая'));
  expect(await titleOf('novosel')).toBeNull();
  await publishLanding(db, 'novosel', day('2026-11-30'));
  expect(await titleOf('novosel')).toBe('Первая');
  expect(await writeLandingPage(db, 'novosel', text('Вторая'))).toMatchObject({ version: 2 });
  expect(await titleOf('novosel')).toBe('Первая');
  expect((await readLandingDraft(db, 'novosel', { variant: 'a', department_id_1c: '00131' }))?.title).toBe('Вторая');
  await publishLanding(db, 'novosel', day('2026-11-30'));
  expect(await titleOf('novosel')).toBe('Вторая');
});

test('dates of showing: nothing before, the owner’s redirect after, at once when it is ended by hand', async () => {
  const dates = { starts_at: day('2026-11-20'), ends_at: day('2026-12-10') };
  await saveLanding(db, { slug: 'zima', name: 'Зима', redirect_to: '/catalog/?discounted=1', ...dates });
  await writeLandingPage(db, 'zima', text('Зима'));
  await publishLanding(db, 'zima', day('2026-11-10'));
  expect(await titleOf('zima', '00131', 9, day('2026-11-19'))).toBeNull();
  expect(await titleOf('zima', '00131', 9, day('2026-11-20'))).toBe('Зима');
  expect(await titleOf('zima', '00131', 9, day('2026-12-10'))).toBe('/catalog/?discounted=1');
  await endLanding(db, 'zima', day('2026-11-25'));
  expect(await titleOf('zima', '00131', 9, day('2026-11-25'))).toBe('/catalog/?discounted=1');
});

test('a branch has a text of its own, the others the common one', async () => {
  await saveLanding(db, { slug: 'filial', name: 'Филиал' });
  await writeLandingPage(db, 'filial', text('Везде'));
  await writeLandingPage(db, 'filial', { ...text('Череповец'), department_id_1c: '00052' });
  await publishLanding(db, 'filial', day('2026-11-30'));
  expect([await titleOf('filial', '00131'), await titleOf('filial', '00052')]).toEqual(['Везде', 'Череповец']);
});

test('three tenths of the visitors see variant b, always the same ones', async () => {
  await saveLanding(db, { slug: 'split', name: 'Сравнение', share_b: 3 });
  await writeLandingPage(db, 'split', text('А'));
  await publishLanding(db, 'split', day('2026-11-30'));
  expect(await titleOf('split', '00131', 0), 'without a text b there is no split').toBe('А');
  await writeLandingPage(db, 'split', { ...text('Б'), variant: 'b' });
  await publishLanding(db, 'split', day('2026-11-30'));
  const seen = await Promise.all(Array.from({ length: 10 }, (_, bucket) => titleOf('split', '00131', bucket)));
  expect(seen.join('')).toBe('БББААААААА');
});

test('after its end a landing leads to the shop’s own pages only, never to another landing', async () => {
  for (const redirect_to of ['https://evil.example/', '//evil.example', '/\\evil.example', '/lp/zima/']) {
    await expect(saveLanding(db, { slug: 'uhod', name: 'Уход', redirect_to }), redirect_to).rejects.toThrow();
    const planted = sql`insert into landings (slug, name, redirect_to) values ('uhod', 'Уход', ${redirect_to})`;
    await expect(planted.execute(db), `the database: ${redirect_to}`).rejects.toThrow(/redirect_to/);
  }
  await saveLanding(db, { slug: 'uhod', name: 'Уход', redirect_to: '/lp/magic/' });
  await expect(saveLanding(db, { slug: 'magic', name: 'Занято' })).rejects.toThrow();
});

test('a preview link opens its own page and branch for a week; a changed one does not', async () => {
  const keys = ['0123456789abcdef'] as const;
  const now = day('2026-11-20');
  const tokenOf = (department_id_1c: string | null) =>
    new URL(previewUrl(keys, 'zima', { variant: 'b', department_id_1c }, now), 'http://idd.localhost').searchParams.get(
      'preview',
    )!;
  const token = tokenOf('00131');
  expect(readPreview(keys, 'zima', token, now)).toEqual({ variant: 'b', department_id_1c: '00131' });
  expect(readPreview(keys, 'zima', tokenOf(null), now)).toEqual({ variant: 'b', department_id_1c: null });
  expect(readPreview(keys, 'leto', token, now)).toBeNull();
  expect(readPreview(keys, 'zima', token.replace('b.', 'a.'), now)).toBeNull();
  expect(readPreview(keys, 'zima', token.replace('00131', '00052'), now)).toBeNull();
  expect(readPreview(keys, 'zima', token.replace('00131', 'all'), now)).toBeNull();
  expect(readPreview(keys, 'zima', token, day('2026-11-28'))).toBeNull();
});

test('what a preview link of one branch, or of the common text, shows is never the draft of another branch', async () => {
  await saveLanding(db, { slug: 'dva', name: 'Два филиала' });
  const shown = async (department_id_1c: string | null) =>
    (await readLandingDraft(db, 'dva', { variant: 'a', department_id_1c }))?.title;
  await writeLandingPage(db, 'dva', { ...text('Череповец'), department_id_1c: '00052' });
  expect([await shown('00131'), await shown(null)]).toEqual([undefined, undefined]);
  await writeLandingPage(db, 'dva', text('Общая'));
  expect([await shown('00131'), await shown(null), await shown('00052')]).toEqual(['Общая', 'Общая', 'Череповец']);
});
