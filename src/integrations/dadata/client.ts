import type { OpenRegister, Party } from '#integrations/companies/register.ts';
import { createCache } from '#platform/cache.ts';
import type { Log } from '#platform/log.ts';
import { isInn } from '#shared/company-numbers.ts';
import { PartyAnswer, partyOf } from './mapping.ts';

/** A form waits for it, so not long: without an answer the fields are typed by hand. */
const timeoutMs = 3_000;
/** A free plan has 10 000 requests a day, and a firm does not change within one. */
const cachedMs = 86_400_000;
/** After a failure it is left alone for a while: the day's limit may be used up. */
const restMs = 60_000;

export type Dadata = { DADATA_TOKEN?: string | undefined; DADATA_URL: string };

const cachedParties = createCache<string, { party: Party | null; until: number }>({ name: 'dadata_parties', max: 500 });
/** By address: until when it is left alone. */
const restsUntil = createCache<string, number>({ name: 'dadata_rests', max: 20 });

/** DaData's register of firms. */
export const dadata: OpenRegister = (config) =>
  config.DADATA_TOKEN ? { find: (inn, log) => findParty(config, inn, log), ask: (inn) => askParty(config, inn) } : null;

/**
 * The firm of an ИНН in the state register; null when it is not found, when no token is set or DaData does not answer
 * well in time. Never throws; failures are logged.
 */
export async function findParty(
  { DADATA_TOKEN, DADATA_URL }: Dadata,
  inn: string,
  log: Pick<Log, 'warn'>,
  now = Date.now(),
): Promise<Party | null> {
  if (!DADATA_TOKEN || !isInn(inn)) return null;
  const key = `${DADATA_URL} ${inn}`;
  const known = cachedParties.get(key);
  if (known && known.until > now) return known.party;
  if ((restsUntil.get(DADATA_URL) ?? 0) > now) return null;
  try {
    const party = await askParty({ DADATA_TOKEN, DADATA_URL }, inn);
    cachedParties.set(key, { party, until: now + cachedMs });
    return party;
  } catch (error) {
    restsUntil.set(DADATA_URL, now + restMs);
    log.warn({ err: error }, 'DaData did not answer');
    return null;
  }
}

/** Asks DaData itself. Throws when it does not answer well in time. */
async function askParty({ DADATA_TOKEN, DADATA_URL }: Dadata, inn: string): Promise<Party | null> {
  const answer = await fetch(`${DADATA_URL.replace(/\/$/, '')}/findById/party`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      Authorization: `Token ${DADATA_TOKEN}`,
    },
    body: JSON.stringify({ query: inn, count: 5 }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  if (!answer.ok) throw new Error(`DaData: ${answer.status}`);
  return partyOf(PartyAnswer.parse(await answer.json()), inn);
}
