import { expect, test } from 'vitest';
import { commandRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { requisites } from '#test/support/requisites.ts';
import { makeBranches } from '#test/support/shop.ts';
import { commands } from './requisites.ts';

const { db, url } = await testDatabase();
await makeBranches(db);

const shop = commandRunner(commands, { db, url });

test('requisites are set as a whole once, then one by one; a wrong account is refused with its name', async () => {
  expect((await shop('requisites show')).json).toBeNull();
  const given = Object.fromEntries(
    Object.entries(requisites).map(([name, value]) => [name.replaceAll('_', '-'), value ?? '']),
  );
  await expect(shop('requisites set', [], { ...given, account: '40702810900000000101' })).rejects.toThrow(
    'account: Расчётный счёт не подходит к БИК',
  );
  await shop('requisites set', [], given);
  await shop('requisites set', [], { phone: '+7 (8172) 00-35-35' });
  expect((await shop('requisites show')).json).toEqual({
    ...requisites,
    phone: '+7 (8172) 00-35-35',
    is_vat_payer: true,
    paper_index: null,
  });
  await expect(shop('requisites set', [], { 'is-vat-payer': 'maybe' })).rejects.toThrow(
    'is-vat-payer: Укажите yes или no',
  );
  await shop('requisites set', [], { 'is-vat-payer': 'no' });
  expect((await shop('requisites show')).json).toMatchObject({ is_vat_payer: false });
});

test('a branch has its own КПП, account and index until they are dropped; the name and VAT stay the shop’s', async () => {
  await expect(shop('requisites set', [], { branch: 'Череповец', inn: '7707083893' })).rejects.toThrow(
    'Только общее для магазина: inn',
  );
  await expect(shop('requisites set', [], { 'paper-index': '3' })).rejects.toThrow('Только у филиала: paper-index');
  await expect(shop('requisites set', [], { branch: 'Череповец', kpp: '12' })).rejects.toThrow('kpp: КПП — 9 знаков');
  await expect(shop('requisites set', [], { branch: 'Череповец', 'paper-index': '3а' })).rejects.toThrow(
    'paper-index: Индекс подразделения — от 1 до 4 цифр',
  );
  await shop('requisites set', [], { branch: 'Череповец', kpp: '352845001', 'paper-index': '3' });
  const own = { kpp: '352845001', paper_index: '3', name: requisites.name, inn: requisites.inn, is_vat_payer: false };
  expect((await shop('requisites show', [], { branch: 'cherepovets' })).json).toMatchObject(own);
  await expect(shop('requisites set', [], { branch: '00052', bik: '044525225' })).rejects.toThrow('не подходит к БИК');
  expect((await shop('requisites show', [], { branch: '00131' })).json).toMatchObject({ kpp: requisites.kpp });
  await shop('requisites drop', ['Череповец']);
  expect((await shop('requisites show', [], { branch: '00052' })).json).toMatchObject({
    kpp: requisites.kpp,
    paper_index: null,
  });
});
