// What runs behind every npm script: runs under any Node from 18 and needs no packages. Installs what the lock file
// says if that has not been done, then goes on with the project's own Node (node_modules/node), which runs TypeScript
// itself. package.json starts it by `exec`: npm passes a signal on to its child, and a shell in between would die of it
// alone.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

const programs = {
  start: [['scripts/build.ts'], ['src/start.ts']],
  dev: [['scripts/dev.ts']],
  check: [['scripts/check.ts']],
  test: [['scripts/test.ts']],
  bench: [['scripts/bench.ts']],
  schema: [['scripts/dump-schema.ts']],
  calls: [['scripts/admin-openapi.ts'], ['scripts/admin-types.ts']],
  figures: [['scripts/figures.ts']],
  // By itself V8 sizes the space of young objects by the machine's memory: an import took 100 MB more and was no
  // faster.
  shop: [['--max-semi-space-size=16', 'src/cli.ts']],
};

const [name = '', ...words] = process.argv.slice(2);
const steps = programs[name];
if (!steps) {
  console.error(`npm run ${Object.keys(programs).join(' | npm run ')}`);
  process.exit(1);
}
// Paths on the command line are meant from where the caller stands; everything else from the project's folder.
process.env.INIT_CWD ??= process.cwd();
process.chdir(root);
// Every process of the shop starts twice as fast from what V8 has compiled before.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');
install();
for (const step of steps.slice(0, -1)) await run(step);
await run([...steps.at(-1), ...words]);

/** The shop's own packages, then those of the back office, which has a lock file of its own. */
function install() {
  installIn(root, 'Устанавливаются библиотеки (npm ci), это займёт около минуты…', () => existsSync(node));
  const admin = join(root, 'admin');
  if (existsSync(join(admin, 'package-lock.json')))
    installIn(admin, 'Устанавливаются библиотеки управления магазином (npm ci)…', () => true);
}

/** `npm ci` in a folder unless what its lock file says is there already. `isUsable`: whether it can be used at all. */
function installIn(folder, words, isUsable) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  const packages = join(folder, 'node_modules');
  const stampFile = join(packages, '.idd-shop-lock');
  if (isUsable() && (readText(stampFile) === hash || agrees(packages, JSON.parse(lock)))) return;
  if (existsSync(packages) && lstatSync(packages).isSymbolicLink()) {
    console.error(
      `${packages} — ссылка, и в ней не то, что в package-lock.json. Выполните npm ci там, куда она ведёт.`,
    );
    process.exit(1);
  }
  console.error(words);
  // Named one by one, because NODE_ENV=production and npm's own settings would leave some out.
  const options = ['ci', '--include=dev', '--include=optional', '--ignore-scripts=false', '--no-audit', '--no-fund'];
  const { npm_node_execpath: npmNode, npm_execpath: npm } = process.env;
  const [program, args] = npmNode && npm ? [npmNode, [npm, ...options]] : ['npm', options];
  // npm run sets the folder of the project for the npm within; each npm is to find the one it is started in.
  const { npm_config_local_prefix: _prefix, ...env } = process.env;
  // npm's own words go to stderr: stdout belongs to the command.
  const { status, error } = spawnSync(program, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stampFile, hash);
}

/**
 * Whether somebody's own `npm ci` already put exactly the locked packages in place (npm keeps a list of what it
 * installed).
 */
function agrees(packages, lock) {
  const text = readText(join(packages, '.package-lock.json'));
  if (!text) return false;
  const installed = JSON.parse(text).packages;
  return Object.entries(lock.packages).every(
    ([path, wanted]) => path === '' || wanted.optional || installed[path]?.integrity === wanted.integrity,
  );
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Runs a program of the project to its end; ends this process when it fails. */
function run(args) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    // Ctrl-C reaches the child by itself, a signal to this process alone does not. The child also notices our death:
    // the IPC channel closes.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    const watch = watchNpm(child);
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      if (code !== 0) process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name);
      resolve();
    });
  });
}

/**
 * npm killed with -9 tells nobody; the process it started, often through a shell, sees that its parents have changed.
 */
function watchNpm(child) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parents = readParents();
  return setInterval(() => {
    if (readParents() !== parents) child.kill('SIGTERM');
  }, 500);
}

/** Our parent, and where that is the shell of this script, its parent too: npm. */
function readParents() {
  const parent = process.ppid;
  try {
    if (!readFileSync(`/proc/${parent}/cmdline`, 'utf8').includes('run.mjs')) return String(parent);
    return `${parent} ${readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ').pop().split(' ')[1]}`;
  } catch {
    return String(parent);
  }
}
