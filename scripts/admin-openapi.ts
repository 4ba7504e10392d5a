import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describeBackOffice } from '#api/admin/document.ts';

/** Writes `admin/openapi.json` from the routes of the back office; `--check` fails when it is stale. */
const file = join(import.meta.dirname, '..', 'admin/openapi.json');
const text = `${JSON.stringify(await describeBackOffice(), null, 1)}\n`;

if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error('admin/openapi.json устарел: выполните npm run calls');
    process.exitCode = 1;
  }
} else {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
