import { expect, test } from 'vitest';
import { publishReleases } from '#jobs/publish-releases.ts';
import { saveProduct } from '#modules/catalogue/save-product.ts';
import { readStaffProduct } from '#modules/catalogue/staff-product.ts';
import { createBanner } from '#modules/content/banners.ts';
import { placeOf } from '#modules/content/seo-world.ts';
import { readSeoText } from '#modules/content/staff-seo.ts';
import { waitingDraft } from '#modules/drafts/drafts.ts';
import { countFailedDrafts } from '#modules/drafts/due-drafts.ts';
import type { DraftKey, Fields } from '#modules/drafts/kinds.ts';
import { planDraft, saveDraft } from '#modules/drafts/save-draft.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { listFreeDrafts } from './drafts.ts';
import type { ReleaseKey } from './kinds.ts';
import { publishRelease, tryRelease } from './publish-release.ts';
import { addToRelease, createRelease, readItems } from './releases.ts';
import { undoRelease } from './undo-release.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const author = {
  user_id: (await makeStaff(db, ['owner'], { full_name: 'Вера Хозяева' })).id,
  full_name: 'Вера Хозяева',
};
const now = new Date();
const later = new Date(now.getTime() + 3_600_000);
const tools = { now, imageHosts: [] };
const seo: DraftKey = { resource: 'seo_texts', record_id: 'category~suhie-smesi~' };

const write = <Result>(run: (db: Db) => Promise<Result>): Promise<Result> => db.transaction().execute(run);

/** Fields that wait over a record; returns the draft as a part of a release. */
async function waiting(key: DraftKey, fields: Fields): Promise<ReleaseKey> {
  await write((db) => saveDraft(db, key, { fields, version: null }, author, now));
  const { id } = ensure(await waitingDraft(db, key));
  return { kind: key.resource, id: String(id) };
}

async function aProduct(): Promise<{ id: number; key: DraftKey }> {
  const { id } = await makeProduct(db, { name: 'Штукатурка Гладь', category_id: category.id });
  return { id, key: { resource: 'products', record_id: String(id) } };
}

const aRelease = (keys: ReleaseKey[]) =>
  write(async (db) => {
    const id = await createRelease(db, { name: 'Весна', publish_at: null }, author, now);
    for (const key of keys) await addToRelease(db, id, key, now);
    return id;
  });

const nameOf = async (id: number) => ensure(await readStaffProduct(db, id)).name;
const titleOf = async () => (await readSeoText(db, ensure(placeOf(seo.record_id)))).fields.title;
const rename = async (id: number, name: string) => {
  const before = ensure(await readStaffProduct(db, id));
  await write((db) => saveProduct(db, before, { name }));
};
const runJob = () =>
  publishReleases({}, { db, config: { IMAGE_HOSTS: '' }, log: { error() {} } } as never, {} as never);

test('a release publishes changed fields with the rest of it, each record with its own line, and takes them back', async () => {
  const { id, key } = await aProduct();
  const slide = { title: 'Весна', text: '', button_text: 'Выбрать', link: '/category/suhie-smesi/', is_draft: true };
  const banner: ReleaseKey = { kind: 'slides', id: String(await createBanner(db, slide)) };
  const parts = [
    await waiting(key, { name: 'Гладь весенняя' }),
    await waiting(seo, { title: 'Смеси к весне' }),
    banner,
  ];
  const offered = await listFreeDrafts(db, ['products', 'seo_texts'], { branches: null, isCostShown: false });
  expect(offered.map(({ kind, title }) => [kind, title])).toEqual([
    ['products', 'Штукатурка Гладь'],
    ['seo_texts', 'Сухие смеси'],
  ]);
  const release = await aRelease(parts);
  expect(await tryRelease(db, release, tools)).toEqual([]);
  expect(await nameOf(id)).toBe('Штукатурка Гладь');
  const { lines } = await write((db) => publishRelease(db, release, 'Вера Хозяева', tools));
  expect(lines.map(({ resource, record_id }) => [resource, record_id])).toEqual([
    ['products', String(id)],
    ['seo_texts', seo.record_id],
  ]);
  expect([await nameOf(id), await titleOf()]).toEqual(['Гладь весенняя', 'Смеси к весне']);
  const undone = await write((db) => undoRelease(db, release, null, tools));
  expect(undone.lines).toHaveLength(2);
  expect([await nameOf(id), await titleOf()]).toEqual(['Штукатурка Гладь', '']);
  expect((await waitingDraft(db, key))?.patch).toEqual({ name: 'Гладь весенняя' });
});

test('a release with fields that somebody changed meanwhile publishes nothing, and none that was changed since is taken back', async () => {
  const [{ id, key }, { id: other, key: otherKey }] = [await aProduct(), await aProduct()];
  const [part, second] = [await waiting(key, { name: 'Первая' }), await waiting(otherKey, { name: 'Вторая' })];
  const release = await aRelease([part, second]);
  await rename(other, 'Переназвана');
  const [refused] = await tryRelease(db, release, tools);
  expect(refused).toMatchObject({ kind: 'products', id: second.id });
  expect(refused?.words).toMatch(/^Правка товара «Переназвана»: С тех пор, как набран черновик/);
  await expect(write((db) => publishRelease(db, release, 'Вера', tools))).rejects.toMatchObject({ code: 'bad_input' });
  expect(await nameOf(id)).toBe('Штукатурка Гладь');
  await rename(other, 'Штукатурка Гладь');
  await write((db) => publishRelease(db, release, 'Вера', tools));
  await rename(other, 'Снова иначе');
  await expect(write((db) => undoRelease(db, release, null, tools))).rejects.toMatchObject({
    message: expect.stringContaining('с тех пор запись меняли'),
  });
  expect(await nameOf(id)).toBe('Первая');
  await write((db) => undoRelease(db, release, part, tools));
  expect(await nameOf(id)).toBe('Штукатурка Гладь');
});

test('a draft with a moment of its own goes into no release', async () => {
  const { key } = await aProduct();
  const part = await waiting(key, { name: 'Первая' });
  await write((db) => planDraft(db, key, { version: 1, publish_at: later }, now));
  await expect(aRelease([part])).rejects.toMatchObject({ message: expect.stringContaining('своё время') });
  const offered = await listFreeDrafts(db, ['products'], { branches: null, isCostShown: false });
  expect(offered.map(({ id }) => id)).not.toContain(part.id);
});

test('at its moment a draft is published by itself; one that is refused waits for a person, and its owner is written', async () => {
  const [{ id, key }, { id: other, key: otherKey }] = [await aProduct(), await aProduct()];
  await waiting(key, { name: 'В срок' });
  await waiting(otherKey, { name: 'Не выйдет' });
  for (const due of [key, otherKey])
    await write((db) => planDraft(db, due, { version: 1, publish_at: new Date(now.getTime() + 1) }, now));
  await rename(other, 'Переназвана');
  await runJob();
  expect([await nameOf(id), await nameOf(other)]).toEqual(['В срок', 'Переназвана']);
  const failed = await waitingDraft(db, otherKey);
  expect(failed?.failure).toMatch(/^С тех пор/);
  expect(await countFailedDrafts(db)).toBe(1);
  const lines = await db
    .selectFrom('audit_log')
    .select(['resource', 'who', 'words'])
    .where('verb', '=', 'publish_releases')
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([
    { resource: 'products', who: 'Черновик, Вера Хозяева', words: expect.stringContaining('Из черновика') },
    { resource: 'products_drafts', words: expect.stringContaining('не опубликован по времени') },
  ]);
  const mails = await db.selectFrom('mails').select('subject').execute();
  expect(mails).toEqual([{ subject: 'Черновик «Штукатурка Гладь» не опубликован' }]);
  await runJob();
  expect(await countFailedDrafts(db)).toBe(1);
  await write((db) => planDraft(db, otherKey, { version: ensure(failed).version, publish_at: later }, now));
  expect(await countFailedDrafts(db)).toBe(0);
});

test('a discarded draft is no part of a release any more', async () => {
  const { key } = await aProduct();
  const part = await waiting(key, { name: 'Первая' });
  const release = await aRelease([part]);
  await db.updateTable('drafts').set({ discarded_at: now }).where('id', '=', Number(part.id)).execute();
  const [item] = await readItems(db, release, now);
  expect(item?.row).toBeNull();
});
