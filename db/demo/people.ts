import { sql } from 'kysely';
import { createUser } from '#modules/accounts/create-user.ts';
import { hashPassword } from '#modules/accounts/passwords.ts';
import type { CompanyRole, StaffRole } from '#modules/accounts/signed-in.ts';
import { hireStaff } from '#modules/staff/staff.ts';
import type { Db } from '#platform/database.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { daysBefore } from '#shared/dates.ts';
import { type DemoLogins, drawPassword } from './logins.ts';

type DemoPerson = {
  email: string;
  full_name: string;
  phone: string;
  /** What the list of logins says. */
  who: string;
  /** Of the shop's staff: what «О компании» says after the name. */
  duty?: string;
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
    full_name: 'Мария Смирнова',
    phone: '+79210000105',
    who: 'менеджер магазина: /login-by-user/, выдача заказов',
    duty: 'менеджер: помогает собрать заказ по списку и отвечает за него до выдачи',
    staff_roles: ['login_by_user', 'orders', 'pickup', 'support'],
  },
  {
    email: 'vera@idd.example',
    full_name: 'Вера Соколова',
    phone: '+79210000106',
    who: 'владелец магазина: /admin/',
    duty: 'владелец магазина: решает, чем мы торгуем, и разбирает жалобы, с которыми не справились другие',
    staff_roles: ['owner'],
  },
  {
    email: 'ksenia@idd.example',
    full_name: 'Ксения Морозова',
    phone: '+79210000107',
    who: 'контент-менеджер: /admin/',
    duty: 'контент-менеджер: пишет описания и статьи, сверяет характеристики с упаковкой',
    staff_roles: ['content'],
  },
  {
    email: 'oleg@idd.example',
    full_name: 'Олег Белов',
    phone: '+79210000108',
    who: 'оператор заказов: /admin/',
    duty: 'оператор заказов: звонит, если чего-то не хватает, и согласует замену',
    staff_roles: ['orders'],
  },
  {
    email: 'petr@idd.example',
    full_name: 'Пётр Кладов',
    phone: '+79210000109',
    who: 'кладовщик: /admin/',
    duty: 'кладовщик: собирает заказы и выдаёт их',
    staff_roles: ['pickup'],
  },
  {
    email: 'inna@idd.example',
    full_name: 'Инна Зайцева',
    phone: '+79210000110',
    who: 'поддержка: /admin/',
    duty: 'поддержка: отвечает на письма и вопросы о товарах',
    staff_roles: ['support'],
  },
  {
    email: 'denis@idd.example',
    full_name: 'Денис Орлов',
    phone: '+79210000111',
    who: 'маркетолог: /admin/',
    duty: 'маркетолог: готовит акции и следит, чтобы зачёркнутая цена была настоящей',
    staff_roles: ['marketing'],
  },
  {
    email: 'nina@idd.example',
    full_name: 'Нина Фролова',
    phone: '+79210000112',
    who: 'бухгалтер магазина: /admin/',
    duty: 'бухгалтер: выставляет счета и возвращает деньги',
    staff_roles: ['accounting'],
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
  manager_name: 'Мария Смирнова',
  manager_phone: '+79210000105',
  manager_email: 'maria@idd.example',
  price_column: 'vologda_b2b',
};

/**
 * The demo people and their firm. Returns what they sign in with: a password each, and a second factor for staff, drawn
 * here. Departments and price columns must stand already.
 */
export async function loadPeople(db: Db, keys: SecretKeys, now: Date): Promise<DemoLogins['people']> {
  const logins: DemoLogins['people'] = [];
  // Before the first purchase on Anna's card and any order that is put in with a day gone by.
  const joined = daysBefore(now, 330);
  const { id: company_id } = await db
    .insertInto('companies')
    .values({ ...company, created_at: joined, activated_at: joined })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { email, full_name, phone, who, company_role, staff_roles = [] } of demoPeople) {
    const password = drawPassword();
    const password_hash = await hashPassword(password);
    const { id } = await createUser(db, { email, full_name, phone, password_hash }, joined);
    await sql`
      insert into consents (page_id, purpose, form, subject, given_at, user_id)
      select id, 'personal_data', 'signup', ${email}, ${joined}, ${id}::uuid
      from pages where slug = 'consent-personal-data' order by version desc limit 1`.execute(db);
    if (company_role) {
      await db
        .insertInto('company_members')
        .values({ company_id, user_id: id, role: company_role, created_at: joined })
        .execute();
      await db.updateTable('users').set({ company_id }).where('id', '=', id).execute();
    }
    const hired =
      staff_roles.length > 0 && (await hireStaff(db, keys, { user_id: id, roles: staff_roles, departments: [] }, now));
    const roles = company_role ? [company_role, ...staff_roles] : staff_roles;
    logins.push({ email, full_name, who, roles, password, totp_secret: hired ? hired.secret : null });
  }
  return logins;
}

/** Removes the demo people with all that is theirs, and their firm. Everybody else stays. */
export async function removePeople(db: Db): Promise<void> {
  const emails = demoPeople.map(({ email }) => email);
  await sql`delete from consents where order_id is null and subject = any(${emails})`.execute(db);
  // What they tried in the back office goes with them: the audit log refuses it to everybody else.
  await sql`alter table audit_log disable trigger keep_audit`.execute(db);
  await sql`
    delete from audit_log where staff_user_id in (
      select user_id from contacts where type = 'email' and confirmed_at is not null and value = any(${emails}))`.execute(
    db,
  );
  await sql`alter table audit_log enable trigger keep_audit`.execute(db);
  await sql`
    delete from users where id in (
      select user_id from contacts where type = 'email' and confirmed_at is not null and value = any(${emails}))`.execute(
    db,
  );
  await sql`delete from companies where inn = ${company.inn}`.execute(db);
}
