import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installed } from './run-steps.ts';

/**
 * `node scripts/admin-types.ts`: admin/src/api-types.ts, the types of the back office's calls, from their committed
 * description admin/openapi.json; `--check` writes nothing and fails when they are stale.
 */
const root = join(import.meta.dirname, '..');
const file = join(root, 'admin/src/api-types.ts');

const { stdout } = await promisify(execFile)(
  process.execPath,
  [installed('openapi-typescript', 'admin'), 'admin/openapi.json', '--alphabetize', '--immutable'],
  { cwd: root, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, NO_COLOR: '1' } },
);
const committed = await readFile(file, 'utf8').catch(() => '');
if (!process.argv.includes('--check')) await writeFile(file, stdout);
else if (committed !== stdout) {
  console.error('admin/src/api-types.ts отстаёт от admin/openapi.json: выполните npm run calls');
  process.exitCode = 1;
}
