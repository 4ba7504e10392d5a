import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { estimateWords } from '#modules/estimates/schema.ts';
import { refusals } from '#shared/refusals.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { hostileFiles } from '#test/support/hostile-files.ts';
import { ask } from '#test/support/http.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeProduct(db, { name: 'Цемент М500 50 кг' });
const app = await testApp(db, { TRUST_PROXY: '127.0.0.1' });
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

/** A list sent from this address: its status, words and how long the sender waited. */
async function send(address: string, list: { text: string } | { name: string; bytes: Buffer }) {
  const head =
    'text' in list
      ? '--edge\r\nContent-Disposition: form-data; name="text"\r\n\r\n'
      : `--edge\r\nContent-Disposition: form-data; name="file"; filename="${list.name}"\r\n\r\n`;
  const bytes = 'text' in list ? Buffer.from(list.text) : list.bytes;
  const begun = performance.now();
  const { status, text } = await ask(
    port,
    '/order-help/estimate/',
    {
      'x-forwarded-for': address,
      origin: 'http://idd.localhost',
      'content-type': 'multipart/form-data; boundary=edge',
    },
    { method: 'POST', body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--edge--\r\n')]) },
  );
  return { status, text, ms: performance.now() - begun };
}

async function counted(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count from limits where scope = 'estimates'`.execute(db);
  return rows[0]?.count ?? 0;
}

test('[S2-26] while one household sends endless files, others’ lists and files are read, and it reads why its own were not within 5 s', async () => {
  const slow = { name: 'slow.pdf', bytes: hostileFiles['slow.pdf']() };
  const hostile = [1, 2, 3].map((at) => send(`2001:db8:7:42::${at}`, slow));
  // Those that wait for their turn are counted in the limit of an hour already.
  while ((await counted()) < 3) await sleep(50);
  await sleep(2_000);
  const [typed, sentFile] = await Promise.all([
    send('192.0.2.7', { text: 'Цемент М500 50 кг — 5 мешков' }),
    send('192.0.2.8', { name: 'list.txt', bytes: Buffer.from('Цемент М500 50 кг — 5 мешков') }),
  ]);
  expect([typed.status, sentFile.status]).toEqual([303, 303]);
  expect(typed.ms).toBeLessThan(3_000);
  const answers = await Promise.all(hostile);
  for (const { status, text } of answers) {
    expect([422, 503]).toContain(status);
    expect(text).toContain(status === 503 ? refusals.busy.message : estimateWords.tooMuch);
  }
  // 5 s, and what a machine busy with other tests takes for the page.
  for (const { ms } of answers) expect(ms).toBeLessThan(8_000);
});
