import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testDatabase } from './support/database.ts';
import { waitFor } from './support/processes.ts';
import { makeBranches } from './support/shop.ts';
import { openTcpProxy } from './support/tcp-proxy.ts';
import { startWebProcess } from './support/web-process.ts';

const { db, url } = await testDatabase();
await makeBranches(db);

async function timed<T>(work: Promise<T>): Promise<T & { seconds: number }> {
  const begun = performance.now();
  const answer = await work;
  return { ...answer, seconds: (performance.now() - begun) / 1_000 };
}

test('connections that fall silent are found dead and replaced: the shop recovers within 15 seconds, and /readyz always answers', async () => {
  const proxy = await openTcpProxy(url);
  const web = await startWebProcess(proxy.url);
  expect((await web.get('/cart/')).status).toBe(200);
  // Warm: many connections lie in the pool.
  await Promise.all(Array.from({ length: 15 }, () => web.get('/cart/')));
  proxy.freeze();
  const frozenAt = performance.now();
  const caught = Array.from({ length: 15 }, () => web.get('/cart/'));
  const readiness: { status: number; seconds: number }[] = [];
  while (performance.now() - frozenAt < 3_000) {
    readiness.push(await timed(web.get('/readyz')));
    await sleep(200);
  }
  await waitFor(async () => (await timed(web.get('/cart/'))).status === 200);
  await waitFor(async () => (await timed(web.get('/readyz'))).status === 200);
  const recovered = (performance.now() - frozenAt) / 1_000;
  await Promise.all(caught);
  const after = await Promise.all(Array.from({ length: 15 }, () => timed(web.get('/cart/'))));
  expect(recovered).toBeLessThan(15);
  expect(Math.max(...readiness.map(({ seconds }) => seconds))).toBeLessThan(3);
  expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
  expect(Math.max(...after.map(({ seconds }) => seconds))).toBeLessThan(5);
});

test('asked to end while its connections are dead, the web process ends within ten seconds', async () => {
  const proxy = await openTcpProxy(url);
  const web = await startWebProcess(proxy.url);
  await web.get('/cart/');
  proxy.freeze();
  const caught = web.get('/cart/').catch(() => null);
  await sleep(100);
  const begun = performance.now();
  const ended = new Promise<number | null>((resolve) => web.process.once('exit', resolve));
  web.process.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect((performance.now() - begun) / 1_000).toBeLessThan(10.5);
  await caught;
});

test('asked to end, the web process says so at /readyz while it still answers everything, then ends', async () => {
  const web = await startWebProcess(url, { STOP_DELAY_SECONDS: '2' });
  await waitFor(async () => (await web.get('/readyz')).status === 200);
  const ended = new Promise<number | null>((resolve) => web.process.once('exit', resolve));
  web.process.kill('SIGTERM');
  await sleep(300);
  const readyz = await web.get('/readyz');
  expect([readyz.status, JSON.parse(readyz.text).status]).toEqual([503, 'stopping']);
  expect((await web.get('/healthz')).status).toBe(200);
  expect(await ended).toBe(0);
});

test('a web process that starts before its database waits for it; the folder it is started in does not matter', async () => {
  const proxy = await openTcpProxy(url);
  proxy.refuse();
  const starting = startWebProcess(proxy.url, {}, '/');
  await sleep(2_000);
  proxy.admit();
  const web = await starting;
  await waitFor(async () => (await web.get('/readyz')).status === 200);
});
