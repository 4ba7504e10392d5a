import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparePlace } from '#platform/postgres/place.ts';
import { startServer } from '#platform/postgres/server.ts';

/**
 * The URL of a server for scratch databases: TEST_DATABASE_URL when given, else an embedded one in a temporary folder
 * that keeps nothing safe (unless `isDurable`: the settings of a real shop) and is thrown away by `close`.
 */
export async function openScratchServer({ isDurable = false } = {}): Promise<{ url: string; close(): Promise<void> }> {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, close: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'idd-test-'));
  // mkdtemp closes the folder to others; the server's account must reach its own folder inside.
  await chmod(folder, 0o711);
  const server = await startServer(await preparePlace(folder), { isDurable });
  return {
    url: server.url,
    async close() {
      await server.stop('fast');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
