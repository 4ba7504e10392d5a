import { setRequisites } from '#modules/documents/seller-requisites.ts';
import type { Db } from '#platform/database.ts';
import { company } from '#shared/company.ts';

/** Requisites of the invented seller: every number passes its control digit, no bank has this БИК. */
export async function loadSeller(db: Db, now: Date): Promise<void> {
  await setRequisites(
    db,
    {
      name: company.name,
      inn: company.inn,
      kpp: '352501001',
      ogrn: company.ogrn,
      address: '160000, г. Вологда, ул. Гончарная, д. 2',
      bank_name: 'Банк «Пример», г. Вологда',
      bik: '041999999',
      account: '40702810500000000101',
      correspondent_account: '30101810300000000999',
      director_post: 'Генеральный директор',
      director_name: '',
      accountant_name: '',
      phone: '',
    },
    now,
  );
}
