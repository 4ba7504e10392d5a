import { setRequisites } from '#modules/documents/seller-requisites.ts';
import type { Db } from '#platform/database.ts';

/** Whose name invented documents carry; every number passes its control digit. */
export const requisites = {
  name: 'ООО «ИДД»',
  inn: '3525000101',
  kpp: '352501001',
  ogrn: '1263525000034',
  address: '160000, г. Вологда, ул. Гончарная, д. 2',
  bank_name: 'Банк «Пример», г. Вологда',
  bik: '041999999',
  account: '40702810500000000101',
  correspondent_account: '30101810300000000999',
  director_post: 'Генеральный директор',
  director_name: '',
  accountant_name: '',
  phone: '',
};

/** The shop can issue documents from now on. */
export async function makeRequisites(db: Db) {
  await setRequisites(db, requisites);
}
