import { expect, test } from 'vitest';
import { searchRules } from '#modules/catalogue/search-rules.ts';
import { readConfig } from '#src/config.ts';
import { wordsRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { commands } from './synonyms.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const shop = wordsRunner(commands, { db, url, config: readConfig({ MAIN_DOMAIN: 'shop.example' }) });

test('[S2-14] staff teach the search synonyms, redirects and stop words, for one branch or all, and take them back', async () => {
  expect(await shop('synonyms list')).toBe('Правил поиска нет.');
  expect(await shop('synonyms add', ['Болгарка', ' шлифмашина  угловая '])).toBe('Синоним 1 сохранён.');
  expect(await shop('synonyms add', ['помидор', 'томат'], { both: true, branch: '00131' })).toBe('Синоним 2 сохранён.');
  expect(await shop('synonyms redirect', ['самовывоз', '/delivery/'])).toContain('Переход 1');
  expect(await shop('synonyms stop', ['купить'])).toContain('Стоп-слово 1');
  expect(await shop('synonyms list')).toBe(
    [
      'синоним 1  болгарка → шлифмашина угловая  все филиалы',
      'синоним 2  помидор = томат  00131',
      'стоп-слово 1  купить  все филиалы',
      'переход 1  самовывоз → /delivery/  все филиалы',
    ].join('\n'),
  );
  const own = await searchRules(db, '00131');
  expect([...own.synonyms.keys()]).toEqual(expect.arrayContaining(['болгарк', 'помидор', 'томат']));
  const others = await searchRules(db, '00116');
  expect([...others.synonyms.keys()], 'another branch does not have it').toEqual(['болгарк']);
  expect(others.redirects.get('самовывоз')).toBe('/delivery/');

  expect(await shop('synonyms remove', ['synonym', '1'])).toBe('Убрано: синоним 1.');
  expect(await shop('synonyms remove', ['synonym', '1'])).toMatch(/^[А-Я]/);
  expect(await shop('synonyms list')).not.toContain('болгарка');
});

test('[S2-14] a rule that says nothing, leads out of the shop or names no branch is refused in words', async () => {
  expect(await shop('synonyms add', ['краска', 'краски'])).toContain('формы слов поиск понимает сам');
  expect(await shop('synonyms redirect', ['доставка', 'https://elsewhere.example/'])).toContain('адрес страницы');
  expect(await shop('synonyms redirect', ['доставка', '//elsewhere.example/'])).toContain('адрес страницы');
  expect(await shop('synonyms add', ['а', 'б'])).toContain('От 2 до 80 знаков');
  expect(await shop('synonyms stop', ['два слова'])).toContain('одно слово');
  expect(await shop('synonyms add', ['шурик', 'шуруповёрт'], { branch: 'нет' })).toMatch(/филиал/i);
});

test('a change of the rules raises the version that processes keep their copies by', async () => {
  const version = async () =>
    (await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version;
  const before = await version();
  await shop('synonyms add', ['перф', 'перфоратор']);
  expect(await version()).toBeGreaterThan(before);
});
