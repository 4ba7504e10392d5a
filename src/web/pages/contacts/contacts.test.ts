import { expect, test } from 'vitest';
import { describeDepartment } from '#modules/departments/details.ts';
import { replaceOutline } from '#modules/departments/outline.ts';
import { invalidateCaches } from '#platform/cache.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const picture = 'uploads/ab/dver.webp';
await describeDepartment(db, '00132', { way_in: 'Вход с торца', entrance_image: picture });
const app = await testApp(db);

test('[S2-03] a point without a number of its own is reached by that of its branch; other cities have their contacts', async () => {
  const page = await formVisitor(app).get('/contacts/');
  const [, point = ''] = page.text.split('Окружное');
  expect(point).toMatch(/\+7-817-200-35-35 телефон магазина/);
  expect(page.text, 'the branch by its departments').toMatch(
    /Розничный отдел.*Заказать звонок .*Контакт-центр всех городов [^З]*Написать/,
  );
  expect(page.text).toMatch(/ответим на почту до (\d\d:\d\d|конца дня) во? [а-я]+, \d+ [а-я]+\./);
  expect(page.text).toContain('обработку персональных данных для этого обращения');
  expect(page.text, 'nothing is offered beside a complaint').not.toContain('Хочу получать');
  expect(page.text).toMatch(/Контакты в других городах Череповец 1 пункт/);
  expect(page.html).toMatch(/href="http:\/\/cherepovets\.idd\.localhost(:\d+)?\/contacts\/"/);
});

test('rivers and streets lie under the scheme where the branch has given them, and their source stands below', async () => {
  const place = (id_1c: string, latitude: string, longitude: string) =>
    db.updateTable('departments').set({ latitude, longitude }).where('id_1c', '=', id_1c).execute();
  await place('00131', '59.2205', '39.8915');
  await place('00132', '59.251', '39.951');
  invalidateCaches(['departments']);
  const outlineOf = async (points: string) =>
    (await app.inject(`/api/_visitor/points-outline?points=${points}`)).json();
  const before = await formVisitor(app).get('/contacts/');
  expect(before.html).toContain('pmap__rings');
  expect(before.html).not.toContain('pmap__outline');
  expect(await outlineOf('00131,00132')).toEqual({ outline: null });

  const points: [number, number][] = [
    [59.21, 39.8],
    [59.235, 39.92],
    [59.24, 40],
  ];
  await db.transaction().execute((db) =>
    replaceOutline(db, '00131', {
      source: '© участники OpenStreetMap',
      lines: [{ kind: 'water', name: 'Вологда', points }],
    }),
  );
  invalidateCaches(['departments']);
  const page = await formVisitor(app).get('/contacts/');
  expect(page.html).toMatch(/<g class="pmap__outline"[^>]* aria-hidden="true">.*<path id="[^"]+water" d="M/);
  expect(page.html).toMatch(/<text class="pmap__name pmap__name--water"[^>]*>Вологда</);
  expect(page.text).toContain('© участники OpenStreetMap');

  expect(await outlineOf('00131,00132')).toMatchObject({ outline: { source: '© участники OpenStreetMap' } });
  expect(await outlineOf('00131,00052'), 'one point of this branch makes no scheme').toEqual({ outline: null });
  expect(await outlineOf('00131,00131')).toEqual({ outline: null });
  expect((await app.inject('/api/_visitor/points-outline')).statusCode).toBe(422);
  const asked = await Promise.all(
    Array.from({ length: 60 }, () => app.inject('/api/_visitor/points-outline?points=0')),
  );
  expect(
    asked.some(({ statusCode }) => statusCode === 429),
    'a network asks so often and no more',
  ).toBe(true);
});

test('[S2-03] the picture of an entrance stands with its point alone, comes when it is looked at, opens large and is told to robots', async () => {
  const { html } = await formVisitor(app).get('/contacts/');
  const pictures = html.match(/<img[^>]*dver[^>]*>/g) ?? [];
  expect(pictures).toHaveLength(1);
  expect(pictures[0]).toMatch(/alt="Вход, Окружное[^"]*"/);
  expect(pictures[0]).toContain('loading="lazy"');
  expect(pictures[0]).toMatch(/s_720x400[^"]* 2x"/);
  expect(html).toMatch(/<a class="pic entrance" href="[^"]*fit_contain\/uploads\/ab\/dver\.webp"/);
  expect(html).toMatch(/"image":"http[^"]*s_1280x720[^"]*dver\.webp"/);
  const gate = await formVisitor(app).get('/qr/d/00132/');
  expect(gate.html).toMatch(/<img[^>]*alt="Вход, г[^"]*Окружное[^"]*"/);
});
