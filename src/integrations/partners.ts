import type { Db } from '#platform/database.ts';
import { type Config, ConfigError } from '../config.ts';
import type { AddressPartner, AddressSuggester } from './addresses/suggester.ts';
import { bitrix24 } from './bitrix24/crm.ts';
import type { CompanyRegister, RegisterPartner } from './companies/register.ts';
import type { Crm, CrmPartner } from './crm/crm.ts';
import { dadata } from './dadata/client.ts';
import { dadataAddresses } from './dadata/streets.ts';
import { demonstrationName, demonstrationPayments } from './demonstration-payments/provider.ts';
import type { MapPartner, MapService } from './maps/maps.ts';
import type { PaymentPartner, PaymentProvider } from './payments/provider.ts';
import { yandexMaps } from './yandex-maps/maps.ts';
import { yookassa } from './yookassa/provider.ts';

/**
 * Who may do what for the shop: one line each, by the name under which a setting chooses it. The first whose settings
 * are given is taken otherwise.
 */
export const partnerTable = {
  payments: { yookassa, [demonstrationName]: demonstrationPayments } as Record<string, PaymentPartner>,
  crm: bitrix24 as CrmPartner,
  companies: dadata as RegisterPartner,
  addresses: dadataAddresses as AddressPartner,
  maps: yandexMaps as MapPartner,
};

export type PartnerTable = typeof partnerTable;

/** The partners of this shop, as every page, call and job gets them. */
export type Partners = {
  /** null: nobody takes money online, so paying online and credit are not offered. */
  payments: Payments | null;
  /** null: leads stay in the database. */
  crm: Crm | null;
  /** null: a firm's numbers are typed. */
  companies: CompanyRegister | null;
  /** null: streets are typed. */
  addresses: AddressSuggester | null;
  /** null: pages show addresses and links. */
  maps: MapService | null;
};

export type Payments = PaymentProvider & {
  /** The same provider, whose answers are waited for no longer than that. */
  within(ms: number): PaymentProvider;
};

/**
 * Chosen where a process is put together: the server, the worker, a command; a test may give a table of its own. Throws
 * ConfigError, see checkPartners.
 */
export function openPartners(db: Db, config: Config, table: PartnerTable = partnerTable): Partners {
  return {
    payments: openPayments(db, config, table.payments),
    crm: table.crm.open(config),
    companies: table.companies.open(config),
    addresses: table.addresses.open(config),
    maps: table.maps.open(config),
  };
}

/**
 * Throws ConfigError, a Russian sentence, when a setting names a partner that is not in the table or has not what it
 * needs.
 */
export function checkPartners(config: Config, table: PartnerTable = partnerTable): void {
  choose(config, table.payments);
}

/** Payment partners that take real money. */
export const realPayments = Object.values(partnerTable.payments).filter((partner) => partner !== demonstrationPayments);

/** The settings that connect a payment partner, in words for staff. */
export const paymentSettings = realPayments.map(({ needs }) => needs).join(' или ');

function openPayments(db: Db, config: Config, rows: PartnerTable['payments']): Payments | null {
  const partner = choose(config, rows);
  return partner && { ...partner.open(db, config), within: (ms) => partner.open(db, config, ms) };
}

function choose(config: Config, rows: PartnerTable['payments']): PaymentPartner | null {
  const { PAYMENT_PROVIDER } = config;
  if (PAYMENT_PROVIDER === undefined) return Object.values(rows).find(({ isOn }) => isOn(config)) ?? null;
  const partner = rows[PAYMENT_PROVIDER];
  if (!partner)
    throw new ConfigError(`PAYMENT_PROVIDER: такой платёжной системы нет, есть ${Object.keys(rows).join(', ')}`);
  if (!partner.isOn(config)) throw new ConfigError(`PAYMENT_PROVIDER: для ${PAYMENT_PROVIDER} нужно: ${partner.needs}`);
  return partner;
}
