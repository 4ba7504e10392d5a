import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#test/support/folder.ts';

test.each(['before', 'after'])('a process whose parent goes %s it is ready ends', async (when) => {
  const file = join(await testFolder(), 'child.mjs');
  await writeFile(
    file,
    `import { onStop } from ${JSON.stringify(join(import.meta.dirname, 'lifecycle.ts'))};
    const log = { info() {}, error() {} };
    const begin = () => onStop(log, async () => {}, 5_000);
    setInterval(() => {}, 1_000);
    if (${when === 'after'}) begin();
    else process.once('disconnect', () => setTimeout(begin, 50));
    process.send('ready');`,
  );
  const child = fork(file);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => child.once('message', resolve));
  child.disconnect();
  expect(await exited).toBe(0);
});
