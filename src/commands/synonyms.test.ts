import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { forgetSearchMisses, noteSearchMiss, writeSearchMisses } from '#modules/search/misses.ts';
import { searchRules } from '#modules/search/plan/read-rules.ts';
import { openLog } from '#platform/log.ts';
import { localTime } from '#shared/zoned-time.ts';
import { wordsRunner } from '#test/support/command.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';
import { commands } from './synonyms.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const shop = wordsRunner(commands, { db, url, config: testConfig({ MAIN_DOMAIN: 'shop.example' }) });

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

test('[S2-14] staff see what was searched for in vain, by branch and together, and nothing that may name a person; old counts go', async () => {
  const now = new Date();
  const today = localTime(now, 'UTC').date;
  const note = (words: string, times = 1, department_id_1c = '00131', day = today) => {
    for (let n = 0; n < times; n++)
      noteSearchMiss(db, { day, department_id_1c, words, kind: 'nothing' }, openLog('silent'));
  };
  expect(await shop('synonyms missed')).toBe('Таких запросов не было.');
  note('Гипсокартонщик ', 2);
  note('гипсокартонщик', 1, '00052');
  note('одинокий');
  note('4600071670117', 2);
  note('давний', 9, '00131', '2026-01-01');
  for (const somebodys of ['anna@idd.example', '+7 (921) 123-45-67', '89211234567', '2026112100014', '!!', 'я'])
    note(somebodys, 5);
  note('филиала нет', 5, 'закрыт');
  await writeSearchMisses(db);
  note('гипсокартонщик');
  await writeSearchMisses(db);
  const [day, month, year] = [today.slice(8), today.slice(5, 7), today.slice(0, 4)];
  expect(await shop('synonyms missed')).toBe(
    [
      `     4  ничего   гипсокартонщик  (${day}.${month}.${year})`,
      `     2  ничего   4600071670117  (${day}.${month}.${year})`,
    ].join('\n'),
  );
  expect(await shop('synonyms missed', [], { branch: '00052' })).toBe('Таких запросов не было.');
  expect(await shop('synonyms missed', [], { branch: '00052', least: '1' })).toContain(
    '     1  ничего   гипсокартонщик',
  );
  expect(await shop('synonyms missed', [], { days: '9999', limit: '1' })).toContain('давний');
  expect(await shop('synonyms missed', [], { days: 'год' })).toBe('--days: целое число от 1 до 9999');
  await forgetSearchMisses(db, now);
  expect(await shop('synonyms missed', [], { days: '9999' })).not.toContain('давний');
});

test('made-up queries fill neither memory nor the table; counts that could not be written are written with the next', async () => {
  await db.deleteFrom('search_misses').execute();
  const miss = { day: '2026-11-22', department_id_1c: '00131', kind: 'nothing' } as const;
  for (let n = 0; n < 1_500; n++) noteSearchMiss(db, { ...miss, words: `слово ${n}` }, openLog('silent'));
  await sql`alter table search_misses rename to away`.execute(db);
  await expect(writeSearchMisses(db)).rejects.toThrow('search_misses');
  await sql`alter table away rename to search_misses`.execute(db);
  await writeSearchMisses(db);
  const rows = () => db.selectFrom('search_misses').select(['words', 'times']).execute();
  expect(await rows()).toHaveLength(1_000);
  await sql`insert into search_misses select '2026-11-22', '00131', 'лишнее ' || n, 'nothing', 1 from generate_series(1, 4000) n`.execute(
    db,
  );
  noteSearchMiss(db, { ...miss, words: 'слово 1' }, openLog('silent'));
  noteSearchMiss(db, { ...miss, words: 'ещё новое' }, openLog('silent'));
  await writeSearchMisses(db);
  const written = await rows();
  expect(written.find(({ words }) => words === 'слово 1')?.times).toBe(2);
  expect(written.find(({ words }) => words === 'еще новое')).toBeUndefined();
});
