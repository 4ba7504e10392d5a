import type { PartnerRow } from '#integrations/partner-row.ts';
import { createCache } from '#platform/cache.ts';
import type { Log } from '#platform/log.ts';

/** A form waits for it, so not long: without an answer the fields are typed by hand. */
const timeoutMs = 3_000;
/** After a failure it is left alone for a while: the day's limit may be used up. */
const restMs = 60_000;

/** What connects both of its services. */
export const dadataToken: Pick<PartnerRow<unknown>, 'needs' | 'isOn' | 'key'> = {
  needs: 'DADATA_TOKEN',
  isOn: ({ DADATA_TOKEN }) => Boolean(DADATA_TOKEN),
  key: ({ DADATA_TOKEN }) => DADATA_TOKEN,
};

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

/** Neither a firm nor a street changes within a day, and a free plan has 10 000 requests in one. */
const cachedMs = 86_400_000;

/** Answers of a day by what was asked for. */
type DayAnswers<T> = ReturnType<typeof dayAnswers<T>>;

/** A cache of at most `max` answers, each kept for a day. */
export function dayAnswers<T>(name: string, max: number) {
  return createCache<string, { answer: T; until: number }>({ name, max });
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
  now: number,
): Promise<T> {
  const key = `${DADATA_URL} ${asked}`;
  const known = answers.get(key);
  if (known && known.until > now) return known.answer;
  if ((restsUntil.get(DADATA_URL) ?? 0) > now) return otherwise;
  try {
    const answer = await ask();
    answers.set(key, { answer, until: now + cachedMs });
    return answer;
  } catch (error) {
    restsUntil.set(DADATA_URL, now + restMs);
    log.warn({ err: error }, 'DaData did not answer');
    return otherwise;
  }
}
