import { encode } from 'uqr';
import { formatDay } from '#shared/dates.ts';
import { formatRoubles } from '#shared/money.ts';
import type { DocumentContent } from './document-content.ts';

/**
 * ГОСТ Р 56042-2014: what a bank's application reads from an invoice. ST, version 0001, 2 = UTF-8; names of fields and
 * their longest values are the standard's; «|» divides fields, so no value may hold it.
 */
export function paymentPayload({ seller, number, date, total, vat }: DocumentContent): string {
  const vatWords =
    vat.length === 0 ? 'НДС не облагается' : `в т.ч. НДС ${money(vat.reduce((sum, one) => sum + one.sum, 0))} руб.`;
  const fields: [name: string, value: string, max: number][] = [
    ['Name', seller.name, 160],
    ['PersonalAcc', seller.account, 20],
    ['BankName', seller.bank_name, 45],
    ['BIC', seller.bik, 9],
    ['CorrespAcc', seller.correspondent_account, 20],
    ['Sum', String(total), 18],
    ['Purpose', `Оплата по счёту № ${number} от ${formatDay(date)}, ${vatWords}`, 210],
    ['PayeeINN', seller.inn, 12],
    ...(seller.kpp ? [['KPP', seller.kpp, 9] as [string, string, number]] : []),
  ];
  return ['ST00012', ...fields.map(([name, value, max]) => `${name}=${value.replaceAll('|', '/').slice(0, max)}`)].join(
    '|',
  );
}

/** The dark and light modules of the code, four light ones around as a reader needs. */
export function paymentMatrix(payload: string): boolean[][] {
  return encode(payload, { ecc: 'M', border: 4 }).data;
}

/** Kopecks → «1234,56», without the spaces that a bank's form may refuse. */
function money(kopecks: number): string {
  return formatRoubles(kopecks).replaceAll('\u00a0', '');
}
