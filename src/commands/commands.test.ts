import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOutline } from '#modules/departments/outline.ts';
import { commandRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { makeBranches } from '#test/support/shop.ts';
import { resourceWords } from '../../admin/src/journal/record-places.ts';
import { commands } from './commands.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const run = commandRunner<unknown>(commands, { db, url });

/** They only read, or work on the database as a whole. */
const readers = [
  ...['migrate', 'config check', 'config domain', 'backup', 'restore', 'demo', 'demo logins', 'demo remove', 'reindex'],
  ...['forms list', 'forms show', 'forms file', 'orders list', 'orders show', 'payments list', 'payments show'],
  ...['tickets list', 'tickets show', 'leads list', 'leads show', 'mails list', 'outgoing show', 'reviews list'],
  ...['reviews show', 'questions list', 'questions show', 'cards show', 'codes list', 'staff list', 'company list'],
  ...['requisites show', 'settings list', 'units list', 'delivery list', 'landings list', 'landings preview'],
  ...['fortune list', 'fortune verify', 'synonyms list', 'synonyms missed', 'onec nodes', 'onec catalogs'],
  ...['onec sessions', 'onec packages', 'onec packages show', 'onec packages rows', 'onec map unknown'],
  ...['onec map groups', 'onec map properties', 'onec map units', 'onec guards', 'onec own', 'prices pins'],
  ...[
    'onec orders',
    'onec orders show',
    'onec orders files',
    'onec orders unknown',
    'api-keys list',
    'webhooks list',
    'webhooks tries',
    'goods-file maps',
  ],
  ...['goods-file list', 'goods-file log'],
];

const folder = await testFolder();

const lines = () =>
  db.selectFrom('audit_log').select(['who', 'verb', 'resource', 'record_id', 'words']).orderBy('id').execute();

test('every command that changes the shop says what, in a word that the journal knows', () => {
  const silent = commands.filter(({ changes }) => changes === undefined).map(({ name }) => name);
  expect(silent.sort()).toEqual(readers.sort());
  const unknown = commands.filter(({ changes }) => changes && !(changes in resourceWords));
  expect(unknown.map(({ name }) => name)).toEqual([]);
});

test('[17] what the terminal does stands in the journal of the back office, without what its options say', async () => {
  await run('settings set', ['company', 'name', 'ООО «ИДД Север»']);
  await run('onec nodes create', ['roznica'], { name: 'Розница', password: 'очень-тайный-пароль-17' });
  expect(await lines()).toEqual([
    {
      who: 'терминал',
      verb: 'shop settings set',
      resource: 'settings',
      record_id: 'company',
      words: expect.stringContaining('Команда «shop settings set company name ООО «ИДД Север»»'),
    },
    expect.objectContaining({ verb: 'shop onec nodes create', resource: 'onec-nodes', record_id: 'roznica' }),
  ]);
  const said = await db.selectFrom('audit_log').select('words').where('words', 'like', '%тайный%').execute();
  expect(said).toEqual([]);
});

test('[3.8] a line about people is kept one year, and of an email only the beginning stands in it', async () => {
  const person = { email: 'gleb@idd.example', name: 'Глеб Кладов', roles: 'pickup' };
  await run('staff create', [], person);
  await run('staff dismiss', [person.email]);
  const last = db.selectFrom('audit_log').select(['words', 'record_id', 'at', 'keep_until']).orderBy('id', 'desc');
  const line = await last.executeTakeFirstOrThrow();
  expect(line.record_id).toBe('g•••@idd.example');
  expect(line.words).toContain('Команда «shop staff dismiss g•••@idd.example»');
  expect(line.keep_until.getTime() - line.at.getTime()).toBeLessThan(367 * 86_400_000);
});

test('[17] a command that reads, or only shows what it would do, or is refused leaves no line', async () => {
  const before = (await lines()).length;
  await run('settings list');
  await run('onec map');
  await expect(run('settings set', ['company', 'inn', '123'])).rejects.toThrow();
  expect(await lines()).toHaveLength(before);
});

test('the owner gives the rivers and roads around the points of a branch by a file, and takes them away', async () => {
  const file = async (name: string, content: string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const river = (coordinates: [number, number][]) =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { waterway: 'river', name: 'Вологда' },
          geometry: { type: 'LineString', coordinates },
        },
        { type: 'Feature', properties: { building: 'yes' }, geometry: { type: 'Point', coordinates: [39.9, 59.2] } },
      ],
    });
  const good = await file(
    'good.geojson',
    river([
      [39.85, 59.21],
      [39.9, 59.23],
    ]),
  );
  const source = '© участники OpenStreetMap';
  const outline = (path: string[], values: Record<string, string | boolean>) =>
    run('departments outline', ['vologda', ...path], values);
  await expect(outline([good], { source })).rejects.toThrow('У филиала нет координат');
  await db
    .updateTable('departments')
    .set({ latitude: '59.2205', longitude: '39.8915' })
    .where('id_1c', '=', '00131')
    .execute();
  const { text } = await outline([good], { source });
  expect(text.replaceAll('\u00a0', ' ').split('\n')).toEqual([
    'Вологда: на схеме 1 линия, 2 точки.',
    '  реки и берега — 1: Вологда',
    'Не взято:',
    '  не реки и не дороги для схемы (здания, проезды, тропы, точки) — 1',
  ]);
  const stands = await readOutline(db, '00131');
  expect(stands).toMatchObject({ source, lines: [{ kind: 'water', name: 'Вологда' }] });

  const refusals: [path: string[], values: Record<string, string | boolean>, words: string][] = [
    [[good], {}, 'Назовите источник'],
    [[], { source }, 'Не указан ФАЙЛ'],
    [[join(folder, 'none.geojson')], { source }, 'Файл не найден'],
    [[folder], { source }, 'Файл не найден'],
    [[await file('bad.geojson', '{')], { source }, 'не читается как JSON'],
    [[await file('other.geojson', '{"type":"Feature"}')], { source }, 'Это не GeoJSON'],
    [
      [
        await file(
          'swapped.geojson',
          river([
            [59.21, 39.85],
            [59.23, 39.9],
          ]),
        ),
      ],
      { source },
      'переставлены',
    ],
    [[await file('large.geojson', ' '.repeat(20 * 1024 * 1024 + 1))], { source }, 'больше 20 МБ'],
  ];
  for (const [path, values, words] of refusals) await expect(outline(path, values), words).rejects.toThrow(words);
  expect(await readOutline(db, '00131')).toEqual(stands);

  expect((await outline([], { remove: true })).text).toBe('Вологда: убрано, на схеме одни пункты.');
  expect(await readOutline(db, '00131')).toBeNull();
  await expect(outline([], { remove: true })).rejects.toThrow('и не было');
  expect((await lines()).filter(({ verb }) => verb === 'shop departments outline')).toHaveLength(2);
});
