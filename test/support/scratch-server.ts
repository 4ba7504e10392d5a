import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparePlace } from '#platform/postgres/place.ts';
import { isAlive } from '#platform/postgres/processes.ts';
import { startServer } from '#platform/postgres/server.ts';

/**
 * The URL of a server for scratch databases: TEST_DATABASE_URL when given, else an embedded one in a temporary folder
 * that keeps nothing safe (unless `isDurable`: the settings of a real shop) and is thrown away by `close`.
 */
export async function openScratchServer({ isDurable = false } = {}): Promise<{ url: string; close(): Promise<void> }> {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, close: async () => {} };
  const parent = isDurable ? tmpdir() : await scratchParent();
  const folder = await mkdtemp(join(parent, `idd-test-${process.pid}-`));
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

const memoryFolder = '/dev/shm';
/** Of a whole run: databases, templates and 2 GB of their log. */
const neededBytes = 6 * 1024 ** 3;

/**
 * In memory where there is room for a run: a database is 1,800 files, and a disk takes several times as long to clone it.
 * What killed runs have left there is cleared away.
 */
async function scratchParent(): Promise<string> {
  const names = await readdir(memoryFolder).catch(() => []);
  for (const name of names) {
    const [, pid] = /^idd-test-(\d+)-/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) await rm(join(memoryFolder, name), { recursive: true, force: true });
  }
  const room = await statfs(memoryFolder).catch(() => null);
  const hasRoom = room !== null && room.bavail * room.bsize > neededBytes && process.availableMemory() > neededBytes;
  return hasRoom ? memoryFolder : tmpdir();
}
