import { startBareServer } from './support/bare-server.ts';
import { report } from './support/report.ts';
import { loadCalls } from './support/wrk.ts';

/**
 * `npm run bench -- machine [SECONDS]`: what the machine itself does at this hour: a bare `node:http` server of one
 * process that sends the same 18 KB, as long as the answer of a list, over 16 connections and one. Nothing of the shop;
 * other figures of the same run may be held against it.
 */
const seconds = Number(process.argv.at(-1)) || 4;
const { port, stop } = await startBareServer(Buffer.alloc(18_000, 'а'));
const calls = [{ path: '/' }];
const sixteen = await loadCalls({ port, host: '127.0.0.1', concurrency: 16, seconds }, calls);
const one = await loadCalls({ port, host: '127.0.0.1', concurrency: 1, seconds }, calls);
stop();
report([
  { what: 'bare node:http, 18 KB, 16', ...sixteen },
  { what: 'bare node:http, 18 KB, 1', ...one },
]);
