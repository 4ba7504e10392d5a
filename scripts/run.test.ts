import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { processesOf, temporaryFolder, waitFor } from '#test/support/processes.ts';

// Stands for npm: notes how it was called and puts this very Node where the package `node` would be.
const fakeNpm = `
  import { appendFileSync, mkdirSync, symlinkSync } from 'node:fs';
  appendFileSync('calls.txt', process.argv.slice(2).join(' ') + '\\n');
  mkdirSync('node_modules/node/bin', { recursive: true });
  try { symlinkSync(process.execPath, 'node_modules/node/bin/node'); } catch {}
`;

async function makeProject(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'scripts'));
  await mkdir(join(folder, 'src'));
  await copyFile(join(import.meta.dirname, 'run.mjs'), join(folder, 'scripts/run.mjs'));
  await writeFile(join(folder, 'npm.mjs'), fakeNpm);
  await writeLock(folder, 'sha512-one');
  await writeFile(join(folder, 'src/cli.ts'), `console.log(process.argv.slice(2).join(' ')); process.exit(7);`);
  return folder;
}

function writeLock(folder: string, integrity: string) {
  return writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ packages: { '': {}, 'node_modules/a': { integrity } } }),
  );
}

function run(folder: string, ...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH, npm_node_execpath: process.execPath, npm_execpath: join(folder, 'npm.mjs') };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(folder, 'scripts/run.mjs'), ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const calls = (folder: string) => readFile(join(folder, 'calls.txt'), 'utf8').catch(() => '');

test('a bare clone is installed once, again only when the lock file changes; words and exit code pass through', async () => {
  const folder = await makeProject();
  expect(await run(folder, 'shop', 'orders', 'list')).toMatchObject({ code: 7, stdout: 'orders list\n' });
  expect(await calls(folder)).toBe('ci --include=dev --include=optional --ignore-scripts=false --no-audit --no-fund\n');
  await run(folder, 'shop');
  expect((await calls(folder)).split('\n')).toHaveLength(2);
  await writeLock(folder, 'sha512-two');
  await run(folder, 'shop');
  expect((await calls(folder)).split('\n')).toHaveLength(3);
});

test("somebody's own npm ci counts, a half of it does not", async () => {
  const folder = await makeProject();
  await mkdir(join(folder, 'node_modules/node/bin'), { recursive: true });
  await symlink(process.execPath, join(folder, 'node_modules/node/bin/node'));
  const noteOfNpm = join(folder, 'node_modules/.package-lock.json');
  await writeFile(noteOfNpm, JSON.stringify({ packages: { 'node_modules/a': { integrity: 'sha512-one' } } }));
  await run(folder, 'shop');
  expect(await calls(folder)).toBe('');
  await writeFile(noteOfNpm, JSON.stringify({ packages: {} }));
  await run(folder, 'shop');
  expect(await calls(folder)).toContain('ci ');
});

test('the back office has packages of its own, installed beside, by its own lock file', async () => {
  const folder = await makeProject();
  const admin = join(folder, 'admin');
  await mkdir(admin);
  await writeLock(admin, 'sha512-one');
  await run(folder, 'shop');
  await run(folder, 'shop');
  const options = 'ci --include=dev --include=optional --ignore-scripts=false --no-audit --no-fund\n';
  expect([await calls(folder), await calls(admin)]).toEqual([options, options]);
  await writeLock(admin, 'sha512-two');
  await run(folder, 'shop');
  expect([await calls(folder), await calls(admin)]).toEqual([options, options + options]);
});

test('an installation that fails ends everything with its code', async () => {
  const folder = await makeProject();
  await writeFile(join(folder, 'npm.mjs'), 'process.exit(3);');
  expect(await run(folder, 'shop')).toMatchObject({ code: 3, stdout: '' });
});

test('an unknown subcommand is answered with the known ones', async () => {
  expect(await run(await makeProject(), 'dance')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm run start'),
  });
});

test('npm killed with -9 does not leave the shop running', async () => {
  const folder = await makeProject();
  await run(folder, 'shop');
  await writeFile(join(folder, 'src/cli.ts'), `console.log('running'); setInterval(() => {}, 1_000);`);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { shop: 'node scripts/run.mjs shop' } }));
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const npm = spawn('npm', ['run', 'shop'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  npm.stdout.on('data', (text) => {
    output += text;
  });
  await waitFor(() => output.includes('running'));
  npm.kill('SIGKILL');
  await waitFor(() => processesOf(folder).length === 0);
});

test('lists of programs run side by side: one that fails ends its own list, and the code is told when all have ended', async () => {
  const lists = [
    [
      { name: 'первый', args: ['-e', 'process.exit(3)'] },
      { name: 'за ним', args: ['-e', ''] },
    ],
    [{ name: 'другой', args: ['-e', 'setTimeout(() => console.log("сказал"), 300)'] }],
  ];
  const code = `import { runSideBySide } from './scripts/run-steps.ts'; await runSideBySide(${JSON.stringify(lists)});`;
  const root = join(import.meta.dirname, '..');
  const ended = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', code], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    );
  });
  expect(ended.code).toBe(3);
  expect(ended.output).toMatch(/сказал\n✓ другой, \d/);
  expect(ended.output).toContain('✗ первый');
  expect(ended.output).not.toContain('за ним');
});
