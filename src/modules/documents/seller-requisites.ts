import { sql } from 'kysely';
import { z } from 'zod';
import { readSetting } from '#modules/settings/read-setting.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import type { Db } from '#platform/database.ts';
import { isAccount, isBik, isCorrespondentAccount, isInn, isKpp, isOgrn } from '#shared/company-numbers.ts';
import { fieldMessages } from '#shared/field-messages.ts';

const text = (max: number) => z.string().trim().max(max, fieldMessages.maxLength(max));
const filled = (max: number) => text(max).min(2, fieldMessages.required);

/** Who sells and where the money goes, as every document names it. The numbers must pass their control digits. */
export const SellerRequisites = z
  .object({
    name: filled(160),
    inn: z.string().refine(isInn, fieldMessages.inn),
    /** Organisations only. */
    kpp: z.string().refine(isKpp, 'КПП — 9 знаков').nullable(),
    ogrn: z.string().refine(isOgrn, 'Проверьте ОГРН: 13 цифр, у предпринимателя 15'),
    address: filled(300),
    /** Not longer than the payment QR code holds. */
    bank_name: filled(45),
    bik: z.string().refine(isBik, 'БИК — 9 цифр, первые 04'),
    account: z.string(),
    correspondent_account: z.string(),
    director_post: text(100),
    director_name: text(100),
    accountant_name: text(100),
    phone: text(100),
    /** False: free of VAT (УСН, ст. 145 НК); papers then name none. */
    is_vat_payer: z.boolean('Укажите yes или no').default(true),
  })
  .refine(({ account, bik }) => isAccount(account, bik), {
    path: ['account'],
    message: 'Расчётный счёт не подходит к БИК',
  })
  .refine(({ correspondent_account, bik }) => isCorrespondentAccount(correspondent_account, bik), {
    path: ['correspondent_account'],
    message: 'Корреспондентский счёт не подходит к БИК',
  });
export type SellerRequisites = z.output<typeof SellerRequisites>;

/**
 * Null until the shop has set them: then no document is issued. Name, ИНН and ОГРН are those of the setting `company`.
 */
export async function readRequisites(db: Db): Promise<SellerRequisites | null> {
  const { rows } = await sql<Omit<SellerRequisites, 'name' | 'inn' | 'ogrn'>>`
    select kpp, address, bank_name, bik, account, correspondent_account, director_post, director_name, accountant_name, phone,
      is_vat_payer
    from seller_requisites`.execute(db);
  const { name, inn, ogrn } = await readSetting(db, 'company');
  return rows[0] && inn !== null && ogrn !== null ? { ...rows[0], name, inn, ogrn } : null;
}

/** Whether the seller names VAT; it does until the requisites say that it does not. */
export async function isVatPayer(db: Db): Promise<boolean> {
  const row = await db.selectFrom('seller_requisites').select('is_vat_payer').executeTakeFirst();
  return row?.is_vat_payer ?? true;
}

/**
 * Writes the requisites and, in the setting `company`, the seller's name and numbers. Documents already issued keep
 * what they said. Call in a transaction.
 */
export async function setRequisites(db: Db, given: z.input<typeof SellerRequisites>, now = new Date()): Promise<void> {
  const { name, inn, ogrn, ...bank } = given;
  await saveSetting(db, 'company', { ...(await readSetting(db, 'company')), name, inn, ogrn });
  const row = { ...bank, changed_at: now };
  await db
    .insertInto('seller_requisites')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute();
}
