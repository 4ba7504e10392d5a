import type { Party, RegisterPartner } from '#integrations/companies/register.ts';
import type { Processor } from '#integrations/processor.ts';
import type { Log } from '#platform/log.ts';
import { isInn } from '#shared/company-numbers.ts';
import { askDadata, askOnceADay, type Dadata, dadataToken, dayAnswers } from './ask.ts';
import { PartyAnswer, partyOf } from './mapping.ts';

const cachedParties = dayAnswers<Party | null>('dadata_parties', 500);

/** DaData's register of firms. */
export const dadata: RegisterPartner = {
  name: 'DaData',
  ...dadataToken,
  open: (config) =>
    config.DADATA_TOKEN
      ? { processor, find: (inn, log) => findParty(config, inn, log), ask: (inn) => askParty(config, inn) }
      : null,
};

const processor: Processor = {
  name: 'DaData, сервис подсказок (dadata.ru)',
  gets: 'ИНН организации или предпринимателя',
  purpose: 'Заполнить название и реквизиты',
};

/**
 * The firm of an ИНН in the state register; null when it is not found, when no token is set or DaData does not answer
 * well in time. Never throws; failures are logged.
 */
export async function findParty(config: Dadata, inn: string, log: Pick<Log, 'warn'>): Promise<Party | null> {
  if (!config.DADATA_TOKEN || !isInn(inn)) return null;
  const ask = () => askParty(config, inn);
  return askOnceADay(cachedParties, config, { asked: inn, otherwise: null, ask }, log);
}

/** Asks DaData itself. Throws when it does not answer well in time. */
async function askParty(config: Dadata, inn: string): Promise<Party | null> {
  return partyOf(PartyAnswer.parse(await askDadata(config, '/findById/party', { query: inn, count: 5 })), inn);
}
