import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { atEnd } from './at-end.ts';

export type ReceivedMessage = { headers: Record<string, string>; body: string };

/** A program that takes webhooks, on loopback in a process of its own. Ends after the file's tests. */
export async function webhookReceiver() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'webhook-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(() => child.kill());
  const [first] = await once(createInterface({ input: child.stdout }), 'line');
  const { port, control } = JSON.parse(first);
  const controlled = (path: string) => `http://127.0.0.1:${control}/${path}`;
  return {
    url: `http://127.0.0.1:${port}/events`,
    /** What the next calls meet, see webhook-server.ts. */
    async moods(...moods: (number | string)[]): Promise<void> {
      await fetch(controlled('moods'), { method: 'PUT', body: JSON.stringify(moods) });
    },
    async messages(): Promise<ReceivedMessage[]> {
      const answer = await fetch(controlled('messages'));
      return ((await answer.json()) as { messages: ReceivedMessage[] }).messages;
    },
  };
}
