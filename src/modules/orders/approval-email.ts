import { composeEmail, type EmailMessage } from '#modules/mail/email.ts';
import { formatDateTime } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { footerOf, linesOf } from './email-parts.ts';
import { limitWords } from './limit-words.ts';
import type { OrderView } from './queries.ts';

/** To an owner of the firm: a purchaser's order waits for a decision. The link opens it for whoever is signed in. */
export function approvalEmail(order: OrderView, link: string | null): EmailMessage {
  const { number, approval, company, reserved_until, branch } = order;
  const until = reserved_until ? ` до ${formatDateTime(reserved_until, branch.time_zone)}` : '';
  return composeEmail(
    `Согласуйте заказ ${number} на ${formatPrice(order.total)}`,
    `Заказ ${number} ждёт согласования`,
    [
      {
        kind: 'text',
        text: `${approval?.asked_by ?? 'Закупщик'} оформил заказ для организации ${company?.name ?? ''}. ${limitWords(order, 'лимита закупщика')} Товары отложены${until}; если его не согласовать, он отменится.`,
      },
      ...(link === null ? [] : [{ kind: 'button', label: 'Согласовать или отклонить', url: link } as const]),
      { kind: 'table', rows: linesOf(order) },
      {
        kind: 'facts',
        rows: [
          { name: 'Заказал', value: approval?.asked_by ?? order.contact.name },
          ...(company?.buyer_number ? [{ name: 'Номер заказа', value: company.buyer_number }] : []),
          ...(company?.building_site ? [{ name: 'Объект', value: company.building_site }] : []),
        ],
      },
      { kind: 'text', text: 'Решить можно после входа на сайт, под своей почтой и паролем или кодом.' },
    ],
    footerOf(order),
  );
}
