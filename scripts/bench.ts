import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runSteps } from './run-steps.ts';

/** `npm run bench -- NAME …`: one measurement of bench/; without a name, the list of them. */
const folder = join(import.meta.dirname, '../bench');
const [name = '', ...words] = process.argv.slice(2);
if (name && existsSync(join(folder, `${name}.ts`))) {
  await runSteps([{ name, args: [join(folder, `${name}.ts`), ...words] }]);
} else {
  console.log('npm run bench -- ИЗМЕРЕНИЕ\n');
  for (const { call, what } of await listOf()) console.log(`  ${call}\n      ${what}`);
  process.exitCode = name ? 1 : 0;
}

/** What every measurement says of itself in the comment on top: how it is called and its first sentence. */
async function listOf(): Promise<{ call: string; what: string }[]> {
  const files = (await readdir(folder)).filter((file) => /^[a-z-]+\.ts$/.test(file)).sort();
  const list = await Promise.all(
    files.map(async (file) => {
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll(/\n ?\*? ?/g, ' ');
      const [, call, what] = /`npm run bench -- ([^`]+)`:\s*(.+?)(?:\.\s|\.?\s*\*\/|: )/.exec(text) ?? [];
      return call && what ? [{ call, what }] : [];
    }),
  );
  return list.flat();
}
