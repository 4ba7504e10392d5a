import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installed } from './run-steps.ts';
import { sourcesHash } from './sources-hash.ts';

const root = join(import.meta.dirname, '..');
const stampFile = join(root, 'build/.sources');
/** The back office's, with what it takes from the shop: its functions and its look. */
const adminSources = [
  'admin/src',
  ...['index.html', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'].map((name) => `admin/${name}`),
  ...['src/shared', 'src/web/styles', 'src/web/fonts', 'src/web/images', 'scripts/compress-assets.ts'],
];
const adminStampFile = join(root, 'build/admin/.sources');
const sources = [
  ...['src', 'public', 'scripts/compress-assets.ts', 'package-lock.json'],
  ...['vite.config.ts', 'react-router.config.ts', 'tsconfig.json'],
];

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

/** Builds the back office into build/admin unless it was built from these very sources. Returns whether it built. */
export async function buildAdmin(): Promise<boolean> {
  const hash = await sourcesHash(root, adminSources);
  if ((await readFile(adminStampFile, 'utf8').catch(() => '')) === hash) return false;
  console.error('Собирается управление магазином…');
  // A build that is broken off must not look like one that is there.
  await rm(adminStampFile, { force: true });
  try {
    await promisify(execFile)(process.execPath, [installed('vite', 'admin'), 'build', '--logLevel', 'warn'], {
      cwd: join(root, 'admin'),
      env: { ...process.env, NODE_ENV: 'production' },
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`Управление магазином не собралось:\n${stdout}\n${stderr}`);
  }
  await writeFile(adminStampFile, hash);
  return true;
}

if (import.meta.main) {
  await buildPages();
  await buildAdmin();
}
