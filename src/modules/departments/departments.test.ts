import { expect, onTestFinished, test, vi } from 'vitest';
import { invalidateCaches } from '#platform/cache.ts';
import { Refusal } from '#platform/refusal.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { branchesOf, departmentDirectory, pointsOf } from './directory.ts';
import { answerHost, branchOrigin, configuredOrigin, hostName, isLocalHost, isShopHost } from './hosts.ts';
import { type Outline, type OutlineLine, readOutline, removeOutline, replaceOutline } from './outline.ts';
import { type Department, priceContextOf } from './queries.ts';
import { resolveDepartment } from './resolve-department.ts';

const { db } = await testDatabase();
await makeBranches(db);
const departments = await departmentDirectory(db);
const vologda = departments.find(({ id_1c }) => id_1c === '00131')!;
const cherepovets = departments.find(({ id_1c }) => id_1c === '00052')!;
const main = 'idd.localhost';
const demonstration = { MAIN_DOMAIN: main, isDemonstration: true, PORT: 3000 };
const ownShop = { MAIN_DOMAIN: 'shop.example', isDemonstration: false, PORT: 3000 };

const answer = (host: string) => answerHost(hostName(host), departments, demonstration);

test('[S1-02] the host names the branch, and the branch its price column and store', () => {
  expect(answer('idd.localhost:3000').department).toBe(vologda);
  expect(answer('Cherepovets.IDD.localhost').department).toBe(cherepovets);
  expect(priceContextOf(cherepovets)).toEqual({
    department_id_1c: '00052',
    price_column: 'cherepovets',
    buyer_price_column: null,
    store: 'store52',
  });
});

test('[S9-02] a branch lives only under the main domain of the settings', () => {
  expect(answer('cherepovets.shop.example').kind).toBe('unknown');
  expect(answer('paris.idd.localhost').kind).toBe('unknown');
  expect(answer('evil-idd.localhost').kind).toBe('unknown');
  expect(answerHost('cherepovets.shop.example', departments, ownShop).department).toBe(cherepovets);
});

test('[S9-02] the label of the main branch has moved to the main domain itself', () => {
  expect(answer('vologda.idd.localhost')).toMatchObject({ kind: 'moved', department: { id_1c: '00131' } });
});

test('[S1-02] localhost and loopback show the main branch, and are no host of the shop', () => {
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) {
    expect(answer(host)).toMatchObject({ kind: 'branch', department: { id_1c: '00131' } });
    expect(isShopHost(hostName(host), main)).toBe(false);
  }
});

test('[S9-03] branch 00131 is served from store12, others from store + id without leading zeros', () => {
  expect(vologda.store).toBe('store12');
  expect(cherepovets.store).toBe('store52');
  expect(departments.find(({ id_1c }) => id_1c === '00132')!.store).toBe('store132');
});

test('[S9-03] the id 00012 is refused, because its store would be that of 00131', async () => {
  const twin = { ...(await rowOf('00052')), id_1c: '00012', domain: 'twin' };
  await expect(db.insertInto('departments').values(twin).execute()).rejects.toThrow(/check/);
});

test('[S9-03] the city list has one row per domain; a point belongs to the branch of its domain', () => {
  expect(branchesOf(departments).map(({ domain }) => domain)).toEqual(['vologda', 'cherepovets']);
  expect(pointsOf(departments, vologda).map(({ id_1c }) => id_1c)).toEqual(['00131', '00132']);
});

test('[S2-39] cities stand in the order of the Russian alphabet, ё beside е', () => {
  const named = (name_for_site: string) => ({ ...cherepovets, name_for_site }) as Department;
  const cities = ['Ярославль', 'Ёлкино', 'Вологда', 'Елец', 'Жуков', 'великий Устюг'].map(named);
  expect(branchesOf(cities).map(({ name_for_site }) => name_for_site)).toEqual([
    'великий Устюг',
    'Вологда',
    'Елец',
    'Ёлкино',
    'Жуков',
    'Ярославль',
  ]);
});

test('[S7-01] departments of another parent are in no list', () => {
  const foreign = { ...cherepovets, parent: '00001' };
  expect(branchesOf([vologda, foreign])).toEqual([vologda]);
});

test('[S2-39] a link to another branch keeps scheme and port', () => {
  expect(branchOrigin(cherepovets, 'https://idd.localhost', main)).toBe('https://cherepovets.idd.localhost');
  expect(branchOrigin(vologda, 'http://cherepovets.idd.localhost:3000', main)).toBe('http://idd.localhost:3000');
  expect(branchOrigin(vologda, 'http://bad host"><script>', main)).toBe('http://idd.localhost');
});

test('a shop of its own is not at localhost and loopback addresses, a demonstration is', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect(answer(host)).toEqual({ kind: 'branch', department: vologda });
    expect(answerHost(host, departments, ownShop).kind).toBe('unknown');
  }
});

test('the configured address of a branch: https by itself, the demonstration at the port it listens on', () => {
  expect(configuredOrigin(vologda, ownShop)).toBe('https://shop.example');
  expect(configuredOrigin(cherepovets, ownShop, 3000)).toBe('https://cherepovets.shop.example');
  const inside = { ...ownShop, PUBLIC_SCHEME: 'http', PUBLIC_PORT: 8080 } as const;
  expect(configuredOrigin(cherepovets, inside)).toBe('http://cherepovets.shop.example:8080');
  expect(configuredOrigin(cherepovets, { ...ownShop, PUBLIC_PORT: 443 })).toBe('https://cherepovets.shop.example');
  expect(configuredOrigin(vologda, demonstration)).toBe('http://idd.localhost:3000');
  expect(configuredOrigin(vologda, { ...demonstration, PORT: 0 }, 34567)).toBe('http://idd.localhost:34567');
  expect(configuredOrigin(vologda, { ...demonstration, PUBLIC_PORT: 80 }, 34567)).toBe('http://idd.localhost');
});

test('names of this machine alone are told from those that only look alike', () => {
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'vologda.idd.localhost', 'IDD.LOCALHOST.'])
    expect([host, isLocalHost(host)]).toEqual([host, true]);
  for (const host of ['', 'shop.example', 'localhost.example', 'evillocalhost', '10.0.0.1'])
    expect([host, isLocalHost(host)]).toEqual([host, false]);
});

test('[S7-10] domain_id_1c chooses a public branch; absent means the branch of the host', () => {
  expect(resolveDepartment(undefined, departments, vologda)).toBe(vologda);
  expect(resolveDepartment('00052', departments, vologda)).toBe(cherepovets);
  expect(resolveDepartment('00132', departments, cherepovets)).toBe(vologda);
});

test('[S6-03] the suffix _b2b names the same branch', () => {
  expect(resolveDepartment('00052_b2b', departments, vologda)).toBe(cherepovets);
});

test('[S7-10] an unknown domain_id_1c is refused with 404', () => {
  expect(() => resolveDepartment('99999', departments, vologda)).toThrow(Refusal);
  expect(() => resolveDepartment('99999', departments, vologda)).toThrow(
    expect.objectContaining({ code: 'unknown_department', status: 404 }),
  );
});

test('[S8-08] the copy in memory asks the database once and is read again when told so', async () => {
  // The copy would renew itself after five seconds, which a busy machine may take to come here.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  invalidateCaches(['departments']);
  const before = await departmentDirectory(db);
  await db.updateTable('departments').set({ address: 'пр. Победы, 1' }).where('id_1c', '=', '00052').execute();
  expect(await departmentDirectory(db)).toBe(before);
  invalidateCaches(['catalogue']);
  expect(await departmentDirectory(db)).toBe(before);
  invalidateCaches(['departments']);
  const after = await departmentDirectory(db);
  expect(after.find(({ id_1c }) => id_1c === '00052')!.address).toBe('пр. Победы, 1');
});

test('an outline of a branch is replaced whole, and is nobody’s but a branch’s', async () => {
  await db
    .updateTable('departments')
    .set({ latitude: '59.2205', longitude: '39.8915' })
    .where('id_1c', '=', '00131')
    .execute();
  const river: OutlineLine = {
    kind: 'water',
    name: 'Вологда',
    points: [
      [59.22, 39.89],
      [59.23, 39.9],
    ],
  };
  const set = (id_1c: string, outline: Outline) => db.transaction().execute((db) => replaceOutline(db, id_1c, outline));
  expect(await readOutline(db, '00131')).toBeNull();
  await set('00131', { source: ' Съёмка ', lines: [river, { ...river, name: null }] });
  expect(await readOutline(db, '00131')).toEqual({ source: 'Съёмка', lines: [river, { ...river, name: null }] });
  await set('00131', { source: 'Другая', lines: [river] });
  const stands = { source: 'Другая', lines: [river] };
  expect(await readOutline(db, '00131')).toEqual(stands);

  const refusals: [id_1c: string, lines: OutlineLine[], words: string][] = [
    ['00132', [river], 'Такого филиала нет'],
    ['00052', [river], 'нет координат'],
    ['00131', [], 'Линий нет'],
    ['00131', Array.from({ length: 301 }, () => river), 'Больше 300 линий'],
    ['00131', [{ ...river, points: [[59.22, 39.89]] }], 'меньше двух точек'],
    ['00131', [{ ...river, kind: 'park' }], 'меньше трёх точек'],
    [
      '00131',
      [
        {
          ...river,
          points: [
            [59.22, 39.89],
            [61.22, 39.89],
          ],
        },
      ],
      'Дальше 150 км',
    ],
    ['00131', [{ ...river, name: 'о'.repeat(81) }], 'не больше 80'],
  ];
  for (const [id_1c, lines, words] of refusals)
    await expect(set(id_1c, { source: 'Съёмка', lines }), words).rejects.toThrow(words);
  await expect(set('00131', { source: '', lines: [river] })).rejects.toThrow('Назовите источник');
  const long = Array.from({ length: 400 }, () => river.points[0]!);
  const many = Array.from({ length: 16 }, () => ({ ...river, points: long }));
  await expect(set('00131', { source: 'Съёмка', lines: many })).rejects.toThrow('Больше 6000 точек');
  expect(await readOutline(db, '00131')).toEqual(stands);

  // The database itself holds the same.
  const rows = many.map(({ kind, name }, at) => ({
    ...{ department_id_1c: '00131', position: at + 1, kind, name },
    latitudes: long.map(([latitude]) => latitude),
    longitudes: long.map(([, longitude]) => longitude),
  }));
  const [row] = rows;
  const insert = (given: typeof rows) => db.insertInto('department_outline_lines').values(given).execute();
  await expect(insert(rows)).rejects.toThrow('at most 6000 points');
  await expect(insert([{ ...row!, latitudes: [39, 59] }])).rejects.toThrow(/points_check/);
  await expect(insert([{ ...row!, latitudes: [39, 59], longitudes: [39, 40] }])).rejects.toThrow(/range_check/);

  expect(await removeOutline(db, '00131')).toBe(true);
  expect(await removeOutline(db, '00131')).toBe(false);
  expect(await readOutline(db, '00131')).toBeNull();
});

async function rowOf(id_1c: string) {
  const row = await db.selectFrom('departments').selectAll().where('id_1c', '=', id_1c).executeTakeFirstOrThrow();
  const { store: _generated, ...rest } = row;
  return { ...rest, names_cases: JSON.stringify(rest.names_cases), phones: JSON.stringify(rest.phones) };
}
