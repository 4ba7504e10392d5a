import { amountInWords } from '#shared/amount-in-words.ts';
import { formatDay } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { formatRoubles } from '#shared/money.ts';
import { plural } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import type { DocumentBuyer, DocumentContent, DocumentLine } from '../document-content.ts';
import type { SellerRequisites } from '../seller-requisites.ts';

const months = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
];

/** '2026-11-21' → «21 ноября 2026 г.» */
export function longDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${day} ${months[ensure(month) - 1]} ${year} г.`;
}

export function partyWords({ name, inn, kpp, ...rest }: SellerRequisites | DocumentBuyer): string {
  const address = 'address' in rest ? rest.address : rest.legal_address;
  return unbroken([name, `ИНН\u00a0${inn}`, kpp && `КПП\u00a0${kpp}`, address].filter(Boolean).join(', '));
}

/** «заказ № 1000001 от 21.11.2026, номер покупателя ЗП-45, объект: ЖК «Северный»». */
export function basisWords(content: DocumentContent): string {
  const { order_number, order_date, buyer_number, building_site } = content;
  return [
    `заказ № ${order_number} от ${formatDay(order_date)}`,
    buyer_number && `номер покупателя ${buyer_number}`,
    building_site && `объект: ${building_site}`,
  ]
    .filter(Boolean)
    .join(', ');
}

export function lineName({ name, article }: DocumentLine): string {
  return unbroken(article ? `${name}, арт.\u00a0${article}` : name);
}

export function countWords({ lines, total }: Pick<DocumentContent, 'lines' | 'total'>): string {
  const names = plural(lines.length, 'наименование', 'наименования', 'наименований');
  return `Всего ${lines.length}\u00a0${names} на сумму ${formatRoubles(total)}\u00a0руб.`;
}

export function totalWords({ total }: Pick<DocumentContent, 'total'>): string {
  return amountInWords(total);
}
