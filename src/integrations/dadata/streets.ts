import type { AskedStreet, OpenAddresses } from '#integrations/addresses/suggester.ts';
import { createCache } from '#platform/cache.ts';
import type { Log } from '#platform/log.ts';
import { folded } from '#shared/folded.ts';
import { askDadata, type Dadata, isLeftAlone, leaveAlone } from './ask.ts';
import { StreetAnswer, streetsOf } from './mapping.ts';

/** Streets do not change within a day, and the free plan has 10 000 requests in one. */
const cachedMs = 86_400_000;
const most = 8;

const cachedStreets = createCache<string, { streets: string[]; until: number }>({ name: 'dadata_streets', max: 2_000 });

/** DaData's addresses. */
export const dadataAddresses: OpenAddresses = (config) =>
  config.DADATA_TOKEN ? { streets: (asked, log) => findStreets(config, asked, log) } : null;

/** As `AddressSuggester.streets` says. */
export async function findStreets(
  config: Dadata,
  { place, typed }: AskedStreet,
  log: Pick<Log, 'warn'>,
  now = Date.now(),
): Promise<string[]> {
  if (!config.DADATA_TOKEN || place === '' || typed === '') return [];
  const key = `${config.DADATA_URL} ${folded(place)} ${folded(typed)}`;
  const known = cachedStreets.get(key);
  if (known && known.until > now) return known.streets;
  if (isLeftAlone(config, now)) return [];
  try {
    const answer = await askDadata(config, '/suggest/address', {
      query: typed,
      count: most,
      locations: [{ city: place }, { settlement: place }],
      from_bound: { value: 'street' },
      to_bound: { value: 'house' },
    });
    const streets = streetsOf(StreetAnswer.parse(answer)).slice(0, most);
    cachedStreets.set(key, { streets, until: now + cachedMs });
    return streets;
  } catch (error) {
    leaveAlone(config, error, log, now);
    return [];
  }
}
