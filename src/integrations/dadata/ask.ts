import type { PartnerRow } from '#integrations/partner-row.ts';
import { createCache } from '#platform/cache.ts';
import type { Log } from '#platform/log.ts';

/** A form waits for it, so not long: without an answer the fields are typed by hand. */
const timeoutMs = 3_000;

/** What connects both of its services. */
export const dadataToken: Pick<PartnerRow<unknown>, 'needs' | 'isOn' | 'key'> = {
  needs: 'DADATA_TOKEN',
  isOn: ({ DADATA_TOKEN }) => Boolean(DADATA_TOKEN),
  key: ({ DADATA_TOKEN }) => DADATA_TOKEN,
};

export type Dadata = { DADATA_TOKEN?: string | undefined; DADATA_URL: string };

/** By address: after a failure it is left alone for a minute, as the day's limit may be used up. */
const rests = createCache<string, true>({ name: 'dadata_rests', max: 20, maxAgeMs: 60_000 });

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

/** Answers of a day by what was asked for. */
type DayAnswers<T> = ReturnType<typeof dayAnswers<T>>;

/** Neither a firm nor a street changes within a day, and a free plan has 10 000 requests in one. */
export function dayAnswers<T>(name: string, max: number) {
  return createCache<string, { answer: T }>({ name, max, maxAgeMs: 86_400_000 });
}

/**
 * What was answered to this within a day, or what `ask` brings now; `otherwise` when it fails, which is logged, and
 * for a minute after a failure. Never throws.
 */
export async function askOnceADay<T>(
  answers: DayAnswers<T>,
  { DADATA_URL }: Dadata,
  { asked, otherwise, ask }: { asked: string; otherwise: T; ask: () => Promise<T> },
  log: Pick<Log, 'warn'>,
): Promise<T> {
  const key = `${DADATA_URL} ${asked}`;
  const known = answers.get(key);
  if (known) return known.answer;
  if (rests.get(DADATA_URL)) return otherwise;
  try {
    const answer = await ask();
    answers.set(key, { answer });
    return answer;
  } catch (error) {
    rests.set(DADATA_URL, true);
    log.warn({ err: error }, 'DaData did not answer');
    return otherwise;
  }
}
