import { setRequisites } from '#modules/documents/seller-requisites.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import type { Db } from '#platform/database.ts';
import { demoSettings } from './settings.ts';

/** The invented seller and its contact centre: every number passes its control digit, no bank has this БИК. */
export async function loadSeller(db: Db, now: Date): Promise<void> {
  const { company, contact_centre, company_terms } = demoSettings;
  await saveSetting(db, 'company', company);
  await saveSetting(db, 'contact_centre', contact_centre);
  await saveSetting(db, 'company_terms', company_terms);
  await setRequisites(
    db,
    {
      name: company.name,
      inn: company.inn,
      kpp: '352501001',
      ogrn: company.ogrn,
      address: '160001, г. Вологда, ул. Гончарная, д. 2',
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
