import { expect, test } from 'vitest';
import { viewedCookie, writeIds } from '#shared/lists.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const plaster = await makeCategory(db, 'shtukaturki', 'Штукатурки', mixes.id);
const tools = await makeCategory(db, 'instrument', 'Инструмент');
const garden = await makeCategory(db, 'sad', 'Сад');
for (let n = 1; n <= 7; n++)
  await makeProduct(db, { name: `Штукатурка ${n}`, category_id: plaster.id, popularity: 100 - n });
await makeProduct(db, { name: 'Шпатель', category_id: tools.id, popularity: 5 });
await makeProduct(db, { name: 'Лопата', category_id: garden.id, popularity: 9 });
await makeProduct(db, { name: 'Грабли', category_id: garden.id, popularity: 90, on_hand: 0 });
const app = await testApp(db);

test('a page that is not there shows the best seller of each department first, then the best of all; nothing sold out', async () => {
  const answer = await app.inject({ url: '/net-takoy-stranicy/', headers: { host: 'idd.localhost' } });
  expect(answer.statusCode).toBe(404);
  const names = [...answer.body.matchAll(/<article class="card"[\s\S]*?<\/article>/g)].map(
    ([card]) => /Штукатурка \d|Шпатель|Лопата|Грабли/.exec(card.replaceAll('\u00a0', ' '))?.[0],
  );
  expect(names[0]).toBe('Штукатурка 1');
  expect(names.slice(1, 3).sort()).toEqual(['Лопата', 'Шпатель']);
  expect(names.slice(3)).toEqual(['Штукатурка 2', 'Штукатурка 3']);
  // «Штукатурка 1» carries the mark in each list alike: the best of its section among the best-selling twentieth.
  const list = await app.inject({ url: '/category/shtukaturki/', headers: { host: 'idd.localhost' } });
  expect(list.body).toContain('>Хит<');
  expect(answer.body).toContain('>Хит<');
});

test('a list of few goods says what others buy in a whole row, none of its own', async () => {
  const own = await db.selectFrom('products').select('id').where('name', 'in', ['Штукатурка 1', 'Лопата']).execute();
  const cookie = `${viewedCookie}=${writeIds(own.map(({ id }) => id))}`;
  const answer = await app.inject({ url: '/viewed/', headers: { host: 'idd.localhost', cookie } });
  const [, popular = ''] = answer.body.split('Часто покупают');
  const names = [...popular.matchAll(/<article class="card"[\s\S]*?<\/article>/g)].map(
    ([card]) => /Штукатурка \d|Шпатель|Лопата|Грабли/.exec(card.replaceAll('\u00a0', ' '))?.[0],
  );
  expect(names).toEqual(['Шпатель', 'Штукатурка 2', 'Штукатурка 3', 'Штукатурка 4', 'Штукатурка 5']);
});

test('a list whose goods lead to others for the job offers those instead of what is often bought', async () => {
  const idOf = async (name: string) =>
    (await db.selectFrom('products').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  const own = [await idOf('Штукатурка 6'), await idOf('Штукатурка 7')];
  const links = [
    [own[0], 'Штукатурка 3', 0],
    [own[0], 'Шпатель', 1],
    [own[1], 'Шпатель', 0],
    [own[1], 'Лопата', 1],
    [own[1], 'Грабли', 2],
    [own[1], 'Штукатурка 6', 3],
  ] as const;
  for (const [product_id, name, position] of links)
    await db
      .insertInto('product_links')
      .values({ product_id: Number(product_id), linked_product_id: await idOf(name), kind: 'for_job', position })
      .execute();
  const cookie = `${viewedCookie}=${writeIds(own)}`;
  const answer = await app.inject({ url: '/viewed/', headers: { host: 'idd.localhost', cookie } });
  expect(answer.body).not.toContain('Часто покупают');
  const [, row = ''] = answer.body.split('Пригодится вместе с');
  const names = [...row.matchAll(/<article class="card"[\s\S]*?<\/article>/g)].map(
    ([card]) => /Штукатурка \d|Шпатель|Лопата|Грабли/.exec(card.replaceAll('\u00a0', ' '))?.[0],
  );
  // Most lead to the spatula; rakes are sold out, and the list's own plaster is offered nowhere.
  expect(names).toEqual(['Шпатель', 'Штукатурка 3', 'Лопата']);
});
