import { partnerTable } from '#integrations/partners.ts';
import type { Settings } from '../config.ts';

/** One thing that a shop for strangers needs of its settings. */
export type ProductionCheck = {
  key: 'mail' | 'sender' | 'secret_keys' | 'proxy' | 'https' | 'crm';
  is_met: boolean;
  /** In Russian: what is wrong, or what is right once it is met. */
  words: string;
};

/** The sender of a demonstration: nobody gets what is answered there (RFC 2606). */
const inventedSender = /@(?:[\w-]+\.)*example>?$/;

/**
 * What the settings give a shop for strangers and what they lack: `npm start`, `shop config check` and the guide of the
 * first run say the same.
 */
export function checkProduction(settings: Settings): ProductionCheck[] {
  const { SMTP_URL, MAIL_FROM, SECRET_KEYS, TRUST_PROXY, PUBLIC_SCHEME } = settings;
  const { crm } = partnerTable;
  const checks: { key: ProductionCheck['key']; is_met: boolean; good: string; bad: string }[] = [
    {
      key: 'mail',
      is_met: SMTP_URL !== undefined,
      good: 'SMTP_URL задан: письма отправляются',
      bad: 'SMTP_URL не задан: письма не отправляются и лежат в базе данных',
    },
    {
      key: 'sender',
      is_met: !inventedSender.test(MAIL_FROM),
      good: `Письма приходят от ${MAIL_FROM}`,
      bad: `MAIL_FROM не задан: письма приходят от ${MAIL_FROM}, такого ящика нет`,
    },
    {
      key: 'secret_keys',
      is_met: SECRET_KEYS !== undefined,
      good: 'SECRET_KEYS задан: ключ подписи лежит отдельно от базы данных',
      bad: 'SECRET_KEYS не задан: ключ подписи лежит в базе данных и в каждой её копии рядом с тем, что им закрыто',
    },
    {
      key: 'proxy',
      is_met: TRUST_PROXY !== '',
      good: `TRUST_PROXY = ${TRUST_PROXY}: магазин узнаёт адрес посетителя и https`,
      bad: 'TRUST_PROXY не задан: за прокси магазин не узнает ни адреса посетителя, ни https',
    },
    {
      key: 'https',
      is_met: PUBLIC_SCHEME !== 'http',
      good: 'Ссылки магазина ведут на https',
      bad: 'https выключен (PUBLIC_SCHEME=http): пароли и заказы идут по сети открытым текстом',
    },
    {
      key: 'crm',
      is_met: crm.isOn(settings),
      good: 'Заявки уходят в CRM',
      bad: `${crm.needs} не задан: заявки не уходят в CRM и лежат в базе данных, их показывает leads list`,
    },
  ];
  return checks.map(({ key, is_met, good, bad }) => ({ key, is_met, words: is_met ? good : bad }));
}

/** What they lack, a Russian sentence each. */
export function findShortcomings(settings: Settings): string[] {
  return checkProduction(settings).flatMap(({ is_met, words }) => (is_met ? [] : [words]));
}
