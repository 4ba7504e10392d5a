import { expect, test } from 'vitest';
import { loadTree } from '#modules/catalogue/categories.ts';
import { perUnit, shownAmount, shownPrice } from '#shared/unit-words.ts';
import { commandRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { CommandFailure } from './command.ts';
import { commands } from './units.ts';

const { db, url } = await testDatabase();
const shop = commandRunner(commands, { db, url });
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('a unit of 1C without forms stands first in the list and is shown by its short form; the owner describes it', async () => {
  await makeBranches(db);
  await makeProduct(db, { name: 'Шпатлёвка', unit: '0,25 короба' });
  expect(plain(perUnit((await loadTree(db)).units.shown('0,25 короба')))).toBe('за ед. (0,25 короба)');
  expect((await shop('units list')).text.split('\n')[0]).toBe('0,25 короба (товаров: 1): не описана');

  const forms = 'короб; короба; коробов; короб; короба; коробов';
  await shop('units set', ['0,25 короба', 'короб'], { forms, parts: '4' });
  const box = (await loadTree(db)).units.shown('0,25 короба');
  expect([2, 4, 20, 84].map((count) => plain(shownAmount(count, box)))).toEqual([
    '0,5 короба',
    '1 короб',
    '5 коробов',
    '21 короб',
  ]);
  expect(plain(perUnit(box))).toBe('за короб');
  expect(shownPrice(1_250, box)).toBe(5_000);
  expect((await shop('units list')).text).toContain('4 единиц продажи в одной показанной');
});

test('a unit without its six forms, or in parts that would need more than three decimals, is refused and nothing changes', async () => {
  const before = (await shop('units list')).text;
  const wrong: Record<string, string>[] = [
    { forms: 'короб;короба' },
    { parts: '3' },
    { parts: 'много' },
    { forms: ';;;;;' },
  ];
  for (const options of wrong)
    await expect(shop('units set', ['короб', 'короб'], options)).rejects.toThrow(CommandFailure);
  expect((await shop('units list')).text).toBe(before);
});
