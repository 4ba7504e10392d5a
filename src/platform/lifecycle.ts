import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

/**
 * Calls `stop` once when this process is asked to end: a signal, or the death of the process that started it (its IPC
 * channel closes). Afterwards the process exits; `stop` may take its time, but not longer than `patienceMs`.
 */
export function onStop(log: Log, stop: () => Promise<void>, patienceMs: number): void {
  let isStopping = false;
  async function end(why: string) {
    if (isStopping) return;
    isStopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.error('did not stop in time');
      process.exit(1);
    }, patienceMs).unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'stopping failed');
      process.exit(1);
    }
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(signal));
  // Started without a channel it is undefined; false when the parent died while this process was still beginning.
  if (process.connected === false) end('parent is gone');
  else process.on('disconnect', () => end('parent is gone'));
}

/** A fault nobody caught: one log line like all others, then the launcher starts a new process. */
export function logFaults(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    process.exit(1);
  });
}

/**
 * Prepares a server for being stopped without losing a request: the returned function ends listening, lets every
 * request that has begun be answered (with `Connection: close`), and resolves when the last connection is closed.
 * Requests that are not answered within `longestMs` are cut off; how many is returned.
 */
export function drainable(server: Server): (longestMs: number) => Promise<number> {
  const answering = new Set<ServerResponse>();
  let isDraining = false;
  server.prependListener('request', (_request, response) => {
    if (isDraining) response.shouldKeepAlive = false;
  });
  // After the answerer: what was answered at once (a cached page) is not waited for.
  server.on('request', (_request, response) => {
    if (response.writableEnded) return;
    answering.add(response);
    response.once('close', () => answering.delete(response));
  });
  return async (longestMs) => {
    isDraining = true;
    for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // close() drops the connections idle at that moment; those that become idle later are dropped here.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    await Promise.race([closed, sleep(longestMs, undefined, { ref: false })]);
    clearInterval(sweep);
    const cutOff = answering.size;
    server.closeAllConnections();
    return cutOff;
  };
}
