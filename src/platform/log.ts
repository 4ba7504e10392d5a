import { type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines on stdout; one logger for the process, children carry the request id. */
export function openLog(level: string): Log {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}
