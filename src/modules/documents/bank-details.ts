import { readSettings } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { SellerRequisites, setRequisites } from './seller-requisites.ts';

/** The requisites without the name and the numbers, which the setting `company` holds. */
export type BankDetails = Omit<SellerRequisites, 'name' | 'inn' | 'ogrn'>;

/** As stored; until somebody has set them, empty. */
export async function readBankDetails(db: Db): Promise<BankDetails> {
  const row = await db.selectFrom('seller_requisites').selectAll().executeTakeFirst();
  if (!row) return unset;
  const { is_only: _, changed_at: _at, ...details } = row;
  return details;
}

const unset: BankDetails = {
  ...{ kpp: null, address: '', bank_name: '', bik: '', account: '', correspondent_account: '' },
  ...{ director_post: 'Генеральный директор', director_name: '', accountant_name: '', phone: '', is_vat_payer: true },
};

/**
 * Writes them whole; documents already issued keep what they said. Call in a transaction. Throws bad_input with
 * `fields`, and without them while the seller has no ИНН or ОГРН.
 */
export async function saveBankDetails(db: Db, given: object, now = new Date()): Promise<void> {
  const { name, inn, ogrn } = (await readSettings(db)).company;
  if (inn === null || ogrn === null)
    throw new Refusal('bad_input', {}, 'Сначала укажите ИНН и ОГРН на вкладке «Магазин»');
  const parsed = SellerRequisites.safeParse({ ...given, name, inn, ogrn });
  if (!parsed.success)
    throw new Refusal('bad_input', {
      fields: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]).reverse()),
    });
  await setRequisites(db, parsed.data, now);
}
