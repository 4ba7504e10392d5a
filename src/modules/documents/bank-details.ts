import { readSettings } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { dropBranchRequisites, SellerRequisites, setBranchRequisites, setRequisites } from './seller-requisites.ts';

/** The shop's requisites without the name and the numbers, which the setting `company` holds. */
export type BankDetails = Omit<SellerRequisites, 'name' | 'inn' | 'ogrn' | 'paper_index'>;

/** A branch's: with its own index of papers, without VAT, which the shop pays everywhere or nowhere. */
export type BranchBankDetails = Omit<SellerRequisites, 'name' | 'inn' | 'ogrn' | 'is_vat_payer'>;

/** The shop's as stored; until somebody has set them, empty. */
export async function readBankDetails(db: Db): Promise<BankDetails> {
  const row = await readRow(db, null);
  if (!row) return unset;
  const { paper_index: _, is_vat_payer, ...details } = row;
  return { ...details, is_vat_payer: is_vat_payer ?? true };
}

/** What a branch has of its own; null: it uses the shop's. */
export async function readBranchDetails(db: Db, department_id_1c: string): Promise<BranchBankDetails | null> {
  const row = await readRow(db, department_id_1c);
  if (!row) return null;
  const { is_vat_payer: _, ...details } = row;
  return details;
}

async function readRow(db: Db, department_id_1c: string | null) {
  const row = await db
    .selectFrom('seller_requisites')
    .selectAll()
    .where('department_id_1c', 'is not distinct from', department_id_1c)
    .executeTakeFirst();
  if (!row) return null;
  const { id: _, department_id_1c: _branch, changed_at: _at, ...details } = row;
  return details;
}

const unset: BankDetails = {
  kpp: null,
  address: '',
  bank_name: '',
  bik: '',
  account: '',
  correspondent_account: '',
  director_post: 'Генеральный директор',
  director_name: '',
  accountant_name: '',
  phone: '',
  is_vat_payer: true,
};

/**
 * Writes the shop's whole; documents already issued keep what they said. Call in a transaction. Throws bad_input with
 * `fields`, and without them while the seller has no ИНН or ОГРН.
 */
export async function saveBankDetails(db: Db, given: object, now = new Date()): Promise<void> {
  await setRequisites(db, await checked(db, given), now);
}

/** The same for a branch; null: it uses the shop's from now on. Throws bad_input also before the shop has its own. */
export async function saveBranchDetails(
  db: Db,
  department_id_1c: string,
  given: object | null,
  now = new Date(),
): Promise<void> {
  if (given === null) return dropBranchRequisites(db, department_id_1c);
  // Whether VAT is paid stands there, and papers of every branch need it.
  if (!(await readRow(db, null)))
    throw new Refusal('bad_input', {}, 'Сначала укажите общие реквизиты на вкладке «Реквизиты» настроек');
  await setBranchRequisites(db, department_id_1c, await checked(db, given), now);
}

async function checked(db: Db, given: object): Promise<SellerRequisites> {
  const { name, inn, ogrn } = (await readSettings(db)).company;
  if (inn === null || ogrn === null)
    throw new Refusal('bad_input', {}, 'Сначала укажите ИНН и ОГРН на вкладке «Магазин» настроек');
  const parsed = SellerRequisites.safeParse({ ...given, name, inn, ogrn });
  if (parsed.success) return parsed.data;
  throw new Refusal('bad_input', {
    fields: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]).reverse()),
  });
}
