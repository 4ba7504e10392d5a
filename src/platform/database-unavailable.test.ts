import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { openTcpProxy } from '#test/support/tcp-proxy.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

const { db, url } = await testDatabase();

const failures: Record<string, () => Promise<unknown>> = {
  'a server that is not there': () => connect('postgres://127.0.0.1:1/shop'),
  'a socket that is not there': () => connect('postgres://localhost/shop?host=/tmp/no-such-folder'),
  'a host that is not there': () => connect('postgres://no-such-host.invalid/shop'),
  'a connection that is cut while it asks': async () => {
    const { pool, proxy } = await through();
    return fault(pool.query('select pg_sleep(30)'), () => proxy.refuse());
  },
  'a server that closes at once': async () => {
    const { pool, proxy } = await through();
    proxy.refuse();
    return pool.query('select');
  },
  'a connection that falls silent': async () => {
    const { pool, proxy } = await through({ query_timeout: 200 });
    proxy.freeze();
    return pool.query('select');
  },
  'a pool whose connections are all taken': async () => {
    const { pool } = await through({ connectionTimeoutMillis: 200, max: 1 });
    await pool.connect();
    return pool.query('select');
  },
  'a server that takes a connection and says nothing': async () => {
    const stillborn = new pg.Pool({ connectionString: await silentServer(), connectionTimeoutMillis: 200 });
    return stillborn.query('select');
  },
  'a session that is ended by the administrator': async () => {
    const { pool } = await through();
    const session = await pool.connect();
    const { rows } = await session.query('select pg_backend_pid() as pid');
    return fault(session.query('select pg_sleep(30)'), () =>
      db.pool.query('select pg_terminate_backend($1)', [rows[0].pid]),
    );
  },
  'a session that was closed before': async () => {
    const { pool } = await through();
    const session = await pool.connect();
    await session.end();
    return session.query('select');
  },
  'a pool that was closed before': async () => {
    const pool = new pg.Pool({ connectionString: url });
    await pool.end();
    return pool.query('select');
  },
  'a statement that takes too long': () => inTransaction(`set local statement_timeout = 50; select pg_sleep(30)`),
  'a lock that is not given': async () => {
    const { pool } = await through();
    const holder = await pool.connect();
    await holder.query('begin; lock table settings');
    return inTransaction(`set local lock_timeout = 50; lock table settings`).finally(() => holder.release(true));
  },
  'a write to a server that has become a standby': () => inTransaction('set transaction read only; create table t ()'),
  'a full disk': () => raise('53100'),
  'too many connections': () => raise('53300'),
};

for (const [what, fail] of Object.entries(failures)) {
  test(`${what} is a database that is not available`, async () => {
    const error = await fail().then(
      () => null,
      (error: unknown) => error,
    );
    expect(error).toBeInstanceOf(Error);
    expect([String(error), isDatabaseUnavailable(error)]).toEqual([String(error), true]);
  });
}

test('what is wrong with the statement, the code, a file or a partner is no fault of the database', async () => {
  const others = [
    () => db.pool.query('select nonsense'),
    () => db.pool.query(`insert into settings (key) values (null)`),
    () => raise('40P01'),
    () => connect(url.replace(/\/[^/?]*\?/, '/no_such_database?')),
    () => readFile('/no/such/file'),
    () => fetch('http://127.0.0.1:1/'),
    () => Promise.reject(new Error('code')),
    () => Promise.reject('text'),
  ];
  for (const other of others) {
    const error = await other().catch((error: unknown) => error);
    expect([String(error), isDatabaseUnavailable(error)]).toEqual([String(error), false]);
  }
});

async function through(options: pg.PoolConfig = {}) {
  const proxy = await openTcpProxy(url);
  const pool = new pg.Pool({ connectionString: proxy.url, ...options });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const client = await pool.connect();
  client.release();
  return { pool, proxy };
}

/** Something happens while the answer is awaited. */
async function fault(answer: Promise<unknown>, happens: () => unknown) {
  answer.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 100));
  await happens();
  return answer;
}

async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
}

async function inTransaction(text: string) {
  const client = await db.pool.connect();
  try {
    return await client.query(`begin; ${text}`);
  } finally {
    client.release(true);
  }
}

function raise(state: string) {
  return db.pool.query(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`);
}

async function silentServer(): Promise<string> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `postgres://127.0.0.1:${(server.address() as AddressInfo).port}/shop`;
}
