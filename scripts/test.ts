import { installed, runSteps } from './run-steps.ts';

/**
 * `npm test`: the checks, then every test, browser included, then Lighthouse on one page of each kind, which needs the machine to itself; with
 * words, only the test files they name.
 */
const words = process.argv.slice(2);
await runSteps([
  ...(words.length === 0 ? [{ name: 'npm run check', args: ['scripts/check.ts'] }] : []),
  { name: 'тесты', args: [installed('vitest/vitest.mjs'), 'run', ...words] },
  ...(words.length === 0
    ? [{ name: 'Lighthouse', args: [installed('vitest/vitest.mjs'), 'run', '--config', 'vitest.gate.config.ts'] }]
    : []),
]);
