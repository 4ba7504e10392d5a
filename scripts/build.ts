import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installed } from './run-steps.ts';
import { sourcesHash } from './sources-hash.ts';

const root = join(import.meta.dirname, '..');
const stampFile = join(root, 'build/.sources');
const sources = ['src', 'public', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json'];

/**
 * Builds the pages (browser and server bundles) unless they were built from these very sources. Returns whether it
 * built.
 */
export async function buildPages(): Promise<boolean> {
  const hash = await sourcesHash(root, sources);
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === hash) return false;
  console.error('Собираются страницы…');
  try {
    await promisify(execFile)(process.execPath, [installed('@react-router/dev'), 'build'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`Страницы не собрались:\n${stdout}\n${stderr}`);
  }
  await writeFile(stampFile, hash);
  return true;
}

if (import.meta.main) await buildPages();
