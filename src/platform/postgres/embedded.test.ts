import pg from 'pg';
import { expect, test } from 'vitest';
import { processesOf, temporaryFolder } from '#test/support/processes.ts';
import { DataFolderBusy, openEmbedded } from './embedded.ts';

const dataDir = await temporaryFolder();

test('the command that started the database stops it only when those that joined have left', async () => {
  const [first, second] = await Promise.all([openEmbedded(dataDir, 'command'), openEmbedded(dataDir, 'command')]);
  const [owner, joined] = first.server ? [first, second] : [second, first];
  expect(joined.server).toBeNull();
  expect(joined.url).toBe(owner.url);
  const client = new pg.Client({ connectionString: joined.url });
  await client.connect();
  let isClosed = false;
  const closing = owner.close().then(() => {
    isClosed = true;
  });
  // Once it waits for its clients, PostgreSQL lets no new ones in.
  await expect.poll(() => tryToConnect(joined.url)).toMatch(/shutting down/);
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(isClosed).toBe(false);
  await client.end();
  await joined.close();
  await closing;
  expect(processesOf(dataDir)).toEqual([]);
});

test('the shop does not start while a command works, a command joins the shop', async () => {
  const command = await openEmbedded(dataDir, 'command');
  await expect(openEmbedded(dataDir, 'shop')).rejects.toThrow(DataFolderBusy);
  await command.close();
  const shop = await openEmbedded(dataDir, 'shop');
  const joined = await openEmbedded(dataDir, 'command');
  expect(joined.server).toBeNull();
  await joined.close();
  await shop.close();
  expect(processesOf(dataDir)).toEqual([]);
});

test('the database sorts Russian words as a dictionary does', async () => {
  const command = await openEmbedded(dataDir, 'command');
  const client = new pg.Client({ connectionString: command.url });
  await client.connect();
  const { rows } = await client.query(
    `select word from unnest(array['ёлка', 'Жук', 'ель', 'яма', 'Ёж', 'дом']) word order by word`,
  );
  await client.end();
  await command.close();
  expect(rows.map((row) => row.word)).toEqual(['дом', 'Ёж', 'ёлка', 'ель', 'Жук', 'яма']);
});

/** What PostgreSQL says to a newcomer; empty when it lets him in. */
async function tryToConnect(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return '';
  } catch (error) {
    return String(error);
  } finally {
    await client.end().catch(() => {});
  }
}
