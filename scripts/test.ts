import { installed, runSteps } from './run-steps.ts';

/** `npm test`: the checks, then every test, browser included; with words, only the test files they name. */
const words = process.argv.slice(2);
await runSteps([
  ...(words.length === 0 ? [{ name: 'npm run check', args: ['scripts/check.ts'] }] : []),
  { name: 'тесты', args: [installed('vitest/vitest.mjs'), 'run', ...words] },
]);
