import { sql } from 'kysely';
import { createUser } from '#modules/accounts/create-user.ts';
import { hashPassword } from '#modules/accounts/passwords.ts';
import type { CompanyRole, StaffRole } from '#modules/accounts/signed-in.ts';
import { hireStaff } from '#modules/staff/staff.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { demoCardLines } from './cards.ts';

/** Nobody outside the demo shop has these: it exists under .localhost only. */
export const demoPassword = 'domik-u-reki-26';
/** The manager's second factor, base32: an authenticator app takes it by hand. */
export const demoTotpSecret = 'IDDDEMOSTROYKA2NVQDOMA7SKLAD26AB';

type DemoPerson = {
  email: string;
  full_name: string;
  phone: string;
  /** What the list of logins says. */
  who: string;
  company_role?: CompanyRole;
  staff_roles?: StaffRole[];
};

export const demoPeople: DemoPerson[] = [
  { email: 'anna@pochta.example', full_name: 'Анна Смирнова', phone: '+79210000101', who: 'покупатель' },
  {
    email: 'sergey@dvor.example',
    full_name: 'Сергей Воронин',
    phone: '+79210000102',
    who: 'владелец ООО «Северный двор», цены для бизнеса',
    company_role: 'owner',
  },
  {
    email: 'pavel@dvor.example',
    full_name: 'Павел Лапин',
    phone: '+79210000103',
    who: 'закупщик той же фирмы',
    company_role: 'purchaser',
  },
  {
    email: 'elena@dvor.example',
    full_name: 'Елена Котова',
    phone: '+79210000104',
    who: 'бухгалтер той же фирмы',
    company_role: 'accountant',
  },
  {
    email: 'maria@idd.example',
    full_name: 'Мария Отделова',
    phone: '+79210000105',
    who: 'менеджер магазина: /login-by-user/, выдача заказов',
    staff_roles: ['login_by_user', 'orders', 'pickup', 'support'],
  },
];

/** Region 00 does not exist, so these are nobody's numbers; their control digits are right. */
const company = {
  inn: '0012345673',
  kpp: '001201001',
  ogrn: '1020000123450',
  name: 'ООО «Северный двор»',
  legal_address: '160001, Вологодская область, г. Вологда, ул. Гончарная, д. 14',
  contract: 'СД-2026/17',
  price_column: 'vologda_b2b',
};

/** What the person at the keyboard reads after the first start. */
export const demoLogins: string[] = [
  `Вход в демонстрационный магазин, пароль у всех ${demoPassword}:`,
  ...demoPeople.map(({ email, full_name, who }) => `  ${email.padEnd(22)}${full_name}, ${who}`),
  ...demoCardLines,
  `Код второго фактора для ${staffEmail()}: npm run shop -- demo code (секрет для приложения ${demoTotpSecret})`,
];

/** The demo people and their firm, with the passwords they sign in with. Departments and price columns must stand already. */
export async function loadPeople(db: Db, keys: SecretKeys, now: Date): Promise<number> {
  const password_hash = await hashPassword(demoPassword);
  const { id: company_id } = await db
    .insertInto('companies')
    .values({ ...company, created_at: now, activated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { email, full_name, phone, company_role, staff_roles } of demoPeople) {
    const { id } = await createUser(db, { email, full_name, phone, password_hash }, now);
    await sql`
      insert into consents (page_id, purpose, form, subject, given_at, user_id)
      select id, 'personal_data', 'signup', ${email}, ${now}, ${id}::uuid
      from pages where slug = 'consent-personal-data' order by version desc limit 1`.execute(db);
    if (company_role) {
      await db
        .insertInto('company_members')
        .values({ company_id, user_id: id, role: company_role, created_at: now })
        .execute();
      await db.updateTable('users').set({ company_id }).where('id', '=', id).execute();
    }
    if (staff_roles) {
      await hireStaff(db, keys, { user_id: id, roles: staff_roles, departments: [] }, now, demoTotpSecret);
    }
  }
  return demoPeople.length;
}

/** Removes the demo people with all that is theirs, and their firm. Everybody else stays. */
export async function removePeople(db: Db): Promise<void> {
  const emails = demoPeople.map(({ email }) => email);
  await sql`delete from consents where order_id is null and subject = any(${emails})`.execute(db);
  await sql`
    delete from users where id in (
      select user_id from contacts where type = 'email' and confirmed_at is not null and value = any(${emails}))`.execute(
    db,
  );
  await sql`delete from companies where inn = ${company.inn}`.execute(db);
}

function staffEmail(): string {
  return demoPeople.find(({ staff_roles }) => staff_roles)!.email;
}
