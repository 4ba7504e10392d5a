import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { compareLazily, comparePages, compareWithSql } from '#test/support/index-against-sql.ts';

const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
console.info(`listing.test: TEST_SEED=${seed}`);

// The same 100,000 times: npm run bench -- index-equals-sql.
test('[S7-30] totals, pages, order, cards and disjunctive counts equal plain SQL: random lists of catalogues that change', async () => {
  const { db } = await testDatabase();
  expect(await compareWithSql(db, { seed, catalogues: 10, questions: 150, between: 15 })).toBeNull();
});

test('[S7-30] a process that does not follow the catalogue answers with what is committed, a transaction with its own changes too', async () => {
  const { db } = await testDatabase();
  expect(await compareLazily(db, seed, 40)).toBeNull();
});

test('[S2-15] a product’s page from memory equals the page PostgreSQL makes while the catalogue is being read', async () => {
  const { db } = await testDatabase();
  expect(await comparePages(db, seed, 2)).toBeNull();
});
