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
    const { code } = await run(args, 'inherit');
    printEnd(name, code, began);
    if (code !== 0) process.exit(code);
  }
}

/**
 * The same of several lists side by side; what a program prints comes when it has ended. A list ends with its first
 * program that fails, the others go on; then this process ends with that code.
 */
export async function runSideBySide(lists: Step[][]): Promise<void> {
  const codes = await Promise.all(
    lists.map(async (steps) => {
      for (const { name, args } of steps) {
        const began = Date.now();
        const { code, output } = await run(args, 'pipe');
        process.stdout.write(output);
        printEnd(name, code, began);
        if (code !== 0) return code;
      }
      return 0;
    }),
  );
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) process.exit(failed);
}

function printEnd(name: string, code: number, began: number): void {
  if (code !== 0) console.error(`✗ ${name}`);
  else console.log(`✓ ${name}, ${((Date.now() - began) / 1_000).toFixed(1)} с`);
}

/** The path of an installed package's program, the first it names. `part`: the folder that has packages of its own. */
export function installed(name: string, part = ''): string {
  const folder = join(root, part, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : String(Object.values(bin)[0]));
}

function run(args: string[], output: 'inherit' | 'pipe'): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', output, output] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
    child.on('close', (code) => resolve({ code: code ?? 1, output: text }));
  });
}
