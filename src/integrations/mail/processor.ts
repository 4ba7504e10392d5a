import type { Config } from '../../config.ts';
import type { Processor } from '../processor.ts';

/** The server that emails leave through; null: none is set, or it stands on the shop's own machine. */
export function mailProcessor({ SMTP_URL }: Pick<Config, 'SMTP_URL'>): Processor | null {
  const host = SMTP_URL === undefined ? '' : new URL(SMTP_URL).hostname;
  if (/^(|localhost|127\..*|\[::1\])$/.test(host)) return null;
  return {
    name: `Почтовый сервер ${host}`,
    gets: 'Ваша почта и сами письма: имя, телефон, адрес доставки, номер, состав и сумма заказа, приложенные документы',
    purpose: 'Доставить вам письма магазина',
  };
}
