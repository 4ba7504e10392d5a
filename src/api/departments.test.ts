import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);

const ask = () => app.inject({ url: '/api/expro/departments/', headers: { host: 'idd.localhost' } });

test('[S7-01] the list of departments is answered without cache', async () => {
  const answer = await ask();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toHaveLength(3);
});

test('[S3-01] a department carries all its fields', async () => {
  const vologda = (await ask()).json().find(({ id_1c }: { id_1c: string }) => id_1c === '00131');
  expect(vologda).toMatchObject({
    id_1c: '00131',
    parent: '00046',
    name_for_site: 'Вологда',
    names_cases: { nominative: 'Вологда', genitive: 'Вологды', prepositional: 'Вологде' },
    domain: 'vologda',
    is_pick_up_point: false,
    base_price: 'vologda',
    address: 'ул. Гончарная, 2',
    work_time: 'Пн–Пт 09:00–20:00;Сб–Вс 10:00–20:00',
    phones: { main: '+7 (8172) 00-35-35|+7 (8172) 00-35-36' },
    city: 'Вологда',
    phones_list: ['+7-817-200-35-35', '+7-817-200-35-36'],
    work_time_lines: ['Пн–Пт 09:00–20:00', 'Сб–Вс 10:00–20:00'],
    time_zone: 'Europe/Moscow',
  });
  expect(Object.keys(vologda.names_cases)).toHaveLength(6);
  expect(vologda).toHaveProperty('yandex_map_link');
  expect(vologda.hours).toHaveLength(7);
});

test('[S3-02] a city is id_1c, name_for_site and domain', async () => {
  const cities = (await ask()).json().filter((department: { parent: string }) => department.parent === '00046');
  expect(cities.map(({ id_1c, name_for_site, domain }: never) => [id_1c, name_for_site, domain])).toContainEqual([
    '00052',
    'Череповец',
    'cherepovets',
  ]);
});
