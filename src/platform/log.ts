import { type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines on stdout (or on stderr: `fd` 2); one logger for the process, children carry the request id. */
export function openLog(level: string, fd: 1 | 2 = 1): Log {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(fd));
}
