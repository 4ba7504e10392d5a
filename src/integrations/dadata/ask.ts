import { createCache } from '#platform/cache.ts';
import type { Log } from '#platform/log.ts';

/** A form waits for it, so not long: without an answer the fields are typed by hand. */
const timeoutMs = 3_000;
/** After a failure it is left alone for a while: the day's limit may be used up. */
const restMs = 60_000;

export type Dadata = { DADATA_TOKEN?: string | undefined; DADATA_URL: string };

/** By address: until when it is left alone. */
const restsUntil = createCache<string, number>({ name: 'dadata_rests', max: 20 });

/** Asks one of its methods (`/findById/party`). Throws when it does not answer well in time. */
export async function askDadata({ DADATA_TOKEN, DADATA_URL }: Dadata, method: string, body: object): Promise<unknown> {
  const answer = await fetch(`${DADATA_URL.replace(/\/$/, '')}${method}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      Authorization: `Token ${DADATA_TOKEN}`,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  if (!answer.ok) throw new Error(`DaData: ${answer.status}`);
  return answer.json();
}

/** It failed within the last minute. */
export function isLeftAlone({ DADATA_URL }: Dadata, now: number): boolean {
  return (restsUntil.get(DADATA_URL) ?? 0) > now;
}

/** The failure is logged, and it is left alone from now on. */
export function leaveAlone({ DADATA_URL }: Dadata, error: unknown, log: Pick<Log, 'warn'>, now: number): void {
  restsUntil.set(DADATA_URL, now + restMs);
  log.warn({ err: error }, 'DaData did not answer');
}
