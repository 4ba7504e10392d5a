import { partnerTable } from '#integrations/partners.ts';
import type { Config } from './config.ts';

/** What a shop for strangers still lacks, a Russian sentence each. `npm start` and `shop config check` say the same. */
export function findShortcomings(config: Omit<Config, 'MAIN_DOMAIN' | 'isDemonstration'>): string[] {
  const found: string[] = [];
  if (!config.SMTP_URL) found.push('SMTP_URL не задан: письма не отправляются и лежат в базе данных');
  if (!config.SECRET_KEYS)
    found.push(
      'SECRET_KEYS не задан: ключ подписи лежит в базе данных и в каждой её копии рядом с тем, что им закрыто',
    );
  if (!config.TRUST_PROXY)
    found.push('TRUST_PROXY не задан: за прокси магазин не узнает ни адреса посетителя, ни https');
  if (config.PUBLIC_SCHEME === 'http')
    found.push('https выключен (PUBLIC_SCHEME=http): пароли и заказы идут по сети открытым текстом');
  const { crm } = partnerTable;
  if (!crm.isOn(config))
    found.push(`${crm.needs} не задан: заявки не уходят в CRM и лежат в базе данных, их показывает leads list`);
  return found;
}
