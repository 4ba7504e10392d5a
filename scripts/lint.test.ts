import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#test/support/folder.ts';
import { installed } from './run-steps.ts';

const planted = 'export function nameOf(user: { name: string } | null): string {\n  return user!.name;\n}\n';

test('a non-null assertion is refused in src, but for the files that biome.json names and for tests', async () => {
  const folder = await testFolder();
  copyFileSync(join(import.meta.dirname, '../biome.json'), join(folder, 'biome.json'));
  const refused = ['src/modules/cart/get-cart.ts', 'src/web/parts/goods/price.tsx'];
  const allowed = ['src/modules/catalogue-index/segment.ts', 'src/modules/cart/cart.test.ts', 'scripts/figures.ts'];
  for (const path of [...refused, ...allowed]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), planted);
  }
  const lint = [installed('@biomejs/biome'), 'lint', '--vcs-enabled=false', '--colors=off', '.'];
  const { status, stdout, stderr } = spawnSync(process.execPath, lint, { cwd: folder, encoding: 'utf8' });
  const named = [...(stdout + stderr).matchAll(/^(\S+?):\d+:\d+ lint\/style\/noNonNullAssertion/gm)];
  expect(named.map(([, path]) => path).sort()).toEqual(refused);
  expect(status).toBe(1);
});
