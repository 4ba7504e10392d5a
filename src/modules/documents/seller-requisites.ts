import { type Insertable, sql } from 'kysely';
import { z } from 'zod';
import { readSetting } from '#modules/settings/read-setting.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import type { Db } from '#platform/database.ts';
import type { SellerRequisites as SellerRequisitesTable } from '#platform/database-types.ts';
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
    /** False: free of VAT (УСН, ст. 145 НК); papers then name none. The shop's alone: one taxpayer pays it or not. */
    is_vat_payer: z.boolean('Укажите yes или no').default(true),
    /**
     * What follows the number of an УПД of this branch behind a stroke, as Постановление 1137 asks of subdivisions; a
     * branch's alone.
     */
    paper_index: z
      .string()
      .trim()
      .regex(/^[0-9]{1,4}$/, 'Индекс подразделения — от 1 до 4 цифр')
      .nullable()
      .default(null),
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
 * Those of a branch, else the shop's (`branch_id_1c` null: the shop's). Null until the shop has set its own: then no
 * document is issued. Name, ИНН and ОГРН are those of the setting `company`: every branch belongs to one seller.
 */
export async function readRequisites(db: Db, branch_id_1c: string | null): Promise<SellerRequisites | null> {
  const { rows } = await sql<Omit<SellerRequisites, 'name' | 'inn' | 'ogrn'>>`
    select own.kpp, own.address, own.bank_name, own.bik, own.account, own.correspondent_account, own.director_post,
      own.director_name, own.accountant_name, own.phone, own.paper_index,
      coalesce(shop.is_vat_payer, true) as is_vat_payer
    from seller_requisites shop
    join seller_requisites own on own.id = shop.id or own.department_id_1c = ${branch_id_1c}
    where shop.department_id_1c is null
    order by own.department_id_1c nulls last limit 1`.execute(db);
  const { name, inn, ogrn } = await readSetting(db, 'company');
  return rows[0] && inn !== null && ogrn !== null ? { ...rows[0], name, inn, ogrn } : null;
}

/** Whether the seller names VAT; it does until the requisites say that it does not. */
export async function isVatPayer(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('seller_requisites')
    .select('is_vat_payer')
    .where('department_id_1c', 'is', null)
    .executeTakeFirst();
  return row?.is_vat_payer ?? true;
}

/**
 * Writes the shop's requisites and, in the setting `company`, the seller's name and numbers. Documents already issued
 * keep what they said. Call in a transaction.
 */
export async function setRequisites(db: Db, given: z.input<typeof SellerRequisites>, now = new Date()): Promise<void> {
  const { name, inn, ogrn, paper_index: _, ...bank } = given;
  await saveSetting(db, 'company', { ...(await readSetting(db, 'company')), name, inn, ogrn });
  await writeRow(db, { is_vat_payer: true, ...bank, department_id_1c: null, changed_at: now });
}

/**
 * Writes what a branch has of its own; documents already issued keep what they said. Call in a transaction, with what
 * the schema has taken.
 */
export async function setBranchRequisites(
  db: Db,
  department_id_1c: string,
  { name: _, inn: _inn, ogrn: _ogrn, ...bank }: SellerRequisites,
  now = new Date(),
): Promise<void> {
  await writeRow(db, { ...bank, is_vat_payer: null, department_id_1c, changed_at: now });
}

/** The branch uses the shop's from now on. */
export async function dropBranchRequisites(db: Db, department_id_1c: string): Promise<void> {
  await db.deleteFrom('seller_requisites').where('department_id_1c', '=', department_id_1c).execute();
}

async function writeRow(db: Db, row: Insertable<SellerRequisitesTable>): Promise<void> {
  await db
    .insertInto('seller_requisites')
    .values(row)
    .onConflict((conflict) => conflict.column('department_id_1c').doUpdateSet(row))
    .execute();
}
