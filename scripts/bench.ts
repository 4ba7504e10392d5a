import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runSteps } from './run-steps.ts';

/** `npm run bench -- NAME …`: one measurement of bench/; without a name, the list of them. */
const folder = join(import.meta.dirname, '../bench');
const [name = '', ...words] = process.argv.slice(2);
if (name && existsSync(join(folder, `${name}.ts`))) {
  await runSteps([{ name, args: [join(folder, `${name}.ts`), ...words] }]);
} else {
  const files = await readdir(folder).catch(() => []);
  console.log('npm run bench -- ИЗМЕРЕНИЕ\n');
  for (const file of files.filter((file) => file.endsWith('.ts'))) console.log(`  ${file.replace(/\.ts$/, '')}`);
  process.exitCode = name ? 1 : 0;
}
