import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { openConnection } from './connection.ts';
import { openNames } from './product-names.ts';
import type { ProductDraft } from './write-products.ts';

const { db, url } = await testDatabase();

function draft(id: number, name: string, code: string | null = null): ProductDraft {
  return { id, id_1c: `g${id}`, known: null, derived: { name, code } } as ProductDraft;
}

async function names(roundsAtOnce: number) {
  const client = await openConnection(url);
  onTestFinished(() => client.end());
  return openNames(client, roundsAtOnce);
}

test('[S7-10] rounds that asked before any of them was written take no name twice', async () => {
  const { ask, choose } = await names(3);
  const rounds = [
    [draft(9_001, 'Близнец', 'T-1'), draft(9_002, 'Близнец')],
    [draft(9_003, 'Близнец', 'T-1')],
    [draft(9_004, 'Близнец', 'T-1'), draft(9_005, 'Иное', '9003')],
  ];
  const asked = await Promise.all(rounds.map(ask));
  const chosen = [];
  for (const [at, round] of rounds.entries()) chosen.push(await choose(round, asked[at]!));
  expect(chosen.flatMap(({ idcodes }) => [...idcodes.values()])).toEqual(['T-1', '9002', '9003', '9004', '9005']);
  expect(Object.fromEntries(chosen.flatMap(({ slugs }) => [...slugs]))).toEqual({
    g9001: 'bliznec',
    g9002: 'bliznec-9002',
    g9003: 'bliznec-9003',
    g9004: 'bliznec-9004',
    g9005: 'inoe',
  });
});

test('[S7-10] names of products that the shop has are nobody else’s, those of rounds written long ago are the database’s', async () => {
  const { ask, choose } = await names(2);
  await makeBranches(db);
  await makeProduct(db, { slug: 'sosed', idcode: 'S-1' });
  const [first, second, third] = [[draft(9_101, 'Сосед', 'S-1')], [draft(9_102, 'Сосед')], [draft(9_103, 'Сосед')]];
  const chosen = await choose(first, await ask(first));
  expect([...chosen.idcodes, ...chosen.slugs]).toEqual([
    ['g9101', '9101'],
    ['g9101', 'sosed-9101'],
  ]);
  await choose(second, await ask(second));
  const again = await ask(third);
  expect(again.owners.get('sosed')).toBe('');
  expect([...(await choose(third, again)).slugs]).toEqual([['g9103', 'sosed-9103']]);
});
