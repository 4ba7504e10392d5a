import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { openTcpProxy } from '#test/support/tcp-proxy.ts';
import { DatabasePool } from './database-pool.ts';

const { url } = await testDatabase();

test('connections on which the server has fallen silent are closed at once: the one that was asked, the others unasked', async () => {
  const proxy = await openTcpProxy(url);
  const sockets: Socket[] = [];
  const stream = () => {
    const socket = new Socket();
    sockets.push(socket);
    return socket;
  };
  const pool = new DatabasePool(proxy.url, { stream });
  for (const connection of await Promise.all([pool.connect(), pool.connect()])) connection.release();
  // Longer than an answer is relied on.
  await sleep(600);
  proxy.freeze();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false]);
  await pool.end();
});
