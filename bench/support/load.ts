import { Wire, type WireAnswer } from './wire.ts';

export type LoadAnswer = WireAnswer;
export type AskOptions = { method?: string; headers?: Record<string, string>; body?: string };
export type Ask = (path: string, options?: AskOptions) => Promise<LoadAnswer>;
export type LoadFigures = {
  name: string;
  per_second: number;
  p50: number;
  p95: number;
  p99: number;
  done: number;
  errors: number;
};

/**
 * Runs `task` again and again in `concurrency` loops for `seconds` after a warm-up of a fifth of it, over keep-alive
 * connections to one port. Times are milliseconds of whole tasks; a task that throws is an error and not counted as
 * done.
 */
export async function load(
  name: string,
  { port, host, concurrency, seconds }: { port: number; host: string; concurrency: number; seconds: number },
  task: (ask: Ask, turn: number) => Promise<void>,
): Promise<LoadFigures> {
  const times: number[] = [];
  let errors = 0;
  let firstError: unknown;
  let turn = 0;
  const warm = performance.now() + (seconds * 1_000) / 5;
  const end = warm + seconds * 1_000;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      const wire = new Wire(port);
      const ask = askOver(wire, host);
      while (performance.now() < end) {
        const begun = performance.now();
        try {
          await task(ask, turn++);
          if (begun >= warm) times.push(performance.now() - begun);
        } catch (error) {
          errors++;
          firstError ??= error;
        }
      }
      wire.close();
    }),
  );
  if (firstError) console.error(`${name}: ${errors} errors, the first: ${(firstError as Error).message}`);
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    Number((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1));
  return {
    name,
    per_second: Math.round(times.length / seconds),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    done: times.length,
    errors,
  };
}

/** Asks over one connection, as a browser that stays on `host`. */
export function askOver(wire: Wire, host: string): Ask {
  return (path, { method = 'GET', headers, body } = {}) => wire.ask(method, path, { host, ...headers }, body);
}

/** name=value of every Set-Cookie, as the next request would send them. */
export function cookiesOf(answer: Pick<LoadAnswer, 'headers'>): string {
  return [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}
