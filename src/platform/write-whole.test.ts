import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { writeWhole } from './write-whole.ts';

test('a file is there whole or not at all, and a failed write leaves nothing behind', async () => {
  const folder = await testFolder();
  const path = join(folder, 'deep', 'picture');
  await writeWhole(path, (draft) => writeFile(draft, 'first'));
  const cut = writeWhole(path, async (draft) => {
    await writeFile(draft, 'sec');
    throw new Error('the disk is full');
  });
  await expect(cut).rejects.toThrow('the disk is full');
  expect(await readFile(path, 'utf8')).toBe('first');
  expect(await readdir(join(folder, 'deep'))).toEqual(['picture']);
});
