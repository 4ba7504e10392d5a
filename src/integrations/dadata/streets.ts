import type { AddressPartner, AskedStreet } from '#integrations/addresses/suggester.ts';
import type { Processor } from '#integrations/processor.ts';
import type { Log } from '#platform/log.ts';
import { folded } from '#shared/folded.ts';
import { askDadata, askOnceADay, type Dadata, dadataToken, dayAnswers } from './ask.ts';
import { StreetAnswer, streetsOf } from './mapping.ts';

const most = 8;

const cachedStreets = dayAnswers<string[]>('dadata_streets', 2_000);

/** DaData's addresses. */
export const dadataAddresses: AddressPartner = {
  ...dadataToken,
  open: (config) =>
    config.DADATA_TOKEN ? { processor, streets: (asked, log) => findStreets(config, asked, log) } : null,
};

const processor: Processor = {
  name: 'DaData, сервис подсказок (dadata.ru)',
  gets: 'Населённый пункт и то, что вы набираете в поле улицы и дома; без имени и телефона',
  purpose: 'Подсказать адрес доставки',
};

/** As `AddressSuggester.streets` says. */
export async function findStreets(
  config: Dadata,
  { place, typed }: AskedStreet,
  log: Pick<Log, 'warn'>,
): Promise<string[]> {
  if (!config.DADATA_TOKEN || place === '' || typed === '') return [];
  const asked = `${folded(place)} ${folded(typed)}`;
  return askOnceADay(cachedStreets, config, { asked, otherwise: [], ask }, log);

  async function ask(): Promise<string[]> {
    const answer = await askDadata(config, '/suggest/address', {
      query: typed,
      count: most,
      locations: [{ city: place }, { settlement: place }],
      from_bound: { value: 'street' },
      to_bound: { value: 'house' },
    });
    return streetsOf(StreetAnswer.parse(answer)).slice(0, most);
  }
}
