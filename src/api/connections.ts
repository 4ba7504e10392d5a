import { sql } from 'kysely';
import { demonstrationName } from '#integrations/demonstration-payments/provider.ts';
import { partnerTable, paymentSettings, realPayments } from '#integrations/partners.ts';
import type { Db } from '#platform/database.ts';
import type { Config } from '../config.ts';

/** What the shop is connected to by a key of the environment, as its owner is shown it. */
export type Connection = {
  id: string;
  name: string;
  /** Variables of the environment that connect it. */
  settings: string;
  is_on: boolean;
  /** «…c41»: how a key ends, by which its owner knows which one it is; null: it is short, no secret, or not set. */
  ends_with: string | null;
  /** What works by it, or does not without it. */
  words: string;
  /** When it last did what it is for, and when it last failed with why; null: never, or nothing is kept of it. */
  last_success: Date | null;
  last_failure: { at: Date; words: string } | null;
};

type Last = { id: string; succeeded_at: Date | null; failed_at: Date | null; failure: string | null };

/** The state of every connection; no key is in it, save the last three characters of a long one. */
export async function readConnections(db: Db, config: Config): Promise<Connection[]> {
  const lasts = await readLasts(db);
  return descriptions(config).map(({ key, on, off, ...connection }) => {
    const last = lasts.find(({ id }) => id === connection.id);
    return {
      ...connection,
      ends_with: endOf(key),
      words: connection.is_on ? on : off,
      last_success: last?.succeeded_at ?? null,
      last_failure: last?.failed_at ? { at: last.failed_at, words: last.failure ?? '' } : null,
    };
  });
}

/** Three characters tell little of a key of twenty. */
const longKey = 20;

function endOf(key: string | undefined): string | null {
  return key !== undefined && key.length >= longKey ? `…${key.replace(/\/$/, '').slice(-3)}` : null;
}

type Described = Pick<Connection, 'id' | 'name' | 'settings' | 'is_on'> & {
  key: string | undefined;
  on: string;
  off: string;
};

function descriptions(config: Config): Described[] {
  const { SMTP_URL, YANDEX_CLIENT_SECRET, YANDEX_METRIKA_ID, ONEC_PASSWORD, SECRET_KEYS, METRICS_TOKEN } = config;
  const payments = realPayments.find(({ isOn }) => isOn(config));
  const { crm, companies, addresses, maps } = partnerTable;
  return [
    {
      id: 'mail',
      name: 'Почта',
      settings: 'SMTP_URL',
      is_on: SMTP_URL !== undefined,
      key: undefined,
      on: `Письма уходят от ${config.MAIL_FROM}`,
      off: 'Письма не уходят и ждут в очереди',
    },
    {
      id: 'payments',
      name: 'Оплата на сайте',
      settings: payments?.needs ?? paymentSettings,
      is_on: payments !== undefined,
      key: payments?.key?.(config),
      on: 'Покупатели платят картой и СБП',
      off: 'Оплаты на сайте нет',
    },
    {
      id: 'crm',
      name: 'CRM',
      settings: crm.needs,
      is_on: crm.isOn(config),
      key: crm.key?.(config),
      on: 'Заявки уходят в CRM',
      off: 'Заявки остаются в магазине, в «Обращениях»',
    },
    {
      id: 'onec',
      name: '1С: узел по умолчанию',
      settings: 'ONEC_LOGIN и ONEC_PASSWORD',
      is_on: ONEC_PASSWORD !== undefined,
      key: ONEC_PASSWORD,
      on: `1С входит под именем ${config.ONEC_LOGIN ?? ''}`,
      off: 'Узлы обмена заводят в «Обмене с 1С»',
    },
    {
      id: 'companies',
      name: companies.name,
      settings: companies.needs,
      is_on: companies.isOn(config),
      key: companies.key?.(config),
      on: `Реквизиты фирмы находятся по ИНН, улицы ${addresses.isOn(config) ? 'подсказываются в адресе доставки' : 'набирают сами'}`,
      off: `Реквизиты фирмы${addresses.isOn(config) ? '' : ' и улицы'} набирают сами`,
    },
    {
      id: 'maps',
      name: maps.name,
      settings: maps.needs,
      is_on: maps.isOn(config),
      key: maps.key?.(config),
      on: 'Магазины и пункты стоят на карте',
      off: 'Магазины и пункты показаны списком',
    },
    {
      id: 'yandex',
      name: 'Яндекс ID',
      settings: 'YANDEX_CLIENT_ID и YANDEX_CLIENT_SECRET',
      is_on: YANDEX_CLIENT_SECRET !== undefined,
      key: YANDEX_CLIENT_SECRET,
      on: 'Покупатели входят через Яндекс',
      off: 'Входа через Яндекс нет',
    },
    {
      id: 'metrika',
      name: 'Яндекс Метрика',
      settings: 'YANDEX_METRIKA_ID',
      key: undefined,
      is_on: YANDEX_METRIKA_ID !== undefined,
      on: `Счётчик ${YANDEX_METRIKA_ID ?? ''}: считает тех, кто согласился`,
      off: 'Счётчика нет',
    },
    {
      id: 'secret_keys',
      name: 'Ключ подписи',
      settings: 'SECRET_KEYS',
      is_on: SECRET_KEYS !== undefined,
      key: undefined,
      on: 'Лежит отдельно от базы данных',
      off: 'Лежит в базе данных и в каждой её копии',
    },
    {
      id: 'metrics',
      name: 'Показатели для мониторинга',
      settings: 'METRICS_TOKEN',
      is_on: METRICS_TOKEN !== undefined,
      key: METRICS_TOKEN,
      on: 'Отдаются по токену',
      off: 'Отдаются только программам на том же компьютере',
    },
  ];
}

/** What is kept of the last work of each connection. */
async function readLasts(db: Db): Promise<Last[]> {
  const { rows } = await sql<Last>`
    select 'mail' as id, (select max(sent_at) from mails) as succeeded_at, failed_at, failure
    from (select) one left join lateral (
      select failed_at, failure from mails where failed_at is not null order by failed_at desc limit 1) f on true
    union all
    select 'payments', max(paid_at), null, null from payments where provider <> ${demonstrationName}
    union all
    select 'crm', (select max(sent_at) from leads), tried_at, failure
    from (select) one left join lateral (
      select tried_at, failure from leads where failure is not null order by tried_at desc limit 1) f on true
    union all
    select 'onec', max(signed_in_at), null, null from onec_nodes where is_default`.execute(db);
  return rows;
}
