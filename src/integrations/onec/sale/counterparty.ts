import { createHash } from 'node:crypto';
import type { OrderView } from '#modules/orders/queries.ts';
import type { OrderFor1c } from './read-orders.ts';
import { element, group, shortened } from './xml-text.ts';

const longestName = 255;

/**
 * Whoever buys: the firm with its numbers and the person who stands for it, or the person. A buyer keeps one id over
 * all orders, so that 1C makes one counterparty: a firm by its ИНН, a person by the email address, with or without an
 * account; who ordered by phone and named none, by the account, else by the phone.
 */
export function counterparty(order: OrderView, company: OrderFor1c['company']): string {
  const name = order.company?.name ?? order.contact.name;
  const official = shortened(name, longestName);
  const kpp = company?.kpp;
  const whole = name === official ? '' : element('Комментарий', name);
  const person = shortened(order.contact.name, longestName);
  return group('Контрагент', [
    element('Ид', buyerId(order)),
    element('Наименование', official),
    ...(order.company
      ? [
          element('ОфициальноеНаименование', official),
          company?.legal_address ? address('ЮридическийАдрес', company.legal_address) : '',
          order.company.inn ? element('ИНН', order.company.inn) : '',
          kpp ? element('КПП', kpp) : '',
        ]
      : [element('ПолноеНаименование', official)]),
    whole,
    order.receiving.address ? address('Адрес', order.receiving.address) : '',
    contactsOf(order),
    order.company
      ? group('Представители', [
          group('Представитель', [
            element('Наименование', person),
            element('ПолноеНаименование', person),
            contactsOf(order),
            element('Отношение', 'Контактное лицо'),
          ]),
        ])
      : '',
    element('Роль', 'Покупатель'),
  ]);
}

function buyerId({ company, contact, user_id }: OrderView): string {
  if (company?.inn) return `inn-${company.inn}`;
  const person = contact.email.toLowerCase() || (user_id ?? contact.phone);
  const digest = createHash('sha256').update(person).digest('hex');
  return `buyer-${digest.slice(0, 32)}`;
}

function contactsOf({ contact }: OrderView): string {
  const phoneKind = contact.phone.startsWith('+79') ? 'Телефон мобильный' : 'Телефон рабочий';
  return group('Контакты', [
    group('Контакт', [element('Тип', phoneKind), element('Значение', contact.phone)]),
    contact.email === '' ? '' : group('Контакт', [element('Тип', 'Почта'), element('Значение', contact.email)]),
  ]);
}

/** A longer address than the schemas take stands whole in its comment. */
function address(name: string, text: string): string {
  const shown = shortened(text, longestName);
  return group(name, [element('Представление', shown), shown === text ? '' : element('Комментарий', text)]);
}
