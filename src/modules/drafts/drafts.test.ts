import { expect, test } from 'vitest';
import type { ProductChange } from '#modules/catalogue/product-schema.ts';
import { createAttribute } from '#modules/catalogue/save-attribute.ts';
import { saveProduct } from '#modules/catalogue/save-product.ts';
import { readStaffProduct } from '#modules/catalogue/staff-product.ts';
import { readSettings } from '#modules/settings/read-setting.ts';
import { ensure } from '#shared/ensure.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { readDraft, waitingDraft } from './drafts.ts';
import type { DraftKey, Fields } from './kinds.ts';
import { publishDraft, recallDraft } from './publish-draft.ts';
import { discardDraft, planDraft, saveDraft, settleDraft } from './save-draft.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const now = new Date('2090-11-20T09:00:00Z');
const author = {
  user_id: (await makeStaff(db, ['content'], { full_name: 'Ксения Словова' })).id,
  full_name: 'Ксения Словова',
};

async function aProduct(): Promise<{ id: number; key: DraftKey }> {
  const { id } = await makeProduct(db, { name: 'Штукатурка Гладь', article: 'A-7', category_id: category.id });
  return { id, key: { resource: 'products', record_id: String(id) } };
}

const save = (key: DraftKey, fields: Fields, version: number | null = null) =>
  db.transaction().execute((db) => saveDraft(db, key, { fields, version }, author, now));
const publish = (id: number) => db.transaction().execute((db) => publishDraft(db, id, 'Вера Хозяева', now));
const product = async (id: number) => ensure(await readStaffProduct(db, id));
const change = async (id: number, fields: ProductChange) => {
  const before = await product(id);
  await db.transaction().execute((db) => saveProduct(db, before, fields, now));
};
const need = async (key: DraftKey) => ensure(await waitingDraft(db, key));

test('fields wait over a product that stays as it is, and stand in it once they are published', async () => {
  const { id, key } = await aProduct();
  await save(key, { name: 'Штукатурка Гладь 30 кг', weight_grams: 31_000 });
  expect((await product(id)).name).toBe('Штукатурка Гладь');
  const draft = await need(key);
  expect(draft).toMatchObject({
    title: 'Штукатурка Гладь',
    author: 'Ксения Словова',
    base: { name: 'Штукатурка Гладь' },
    version: 1,
  });
  const line = await publish(draft.id);
  expect(await product(id)).toMatchObject({ name: 'Штукатурка Гладь 30 кг', weight_grams: 31_000 });
  expect(line).toMatchObject({
    resource: 'products',
    record_id: String(id),
    words: 'Товар «Штукатурка Гладь»: название, вес. Из черновика (Ксения Словова)',
    before: { name: 'Штукатурка Гладь' },
    after: { name: 'Штукатурка Гладь 30 кг', weight_grams: 31_000 },
  });
  expect(await waitingDraft(db, key)).toBeNull();
  await expect(publish(draft.id)).rejects.toMatchObject({ code: 'not_found' });
});

test('further fields come to those that wait; one that is as on the site waits no more, and nothing is no draft', async () => {
  const { key } = await aProduct();
  await save(key, { name: 'Гладь' });
  await save(key, { article: 'ГЛ-30' }, 1);
  expect((await need(key)).patch).toEqual({ name: 'Гладь', article: 'ГЛ-30' });
  await save(key, { name: 'Штукатурка Гладь' }, 2);
  expect((await need(key)).patch).toEqual({ article: 'ГЛ-30' });
  await expect(save(key, { article: 'A-7' }, 3)).rejects.toMatchObject({
    message: 'В черновике ничего не осталось: отмените его',
  });
  const { key: other } = await aProduct();
  await expect(save(other, { name: 'Штукатурка Гладь' })).rejects.toMatchObject({
    message: 'Поля такие же, как сейчас на сайте',
  });
});

test('what the product’s own verb refuses is refused when the draft is saved, at its field, and nothing of it stays', async () => {
  const [{ id }, { key }] = [await aProduct(), await aProduct()];
  const { slug } = await product(id);
  await expect(save(key, { slug })).rejects.toMatchObject({
    details: { fields: { slug: 'Адрес занят товаром «Штукатурка Гладь»' } },
  });
  expect(await waitingDraft(db, key)).toBeNull();
});

test('whoever has not seen the draft as it stands changes, dates and discards nothing of it', async () => {
  const { key } = await aProduct();
  await save(key, { name: 'Гладь' });
  await expect(save(key, { name: 'Иначе' })).rejects.toMatchObject({ code: 'draft_changed' });
  await save(key, { name: 'Иначе' }, 1);
  const late = { version: 1, publish_at: new Date('2090-12-01T06:00:00Z') };
  await expect(db.transaction().execute((db) => planDraft(db, key, late, now))).rejects.toMatchObject({
    code: 'draft_changed',
  });
  await expect(db.transaction().execute((db) => discardDraft(db, key, 1, now))).rejects.toMatchObject({
    code: 'draft_changed',
  });
  await expect(
    db.transaction().execute((db) => planDraft(db, key, { version: 2, publish_at: now }, now)),
  ).rejects.toMatchObject({ details: { fields: { publish_at: 'Это время уже прошло' } } });
  await db.transaction().execute((db) => discardDraft(db, key, 2, now));
  expect(await waitingDraft(db, key)).toBeNull();
  await save(key, { name: 'Снова' });
});

test('other fields that somebody changed meanwhile stay as they are', async () => {
  const { id, key } = await aProduct();
  await save(key, { name: 'Гладь' });
  await change(id, { article: 'ГЛ-30' });
  await publish((await need(key)).id);
  expect(await product(id)).toMatchObject({ name: 'Гладь', article: 'ГЛ-30' });
});

test('a field that somebody changed meanwhile is asked about: one’s own is taken, or theirs, and then nothing is left', async () => {
  const { id, key } = await aProduct();
  await save(key, { name: 'Гладь', article: 'ГЛ-30' });
  await change(id, { name: 'Штукатурка гипсовая' });
  const { id: draft } = await need(key);
  await expect(publish(draft)).rejects.toMatchObject({ code: 'changed', details: { names: ['name'] } });
  const settle = (mine: string[], version: number) =>
    db.transaction().execute((db) => settleDraft(db, key, { version, mine }, author, now));
  expect(await settle(['name'], 1)).toBe(true);
  expect(await need(key)).toMatchObject({ base: { name: 'Штукатурка гипсовая', article: 'A-7' }, version: 2 });
  await change(id, { name: 'Штукатурка белая' });
  expect(await settle([], 2)).toBe(true);
  expect((await need(key)).patch).toEqual({ article: 'ГЛ-30' });
  await publish(draft);
  expect(await product(id)).toMatchObject({ name: 'Штукатурка белая', article: 'ГЛ-30' });
  await save(key, { article: 'ГЛ-25' });
  await change(id, { article: 'ГЛ-20' });
  expect(await settle([], 1)).toBe(false);
  expect(await waitingDraft(db, key)).toBeNull();
});

test('fields of 1C become the shop’s when the draft is published, not before', async () => {
  const { id, key } = await aProduct();
  await db.updateTable('products').set({ id_1c: crypto.randomUUID() }).where('id', '=', id).execute();
  await save(key, { name: 'Гладь' });
  const owners = () => db.selectFrom('field_owners').select('field').where('product_id', '=', id).execute();
  expect(await owners()).toEqual([]);
  await publish((await need(key)).id);
  expect(await owners()).toEqual([{ field: 'name' }]);
});

test('[rule 6] a published draft that is taken back leaves to 1C what it took, and nothing that the shop led before', async () => {
  const { id, key } = await aProduct();
  await db.updateTable('products').set({ id_1c: crypto.randomUUID() }).where('id', '=', id).execute();
  await change(id, { article: 'ГЛ-20' });
  await save(key, { name: 'Гладь', article: 'ГЛ-30' });
  const { id: draft } = await need(key);
  expect(await publish(draft)).toMatchObject({ before: { not_owned: ['name'] }, after: { not_owned: [] } });
  const led = async () =>
    (
      await db
        .selectFrom('field_owners')
        .select('field')
        .where('product_id', '=', id)
        .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', new Date())]))
        .orderBy('field')
        .execute()
    ).map(({ field }) => field);
  expect(await led()).toEqual(['article', 'name']);
  await db.transaction().execute((db) => recallDraft(db, draft, now));
  expect(await led()).toEqual(['article']);

  const { id: group } = await makeCategory(db, 'krepyozh', 'Крепёж');
  await db.updateTable('categories').set({ id_1c: 'g1' }).where('id', '=', group).execute();
  await db
    .insertInto('onec_groups')
    .values({ id_1c: 'g1', classifier_id_1c: 'c1', name: 'Крепёж', category_id: group })
    .execute();
  const over: DraftKey = { resource: 'categories', record_id: String(group) };
  await save(over, { name: 'Крепёж для дома', short_name: 'Крепёж' });
  const { id: second } = await need(over);
  await publish(second);
  const category = db.selectFrom('categories').select(['name', 'own_fields']).where('id', '=', group);
  expect(await category.executeTakeFirst()).toEqual({ name: 'Крепёж для дома', own_fields: ['name'] });
  await db.transaction().execute((db) => recallDraft(db, second, now));
  expect(await category.executeTakeFirst()).toEqual({ name: 'Крепёж', own_fields: [] });
});

test('a published draft is taken back and waits again; not while another one waits', async () => {
  const { id, key } = await aProduct();
  await save(key, { name: 'Гладь' });
  const { id: draft } = await need(key);
  await publish(draft);
  const recall = () => db.transaction().execute((db) => recallDraft(db, draft, now));
  const line = await recall();
  expect(line).toMatchObject({ before: { name: 'Гладь' }, after: { name: 'Штукатурка Гладь' } });
  expect((await product(id)).name).toBe('Штукатурка Гладь');
  expect(await need(key)).toMatchObject({ id: draft, patch: { name: 'Гладь' } });
  await publish(draft);
  await save(key, { name: 'Третья' });
  await expect(recall()).rejects.toMatchObject({ message: 'над записью уже ждёт новый черновик' });
  expect((await readDraft(db, draft))?.published_at).not.toBeNull();
});

test('two who save over the same record at once leave one draft, and one of them is told', async () => {
  const { key } = await aProduct();
  const answers = await Promise.allSettled([save(key, { name: 'Одна' }), save(key, { name: 'Другая' })]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(Object.keys((await need(key)).patch)).toEqual(['name']);
});

test('texts of a branch wait; its hours, another filter of an attribute, and requisites are saved at once or not at all', async () => {
  const branch: DraftKey = { resource: 'branches', record_id: '00131' };
  await save(branch, { address: 'ул. Новая, 7' });
  expect(await need(branch)).toMatchObject({ department_id_1c: '00131', patch: { address: 'ул. Новая, 7' } });
  const immediate = 'Это поле в черновик не откладывают: сохраните его сразу';
  await expect(save(branch, { hours: [] }, 1)).rejects.toMatchObject({ details: { fields: { hours: immediate } } });
  const shop: DraftKey = { resource: 'settings', record_id: 'company' };
  await expect(save(shop, { inn: '7707083893' })).rejects.toMatchObject({ details: { fields: { inn: immediate } } });
  await expect(save({ resource: 'settings', record_id: 'orders' }, { proposal_hours: 8 })).rejects.toMatchObject({
    code: 'not_found',
  });
  const { id } = await createAttribute(db, { name: 'Цвет', type: 'enum', unit: null, filter: null });
  const attribute: DraftKey = { resource: 'attributes', record_id: String(id) };
  await expect(save(attribute, { filter: 'values' })).rejects.toMatchObject({
    details: { fields: { filter: immediate } },
  });
});

test('settings, words of an email and an attribute are published by their own verbs and checks', async () => {
  const shop: DraftKey = { resource: 'settings', record_id: 'company' };
  await expect(save(shop, { vk_url: 'вк' })).rejects.toMatchObject({
    details: { fields: { vk_url: 'Адрес страницы: https://vk.com/…' } },
  });
  await save(shop, { name: 'ООО «Новый дом»' });
  const words: DraftKey = { resource: 'email_texts', record_id: 'order_placed~' };
  await expect(save(words, { lead: '{чего-то нет}' })).rejects.toMatchObject({
    details: { fields: { lead: expect.stringContaining('Нет подстановки') } },
  });
  await save(words, { lead: 'Спасибо, что выбрали нас.' });
  const { id } = await createAttribute(db, { name: 'Длина', type: 'number', unit: 'м', filter: null });
  const attribute: DraftKey = { resource: 'attributes', record_id: String(id) };
  await save(attribute, { unit: 'мм' });
  for (const [key, before, after, sentence] of [
    [shop, { name: 'ООО «ИДД»' }, { name: 'ООО «Новый дом»' }, 'Настройки «Магазин» изменены'],
    [words, { lead: null }, { lead: 'Спасибо, что выбрали нас.' }, 'Слова письма «Заказ принят» изменены'],
    [attribute, { unit: 'м' }, { unit: 'мм' }, 'Изменено свойство «Длина»'],
  ] as const) {
    const line = await publish((await need(key)).id);
    expect(line).toMatchObject({ before, after, words: `${sentence}. Из черновика (Ксения Словова)` });
  }
  expect((await readSettings(db)).company.name).toBe('ООО «Новый дом»');
});
