import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test.runIf(process.platform === 'linux')('every thread of a process that gives way does, those of V8 too', async () => {
  const program = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { lowerPriority } from './src/platform/lower-priority.ts';
    lowerPriority();
    for (const thread of readdirSync('/proc/self/task')) {
      const stat = readFileSync('/proc/self/task/' + thread + '/stat', 'utf8');
      console.log(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
    }`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  const threads = stdout.trim().split('\n');
  expect(threads.length).toBeGreaterThan(2);
  expect(new Set(threads)).toEqual(new Set(['5']));
});
