import { expect, test } from 'vitest';
import { listCarryingRates } from '#modules/orders/carrying.ts';
import { commandRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { CommandFailure } from './command.ts';
import { commands } from './delivery.ts';

const { db, url } = await testDatabase();
const shop = commandRunner(commands, { db, url });
await makeBranches(db);
await db
  .insertInto('delivery_zones')
  .values({ department_id_1c: '00131', name: 'Город', places: ['вологда'], days_min: 1, days_max: 1 })
  .execute();
const list = async () => (await shop('delivery list', ['Вологда'])).text.replaceAll('\u00a0', ' ');

test('the owner sets hours with their places and tariffs, reads them and takes them away', async () => {
  await shop('delivery slot', ['00131', 'Город', '09:00-12:00'], { places: '8' });
  await shop('delivery slot', ['vologda', 'Город', '12:00-15:00']);
  await shop('delivery carrying', ['00131', 'stairs'], { price: '18', step: '50', min: '450' });
  expect(await list()).toBe(
    [
      'Город: Вологда',
      '  09:00-12:00: 8 заказов в день',
      '  12:00-15:00: без ограничения',
      'Поднять по лестнице (stairs): 18 ₽ за каждые 50 кг на каждый этаж, не меньше 450 ₽',
    ].join('\n'),
  );
  await shop('delivery slot', ['00131', 'Город', '09:00-12:00'], { places: '1' });
  await shop('delivery slot', ['00131', 'Город', '12:00-15:00'], { remove: true });
  await shop('delivery carrying', ['00131', 'stairs'], { price: '20.50', step: '10', min: '0' });
  expect(await list()).toContain(
    '1 заказ в день\nПоднять по лестнице (stairs): 20,50 ₽ за каждые 10 кг на каждый этаж',
  );
  await shop('delivery carrying', ['00131', 'stairs'], { remove: true });
  expect(await listCarryingRates(db, '00131')).toEqual([]);
});

test('what is no tariff and no time is refused in words, and nothing changes', async () => {
  const before = await list();
  const wrong: [string, string[], Record<string, string | boolean>][] = [
    ['delivery carrying', ['00131', 'crane'], { price: '10', step: '50', min: '0' }],
    ['delivery carrying', ['00131', 'lift'], { step: '50', min: '0' }],
    ['delivery carrying', ['00131', 'lift'], { price: '-1', step: '50', min: '0' }],
    ['delivery carrying', ['00131', 'lift'], { remove: true }],
    ['delivery slot', ['00131', 'Город', '9-12'], {}],
    ['delivery slot', ['00131', 'Город', '12:00-09:00'], {}],
    ['delivery slot', ['00131', 'Город', '09:00-13:00'], { places: '0' }],
    ['delivery slot', ['00131', 'Луна', '09:00-13:00'], {}],
    ['delivery pickup', ['00131', '10'], {}],
    ['delivery pickup', ['00131', '60'], { places: '0' }],
    ['delivery pickup', ['99999', '60'], {}],
    ['delivery list', ['Луна'], {}],
  ];
  for (const [name, words, options] of wrong)
    await expect(shop(name, words, options), `${name} ${words.join(' ')}`).rejects.toThrow(CommandFailure);
  expect(await list()).toBe(before);
});

test('a pickup point offers its hours in slots of the owner’s length, or none', async () => {
  const slots = async () =>
    Object.values(
      (await db
        .selectFrom('departments')
        .select(['pickup_slot_minutes', 'pickup_slot_places'])
        .where('id_1c', '=', '00132')
        .executeTakeFirst())!,
    );
  await shop('delivery pickup', ['00132', '60'], { places: '4' });
  expect(await slots()).toEqual([60, 4]);
  await shop('delivery pickup', ['00132', '60']);
  expect(await slots()).toEqual([60, null]);
  await shop('delivery pickup', ['00132', 'off']);
  expect(await slots()).toEqual([null, null]);
});
