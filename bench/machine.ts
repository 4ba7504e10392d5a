import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { report } from './support/report.ts';
import { loadCalls } from './support/wrk.ts';

/**
 * `npm run bench -- machine [SECONDS]`: what the machine itself does at this hour: a bare `node:http` server of one process that sends the same 18 KB, as long as
 * the answer of a list, over 16 connections and one. Nothing of the shop; other figures of the same run may be held against it.
 */
if (process.send) serve();
else await measure(Number(process.argv.at(-1)) || 4);

function serve(): void {
  const text = Buffer.alloc(18_000, 'а');
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': text.length }).end(text);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit());
}

async function measure(seconds: number): Promise<void> {
  const child = fork(import.meta.filename);
  const [port] = (await once(child, 'message')) as [number];
  const calls = [{ path: '/' }];
  const sixteen = await loadCalls({ port, host: '127.0.0.1', concurrency: 16, seconds }, calls);
  const one = await loadCalls({ port, host: '127.0.0.1', concurrency: 1, seconds }, calls);
  child.disconnect();
  await once(child, 'exit');
  report([
    { what: 'bare node:http, 18 KB, 16', ...sixteen },
    { what: 'bare node:http, 18 KB, 1', ...one },
  ]);
}
