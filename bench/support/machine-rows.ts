import { startBareServer } from './bare-server.ts';
import type { Row } from './report.ts';
import { loadCalls } from './wrk.ts';

/**
 * What the machine itself does in this minute: a bare `node:http` server of one process that sends 18 KB, over 16
 * connections and one.
 */
export async function machineRows(seconds: number): Promise<Row[]> {
  const { port, stop } = await startBareServer(Buffer.alloc(18_000, 'а'));
  const calls = [{ path: '/' }];
  const sixteen = await loadCalls({ port, host: '127.0.0.1', concurrency: 16, seconds }, calls);
  const one = await loadCalls({ port, host: '127.0.0.1', concurrency: 1, seconds }, calls);
  stop();
  return [
    { what: 'bare node:http, 18 KB, 16', ...sixteen },
    { what: 'bare node:http, 18 KB, 1', ...one },
  ];
}
