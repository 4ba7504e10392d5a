import type { Log } from '#platform/log.ts';
import type { NamedPartnerRow } from '../partner-row.ts';
import type { Processor } from '../processor.ts';

/** Whoever knows the state register of firms. */
export type CompanyRegister = {
  /** Left out: nobody else learns what is typed. */
  processor?: Processor;
  /** The firm of an ИНН; null when there is none, or nobody answers well in time. Never throws; failures are logged. */
  find(inn: string, log: Pick<Log, 'warn'>): Promise<Party | null>;
  /** The same asked now, whatever was answered before. Throws when nobody answers well in time. */
  ask(inn: string): Promise<Party | null>;
};

/** A firm of the state register as the form of a company takes it; what does not pass our own checks is left empty. */
export type Party = {
  inn: string;
  name: string;
  kpp: string;
  ogrn: string;
  legal_address: string;
  /** False: it is being closed, is closed or bankrupt. */
  is_operating: boolean;
};

/** Without one a firm's numbers are typed. */
export type RegisterPartner = NamedPartnerRow<CompanyRegister>;
