import type { OpenRegister, Party } from '#integrations/companies/register.ts';
import { createCache } from '#platform/cache.ts';
import type { Log } from '#platform/log.ts';
import { isInn } from '#shared/company-numbers.ts';
import { askDadata, type Dadata, isLeftAlone, leaveAlone } from './ask.ts';
import { PartyAnswer, partyOf } from './mapping.ts';

/** A free plan has 10 000 requests a day, and a firm does not change within one. */
const cachedMs = 86_400_000;

const cachedParties = createCache<string, { party: Party | null; until: number }>({ name: 'dadata_parties', max: 500 });

/** DaData's register of firms. */
export const dadata: OpenRegister = (config) =>
  config.DADATA_TOKEN ? { find: (inn, log) => findParty(config, inn, log), ask: (inn) => askParty(config, inn) } : null;

/**
 * The firm of an ИНН in the state register; null when it is not found, when no token is set or DaData does not answer
 * well in time. Never throws; failures are logged.
 */
export async function findParty(
  config: Dadata,
  inn: string,
  log: Pick<Log, 'warn'>,
  now = Date.now(),
): Promise<Party | null> {
  if (!config.DADATA_TOKEN || !isInn(inn)) return null;
  const key = `${config.DADATA_URL} ${inn}`;
  const known = cachedParties.get(key);
  if (known && known.until > now) return known.party;
  if (isLeftAlone(config, now)) return null;
  try {
    const party = await askParty(config, inn);
    cachedParties.set(key, { party, until: now + cachedMs });
    return party;
  } catch (error) {
    leaveAlone(config, error, log, now);
    return null;
  }
}

/** Asks DaData itself. Throws when it does not answer well in time. */
async function askParty(config: Dadata, inn: string): Promise<Party | null> {
  return partyOf(PartyAnswer.parse(await askDadata(config, '/findById/party', { query: inn, count: 5 })), inn);
}
