import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { createCreditProgram, endCreditProgram, saveCreditProgram } from './save-credit-program.ts';

const { db, url } = await testDatabase();

test('a new, a changed and an ended programme each make pages that name programmes be built again', async () => {
  const listener = new pg.Client({ connectionString: url });
  await listener.connect();
  const received: string[] = [];
  listener.on('notification', ({ payload }) => received.push(payload ?? ''));
  await listener.query('listen invalidated');
  const program = {
    ...{ partner: 'Банк', name: 'Рассрочка', months: [6], min_sum_kopecks: 100_000, max_sum_kopecks: 900_000 },
    ...{ rate_from: 0, rate_to: 0, full_cost_from: 0, full_cost_to: 0, documents: 'паспорт', terms: 'Взнос — 10 %.' },
    ...{ is_example: true, position: 0, is_draft: false, starts_at: null, ends_at: null },
  };
  const id = await createCreditProgram(db, program);
  await saveCreditProgram(db, id, program, { terms: 'Без взноса.' });
  await endCreditProgram(db, id);
  await listener.query('select 1');
  await listener.end();
  expect(received).toEqual(Array(3).fill('["content"]'));
});
