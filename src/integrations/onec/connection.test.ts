import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { openConnection } from './connection.ts';

const { url } = await testDatabase();

test('what was asked behind a failure that breaks the transaction fails with its reason, also where nobody waits for it yet', async () => {
  const client = await openConnection(url);
  onTestFinished(() => client.end());
  await client.query('begin; create temp table numbers (n int)');
  const asked = [client.query('select 1 / 0'), client.query('select 1'), client.copy('numbers (n)', [[1]])];
  // A rejection that nobody hears in the meantime would end the process.
  await sleep(100);
  const reasons = (await Promise.allSettled(asked)).map((one) => one.status === 'rejected' && one.reason.message);
  expect(reasons).toEqual(['division by zero', 'division by zero', 'division by zero']);
  await client.query('rollback');
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
