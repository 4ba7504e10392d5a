import { existsSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { installed, runSideBySide, runSteps } from './run-steps.ts';

/**
 * `npm test`: the checks, then every test, browser included, then Lighthouse on one page of each kind, which needs the
 * machine to itself; with words, only the test files they name.
 */
const words = process.argv.slice(2);
const memory = '/dev/shm';
// Databases, browsers and shops of tests are thousands of small files each: in memory they wait for no disk.
if (!process.env.TMPDIR && existsSync(memory) && isRoomy(memory)) process.env.TMPDIR = memory;
// What the tests look at is built meanwhile.
if (words.length === 0)
  await runSideBySide([
    [{ name: 'npm run check', args: ['scripts/check.ts'] }],
    [{ name: 'страницы и управление', args: ['scripts/build.ts'] }],
  ]);
await runSteps([
  { name: 'тесты', args: [installed('vitest'), 'run', ...words] },
  ...(words.length === 0
    ? [{ name: 'Lighthouse', args: [installed('vitest'), 'run', '--config', 'vitest.gate.config.ts'] }]
    : []),
]);

/** What a run holds at once, several times over. */
function isRoomy(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 4e9 && freemem() > 8e9;
}
