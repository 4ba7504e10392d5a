import { composeEmail, type EmailMessage } from '#modules/mail/email.ts';
import { formatPrice } from '#shared/money.ts';
import { footerOf, linesOf } from './email-parts.ts';
import type { OrderView } from './queries.ts';

/**
 * To an accountant of the firm: the invoice of an order that somebody else of the firm placed; `isNew`: in place of a
 * former one. The link opens the order
 * for whoever is signed in: the buyer's own link would let its reader act as the buyer.
 */
export function accountantEmail(order: OrderView, link: string | null, { isNew }: { isNew: boolean }): EmailMessage {
  const { number, company, contact, total } = order;
  const title = `${isNew ? 'Новый счёт' : 'Счёт'} на оплату заказа ${number}`;
  const former = isNew ? ' Заказ изменился: прежний счёт не оплачивайте.' : '';
  return composeEmail(
    `${title} на ${formatPrice(total)}`,
    title,
    [
      {
        kind: 'text',
        text: `Счёт на ${formatPrice(total)} для ${company?.name ?? ''} — во вложении. Тот, кто оформил заказ, получил его в своём письме.${former}`,
      },
      ...(link === null ? [] : [{ kind: 'button', label: 'Открыть заказ', url: link } as const]),
      { kind: 'table', rows: linesOf(order) },
      {
        kind: 'facts',
        rows: [
          { name: 'Заказал', value: contact.name },
          ...(company?.buyer_number ? [{ name: 'Номер заказа', value: company.buyer_number }] : []),
          ...(company?.building_site ? [{ name: 'Объект', value: company.building_site }] : []),
        ],
      },
      { kind: 'text', text: 'Заказ откроется после входа на сайт. Письмо пришло вам как бухгалтеру организации.' },
    ],
    footerOf(order),
  );
}
