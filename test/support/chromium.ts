import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const home = join(import.meta.dirname, '../../node_modules/.cache/chromium-153');

/**
 * Arguments of a headless run as root in a small machine; every *.localhost of the shop is this machine, and
 * so is a shop of one's own (`own-domain.ts`).
 */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
  '--host-resolver-rules=MAP *.localhost 127.0.0.1, MAP *.test 127.0.0.1',
];

/**
 * The Chromium that npm installs, unpacked once: the program and what its process needs in the environment. Where the
 * machine has no NSS libraries or fonts (a bare Debian), the ones packed beside it are used.
 */
export async function chromium(): Promise<{ executablePath: string; env: Record<string, string> }> {
  await unpackOnce();
  const env: Record<string, string> = {};
  if (!hasLibrary('libnss3.so')) env.LD_LIBRARY_PATH = join(home, 'al2023', 'lib');
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = join(home, 'fonts');
  return { executablePath: join(home, 'chromium'), env: { ...process.env, ...env } as Record<string, string> };
}

async function unpackOnce(): Promise<void> {
  const lock = `${home}.lock`;
  while (!existsSync(home)) {
    await mkdir(dirname(home), { recursive: true });
    // Several test processes begin at once: one unpacks, the others wait. A lock of a killed one grows old.
    const isMine = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (isMine) {
      await unpack().finally(() => rm(lock, { recursive: true, force: true }));
    } else {
      const taken = await stat(lock).catch(() => null);
      if (taken && Date.now() - taken.mtimeMs > 120_000) await rm(lock, { recursive: true, force: true });
      await sleep(200);
    }
  }
}

async function unpack(): Promise<void> {
  if (existsSync(home)) return;
  const { inflate } = await import('@sparticuz/chromium');
  const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin');
  const unfinished = `${home}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const former = process.env.TMPDIR;
  process.env.TMPDIR = unfinished; // where the package unpacks to
  try {
    for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'])
      await inflate(join(bin, name));
  } finally {
    if (former === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = former;
  }
  await rename(unfinished, home);
}

function hasLibrary(name: string): boolean {
  try {
    return execFileSync('ldconfig', ['-p'], {
      encoding: 'utf8',
      env: { PATH: '/sbin:/usr/sbin:/bin:/usr/bin' },
    }).includes(name);
  } catch {
    return false;
  }
}
