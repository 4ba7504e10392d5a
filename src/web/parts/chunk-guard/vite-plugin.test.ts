import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { reload, triedWith } from './vite-plugin.ts';

const library = 'node_modules/react-router';

test('[S4-19] the guard was tried with the React Router that is installed, which reloads in one place', async () => {
  const { version } = JSON.parse(await readFile(`${library}/package.json`, 'utf8'));
  expect(version, 'run test/journeys/shell.test.ts with this version, then write it into vite-plugin.ts').toBe(
    triedWith,
  );
  const code = await readFile(`${library}/dist/production/lib/dom/ssr/routeModules.js`, 'utf8');
  expect(code.split(reload)).toHaveLength(2);
});
