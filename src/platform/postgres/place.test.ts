import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { processesOf, runCommand, startShop, temporaryFolder } from '#test/support/processes.ts';
import { mayEnter, preparePlace } from './place.ts';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };

// From a checkout under /root nobody cannot even start Node.
const hasOrdinaryUser = !isRoot || mayEnter(import.meta.dirname, nobody);

test.runIf(hasOrdinaryUser)(
  'an ordinary user keeps the database in the data folder and runs it as himself',
  async () => {
    const dataDir = join(await temporaryFolder(), 'var');
    await mkdir(dataDir);
    if (isRoot) await chown(dataDir, nobody.uid, nobody.gid);
    const shop = await startShop(dataDir, {}, isRoot ? nobody : undefined);
    const owner = isRoot ? nobody.uid : process.getuid?.();
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(owner);
    shop.launcher.kill('SIGTERM');
    expect(await shop.exited).toBe(0);
    expect(processesOf(dataDir)).toEqual([]);
  },
  120_000,
);

test.runIf(isRoot)('root keeps the database in the data folder and runs it as nobody', async () => {
  const dataDir = join(await temporaryFolder(), 'var');
  expect(await preparePlace(dataDir)).toMatchObject({ cluster: join(dataDir, 'postgres'), account: nobody, notes: [] });
});

test.runIf(isRoot)(
  'where nobody may not enter, as under /root, the database moves to /var/lib and says so',
  async () => {
    const closed = await temporaryFolder();
    await chmod(closed, 0o700);
    const dataDir = join(closed, 'var');
    const { cluster, notes } = await preparePlace(dataDir);
    onTestFinished(() => rm(dirname(cluster), { recursive: true, force: true }));
    expect(cluster).toMatch(/^\/var\/lib\/idd-shop\/[0-9a-f]{12}\/postgres$/);
    expect(notes.join()).toContain(cluster);
    expect(await runCommand(dataDir, ['migrate'])).toMatchObject({ code: 0 });
    expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true);
  },
  60_000,
);

test('a data folder with a very long name gets its socket elsewhere', async () => {
  const dataDir = join(await temporaryFolder(), 'очень-длинное-имя-папки-с-данными'.repeat(3));
  expect(await runCommand(dataDir, ['migrate'])).toMatchObject({ code: 0 });
  expect(processesOf(dataDir)).toEqual([]);
});
