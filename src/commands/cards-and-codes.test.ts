import { expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { makeUser } from '#test/support/accounts.ts';
import { wordsRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { commands as cardsCommands } from './cards.ts';
import { commands as codesCommands } from './codes.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
await loadProgrammes(db);
const mixture = await makeProduct(db);

const shop = wordsRunner([...cardsCommands, ...codesCommands], { db, url });

test('[S1-05] staff issues, shows, changes with a reason and replaces a card', async () => {
  const anna = await makeUser(db);
  const issued = await shop('cards issue', [], { email: anna.email, who: 'Касса 2' });
  const number = /карта ([\d\s]+), код \d{6}$/.exec(issued)?.[1]?.replace(/\s/g, '') ?? '';
  expect(number).toMatch(/^2\d{12}$/);
  expect(await shop('cards issue', [], { email: anna.email })).toBe('Такая карта уже привязана к кабинету');
  expect(await shop('cards adjust', [number], { bonuses: '100' })).toBe('Нужна причина');
  expect(await shop('cards adjust', [number], { bonuses: '100', why: 'Чек 1', who: 'Касса 2' })).toBe(
    'Записано. Бонусов: 100.',
  );
  expect(await shop('cards adjust', [number], { bonuses: '-101', spent: true, why: 'Чек 2' })).toBe(
    'Столько бонусов на карте нет',
  );
  const shown = await shop('cards show', [number]);
  expect(shown).toContain('Бонусов: 100');
  expect(shown).toMatch(/\+100 {2}Исправлено магазином {2}Касса 2 {2}Чек 1/);
  expect(await shop('cards replace', [number])).toMatch(/^Новый номер .*, код \d{6}/);
  expect(await shop('cards show', [number])).toBe(`Карта не найдена: ${number}`);
});

test('[S2-10] staff makes, lists and ends printed codes; a target outside the shop is refused', async () => {
  expect(await shop('codes shelf', [mixture.idcode], { point: '00132' })).toContain(`/qr/p/${mixture.idcode}-00132/`);
  expect(await shop('codes shelf', [mixture.idcode], { point: '99999' })).toBe('Пункта 99999 нет');
  expect(await shop('codes campaign', ['listovka', '/actions/'], { until: '2099-12-31' })).toContain('/qr/c/listovka/');
  expect(await shop('codes campaign', ['listovka', '/actions/'])).toBe('Такой код уже есть');
  expect(await shop('codes campaign', ['vor', 'https://evil.example/'])).toContain('Цель — страница этого магазина');
  expect(await shop('codes list')).toContain('/qr/c/listovka/  /actions/ (qr / offline)  до 31.12.2099');
  expect(await shop('codes end', ['c', 'listovka'])).toBe('Код отключён.');
  expect(await shop('codes end', ['c', 'listovka'])).toBe('Ничего не найдено');
});
