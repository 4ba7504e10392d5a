import type { SellerRequisites } from '#modules/documents/seller-requisites.ts';

export type RequisiteRow = readonly [label: string, value: string];

/** Who sells and where to pay, in the order of a payment order; what the shop has not set is left out. */
export function requisiteRows(seller: SellerRequisites): RequisiteRow[] {
  return filled([
    ['Организация', seller.name],
    ['ИНН', seller.inn],
    ['КПП', seller.kpp],
    ['ОГРН', seller.ogrn],
    ['Юридический адрес', seller.address],
    ['Расчётный счёт', seller.account],
    ['Банк', seller.bank_name],
    ['БИК', seller.bik],
    ['Корреспондентский счёт', seller.correspondent_account],
  ]);
}

/** The same of a shop that has no account yet. */
export function sellerRows({
  name,
  inn,
  ogrn,
}: {
  name: string;
  inn: string | null;
  ogrn: string | null;
}): RequisiteRow[] {
  return filled([
    ['Организация', name],
    ['ИНН', inn],
    ['ОГРН', ogrn],
  ]);
}

const filled = (rows: [string, string | null][]) =>
  rows.flatMap(([label, value]): RequisiteRow[] => (value ? [[label, value]] : []));
