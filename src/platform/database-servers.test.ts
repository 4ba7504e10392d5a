import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { atEnd } from '#test/support/at-end.ts';
import { testDatabase } from '#test/support/database.ts';
import { openTcpProxy } from '#test/support/tcp-proxy.ts';
import { openDatabase } from './database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

const { url } = await testDatabase();
const [one, two] = [await openTcpProxy(url), await openTcpProxy(url)];

/** A pool of one connection on these ports of 127.0.0.1, in this order. */
function through(...ports: number[]) {
  const address = new URL(one.url);
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join();
  const db = openDatabase(
    `postgres://${address.username}@${hosts}${address.pathname}?target_session_attrs=read-write`,
    {
      max: 1,
    },
  );
  atEnd(() => db.destroy());
  return db;
}

const ask = (db: ReturnType<typeof through>) => sql<{ n: number }>`select 1 as n`.execute(db);

test('of several servers the one that is there is taken, whether the first refuses or says nothing at all', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  atEnd(() => silent.close());
  await new Promise((resolve) => silent.once('listening', resolve));
  for (const dead of [1, (silent.address() as AddressInfo).port]) {
    const begun = performance.now();
    expect((await ask(through(dead, two.port))).rows).toEqual([{ n: 1 }]);
    expect(performance.now() - begun).toBeLessThan(1_500);
  }
});

test('when the server in use goes away the next connection is to the other one; when none is there the database is unavailable', async () => {
  const db = through(one.port, two.port);
  await ask(db);
  const used = one.opened() > 0 ? [one, two] : [two, one];
  used[0]!.refuse();
  await expect
    .poll(() =>
      ask(db).then(
        ({ rows }) => rows.length,
        () => 0,
      ),
    )
    .toBe(1);
  used[1]!.refuse();
  await expect
    .poll(() =>
      ask(db).then(
        () => 'answers',
        (error: unknown) => isDatabaseUnavailable(error),
      ),
    )
    .toBe(true);
  used[0]!.admit();
  await expect
    .poll(() =>
      ask(db).then(
        ({ rows }) => rows.length,
        () => 0,
      ),
    )
    .toBe(1);
});
