import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export type Step = { name: string; args: string[] };

/**
 * Runs programs of the project one after another, each named before it; ends this process with the code of the first
 * that fails.
 */
export async function runSteps(steps: Step[]): Promise<void> {
  for (const { name, args } of steps) {
    const began = Date.now();
    console.log(`— ${name}`);
    const code = await run(args);
    if (code !== 0) {
      console.error(`✗ ${name}`);
      process.exit(code);
    }
    console.log(`✓ ${name}, ${((Date.now() - began) / 1_000).toFixed(1)} с`);
  }
}

/** The path of an installed package's program, the first it names. `part`: the folder that has packages of its own. */
export function installed(name: string, part = ''): string {
  const folder = join(root, part, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : String(Object.values(bin)[0]));
}

function run(args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
