import { beforeEach, expect, test } from 'vitest';
import type { Department } from '#modules/departments/queries.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory } from '#test/support/shop.ts';
import { setSeoText } from './seo-texts.ts';
import { readSeoWorld } from './seo-world.ts';
import { type ComparedRow, similarTexts } from './similar-texts.ts';
import { lintAllSeo } from './staff-seo.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeCategory(db, 'kraski', 'Краски');
beforeEach(() => db.deleteFrom('seo_texts').execute());
const vologda = '00131';
const cherepovets = '00052';
const kraski = { kind: 'category', key: 'kraski' } as const;

async function similar() {
  const faults = await lintAllSeo(db, await readSeoWorld(db), ({ domain }, path) => `https://${domain}.test${path}`);
  return faults.flatMap(({ kind, key, department_id_1c, problems }) =>
    problems
      .filter(({ code }) => code === 'similar')
      .map(({ field, words }) => `${kind} ${key} ${department_id_1c ?? 'все'} ${field}: ${words}`),
  );
}

const own = (department_id_1c: string, texts: Parameters<typeof setSeoText>[2]) =>
  setSeoText(db, { ...kraski, department_id_1c }, texts);
const long =
  'Краски для стен и потолков, дерева и металла, внутри и снаружи: подберём цвет по образцу, посчитаем расход на вашу ' +
  'площадь, привезём по городу и области в удобное время';

test('a copy in which the town alone is another is found in whichever field, with both addresses and the share', async () => {
  await own(vologda, { title: 'Краски для дома и дачи с колеровкой в Вологде', description: `${long} Вологда.` });
  await own(cherepovets, {
    title: 'Краски для дома и дачи с колеровкой в Череповце',
    description: `${long} Череповец!`,
  });
  const addresses = 'https://vologda.test/category/kraski/ и https://cherepovets.test/category/kraski/';
  const found = `Совпадает на 100 % с филиалом Вологда: ${addresses}`;
  expect(await similar()).toEqual([
    `category kraski ${cherepovets} title: ${found}`,
    `category kraski ${cherepovets} description: ${found}`,
  ]);
});

test('one word changed in a long text is a copy still; of a text for all the copy of a branch is blamed', async () => {
  await setSeoText(db, kraski, { text: `<p>${long} {region}.</p>` });
  await own(cherepovets, { text: `<p>${long.replace('металла', 'бетона')}, <b>Череповец</b></p>` });
  const [found, ...others] = await similar();
  expect(others).toEqual([]);
  expect(found).toMatch(/^category kraski 00052 text: Совпадает на 9\d % с филиалом Вологда: https/);
});

test('a text that is one for all and says nothing of the branch is found', async () => {
  await setSeoText(db, kraski, { text: `<p>${long}</p>` });
  expect(await similar()).toHaveLength(1);
  await setSeoText(db, kraski, { text: `<p>${long}: {address}</p>` });
  expect(await similar(), 'it says where').toEqual([]);
});

test('texts that only look alike are not found: the same words in another order, the same beginning, the same few words', async () => {
  await own(vologda, {
    title: 'Краски в Вологде',
    description:
      'Подберём цвет по образцу, посчитаем расход на вашу площадь, привезём по городу, поможем с выбором кисти.',
    text: `<p>${long}</p>`,
  });
  await own(cherepovets, {
    title: 'Краски в Череповце',
    description:
      'Поможем с выбором кисти, посчитаем расход на вашу площадь, подберём цвет по образцу, привезём по городу.',
    text: `<p>${long.slice(0, 90)}: на складе у реки есть всё, чтобы обновить дом за выходные и не ездить дважды.</p>`,
  });
  expect(await similar()).toEqual([]);
});

test('two of three branches are enough, and templates that name the region are no copies', async () => {
  const { branches, pages } = await readSeoWorld(db);
  const third: Department = { ...branches[0]!, id_1c: '00777', domain: 'sokol', name_for_site: 'Сокол' };
  const row = (department_id_1c: string | null, description: string): ComparedRow => ({
    ...kraski,
    department_id_1c,
    title: '',
    text: '',
    description,
  });
  const rows = [row(null, `${long} {region}`), row(cherepovets, 'Краски и эмали с доставкой по Череповцу.')];
  const compare = (rows: ComparedRow[]) =>
    similarTexts([...branches, third], rows, pages.values(), ({ domain }, path) => domain + path);
  expect(await compare(rows)).toEqual([]);
  const found = await compare([...rows.slice(1), row(vologda, long), row('00777', long)]);
  expect(found.map(({ place, problem }) => [place.department_id_1c, problem.words])).toEqual([
    ['00777', 'Совпадает на 100 % с филиалом Вологда: vologda/category/kraski/ и sokol/category/kraski/'],
  ]);
});

test('twelve branches of 2,000 pages that all have texts of their own take seconds', async () => {
  const { branches } = await readSeoWorld(db);
  const many = Array.from({ length: 12 }, (_, n): Department => ({ ...branches[0]!, id_1c: `b${n}`, domain: `b${n}` }));
  const pages = Array.from({ length: 2_000 }, (_, n) => ({
    kind: 'category' as const,
    key: `c-${n}`,
    name: `Раздел ${n}`,
    department_id_1c: null,
    values: { category: `Раздел ${n}` },
  }));
  const rows = many.map(
    ({ id_1c }, n): ComparedRow => ({
      kind: 'category',
      key: '',
      department_id_1c: id_1c,
      text: '',
      title: `${n} {category}: купить со склада с доставкой ${n}`,
      description: `${long} ${'и ещё раз '.repeat(n)}`,
    }),
  );
  const begun = performance.now();
  await similarTexts(many, rows, pages, ({ domain }, path) => domain + path);
  const seconds = (performance.now() - begun) / 1000;
  console.log(`similarTexts: ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(60);
});
