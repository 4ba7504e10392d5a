import { mkdir, open, readlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '#test/support/processes.ts';
import { settleFile } from './settle-files.ts';

test('a file of 1C and its names up to the folder of all exchanges wait for the disk', async () => {
  const root = await temporaryFolder();
  const folder = join(root, 'onec', 'session', '1');
  const path = join(folder, 'goods', '1', 'import.xml');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '<a/>');
  const file = await open(path);
  const handles = Object.getPrototypeOf(file);
  await file.close();
  const settled: string[] = [];
  for (const way of ['sync', 'datasync'] as const) {
    const real = handles[way];
    vi.spyOn(handles, way).mockImplementation(async function (this: { fd: number }) {
      settled.push(await readlink(`/proc/self/fd/${this.fd}`));
      return real.call(this);
    });
  }
  await settleFile(folder, { name: 'goods/1/import.xml', bytes: 4 });
  vi.restoreAllMocks();
  const names = ['', 'session', 'session/1', 'session/1/goods/1', 'session/1/goods'];
  expect(settled).toEqual([path, ...names.map((name) => join(root, 'onec', name))]);
});
