import type { Log } from '#platform/log.ts';
import type { PartnerRow } from '../partner-row.ts';
import type { Processor } from '../processor.ts';

/** Whoever knows streets and houses. */
export type AddressSuggester = {
  /** Left out: nobody else learns what is typed. */
  processor?: Processor;
  /**
   * Streets and houses of a locality that begin as it was typed, as an address is written, at most eight; none where
   * nobody answers well in time. Never throws; failures are logged.
   */
  streets(asked: AskedStreet, log: Pick<Log, 'warn'>): Promise<string[]>;
};

/** `place`: the locality («Вологда»); `typed`: what stands in the field of the street. */
export type AskedStreet = { place: string; typed: string };

/** Without one addresses are typed. */
export type AddressPartner = PartnerRow<AddressSuggester>;
