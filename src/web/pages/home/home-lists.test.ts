import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const doors = await makeCategory(db, 'dveri', 'Двери');
const garden = await makeCategory(db, 'sad', 'Сад');

async function lowered(name: string, category_id: number, was: number, price: number, popularity = 1, on_hand = 100) {
  const { id } = await makeProduct(db, { name, category_id, price: was, popularity, on_hand });
  await db.updateTable('prices').set({ price, old_price: was }).where('product_id', '=', id).execute();
}
for (let n = 1; n <= 5; n++) await lowered(`Крестики ${n}`, mixes.id, 4_000, 3_000, 10 - n);
await lowered('Грунтовка ходовая', mixes.id, 50_000, 45_000, 100);
await lowered('Полотно дверное', doors.id, 900_000, 810_000);
await lowered('Секатор', garden.id, 100_000, 88_000);
await lowered('Тачка проданная', garden.id, 600_000, 300_000, 500, 0);
const app = await testApp(db);

test('the row of promotions holds the best lowered product of each department, then the deepest discounts; nothing sold out', async () => {
  const { body } = await app.inject({ url: '/', headers: { host: 'idd.localhost' } });
  const row = body.slice(body.indexOf('Акции Вологды'), body.indexOf('Новинки'));
  const names = [...row.matchAll(/<article class="card"[\s\S]*?<\/article>/g)].map(
    ([card]) => /Крестики \d|Грунтовка|Полотно|Секатор|Тачка/.exec(card.replaceAll('\u00a0', ' '))?.[0],
  );
  expect(names.slice(0, 3)).toEqual(['Полотно', 'Секатор', 'Грунтовка']);
  expect(names.slice(3)).toEqual(['Крестики 1', 'Крестики 2']);
});
