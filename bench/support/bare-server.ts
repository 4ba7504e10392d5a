import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A bare `node:http` server in a process of its own that sends one gzipped body to everybody: what one process of Node
 * can do at this hour, without anything of the shop. Returns its port and what ends it.
 */
export async function startBareServer(body: Buffer): Promise<{ port: number; stop(): void }> {
  const child: ChildProcess = fork(import.meta.filename, { serialization: 'advanced' });
  child.send(body);
  const [port] = (await once(child, 'message')) as [number];
  return { port, stop: () => child.disconnect() };
}

function serve(bytes: Uint8Array): void {
  const body = Buffer.from(bytes);
  const headers = { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip', 'Content-Length': body.length };
  const server = createServer((_request, response) => {
    response.writeHead(200, headers).end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit());
}

if (import.meta.main) process.once('message', (body: Uint8Array) => serve(body));
