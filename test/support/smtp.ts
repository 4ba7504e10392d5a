import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { atEnd } from './at-end.ts';

export type ReceivedMail = { from: string; to: string[]; data: string };

/** A post office on loopback in a process of its own; `received` grows as emails come. Ends after the file's tests. */
export async function testSmtp(): Promise<{ url: string; received: ReceivedMail[] }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'smtp-sink.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(() => child.kill());
  const lines = createInterface({ input: child.stdout });
  const [first] = await once(lines, 'line');
  const received: ReceivedMail[] = [];
  lines.on('line', (line: string) => received.push(JSON.parse(line)));
  return { url: `smtp://127.0.0.1:${JSON.parse(first).port}`, received };
}
