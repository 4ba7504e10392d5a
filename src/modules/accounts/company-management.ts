import { sql } from 'kysely';
import { storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { innProblem } from '#shared/company-numbers.ts';
import { companyForm } from '#shared/company-rules.ts';
import { ensure } from '#shared/ensure.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { email as emailField, personName, phone as phoneField } from '#shared/form-fields.ts';
import { type FormRules, fieldsOf, formProblems } from '#shared/form-rules.ts';
import { toE164 } from '#shared/phone.ts';
import { isUuid } from '#shared/uuid.ts';
import { activatedEmail } from './company-emails.ts';
import { type JoinDecision, settleRequest } from './company-members.ts';
import type { CompanyRole } from './signed-in.ts';

/**
 * What managers do with firms. Nobody here asks who calls: the entry points are the command line and the back office.
 */
export type CompanyRow = {
  id: number;
  inn: string;
  name: string;
  price_column: string | null;
  created_at: Date;
  activated_at: Date | null;
  suspended_at: Date | null;
  members: { email: string | null; full_name: string; role: CompanyRole }[];
  /** Who asks to join and waits for an answer. */
  requests: { email: string | null; full_name: string }[];
};

const email = (user: string) =>
  sql.raw(
    `(select value from contacts where user_id = ${user} and type = 'email' and confirmed_at is not null order by id limit 1)`,
  );

/** All firms, those that wait for a check first; or the one of this ИНН. */
export async function listCompanies(db: Db, inn?: string): Promise<CompanyRow[]> {
  const { rows } = await sql<CompanyRow>`
    select c.id, c.inn, c.name, c.price_column, c.created_at, c.activated_at, c.suspended_at,
      (select coalesce(json_agg(json_build_object('email', ${email('u.id')}, 'full_name', u.full_name, 'role', m.role)
          order by m.created_at, u.id), '[]'::json)
        from company_members m join users u on u.id = m.user_id where m.company_id = c.id) as members,
      (select coalesce(json_agg(json_build_object('email', ${email('u.id')}, 'full_name', u.full_name) order by r.created_at), '[]'::json)
        from company_requests r join users u on u.id = r.user_id
        where r.company_id = c.id and r.decided_at is null) as requests
    from companies c where ${inn === undefined ? sql`true` : sql`c.inn = ${inn}`}
    order by c.activated_at is not null, c.created_at desc, c.id`.execute(db);
  return rows;
}

/**
 * Opens the business prices of a firm that was checked: the branch's business column, or `price_column`. `owner`, a
 * confirmed email or the id of an account, is who the check found to speak for the firm; it must be said when more than
 * one person claims it, and everybody else who called himself owner loses that. Throws not_found, bad_input {fields}.
 */
export async function activateCompany(
  db: Db,
  inn: string,
  { price_column, owner }: { price_column?: string | null; owner?: string } = {},
  now = new Date(),
): Promise<void> {
  const company = await lockByInn(db, inn);
  if (price_column) await checkColumn(db, price_column);
  if (owner !== undefined) await setOwner(db, company, owner, now);
  else await refuseRivals(db, company);
  await sql`
    update companies set activated_at = coalesce(activated_at, ${now}), suspended_at = null,
      price_column = ${price_column === undefined ? sql`price_column` : price_column}
    where id = ${company.id}`.execute(db);
  if (company.activated_at !== null) return;
  const { rows } = await sql<{ email: string | null }>`
    select ${email('m.user_id')} as email from company_members m where m.company_id = ${company.id} and m.role = 'owner'`.execute(
    db,
  );
  for (const { email } of rows) {
    if (email)
      await storeMail(
        db,
        `company ${company.id} activated ${now.toISOString()} ${email}`,
        email,
        activatedEmail(company),
      );
  }
}

/**
 * What only a manager changes once a firm is checked; what is not given stays. `inn` while the firm was not checked
 * yet: afterwards papers name it. Throws not_found, bad_input {fields}.
 */
export async function changeCompany(
  db: Db,
  inn: string,
  given: {
    inn?: string;
    name?: string;
    kpp?: string;
    ogrn?: string;
    legal_address?: string;
    contract?: string;
    /** null: the business column of each branch. */
    price_column?: string | null;
    /** What it may owe, and in how many days after the goods it pays; null: nothing is agreed. */
    credit_limit_kopecks?: number | null;
    deferral_days?: number | null;
    /** Who of the shop looks after the firm; empty: nobody. */
    manager?: { name: string; phone: string; email: string };
  },
): Promise<void> {
  const company = await lockByInn(db, inn);
  const { id } = company;
  const { rows } = await sql<{ name: string; kpp: string | null; ogrn: string | null; legal_address: string }>`
    select name, kpp, ogrn, legal_address from companies where id = ${id}`.execute(db);
  const row = ensure(rows[0]);
  const { contract, manager, price_column, credit_limit_kopecks, deferral_days, ...named } = given;
  const fields = { inn, ...row, kpp: row.kpp ?? '', ogrn: row.ogrn ?? '', ...named };
  if (fields.inn !== inn) await refuseInn(db, company, fields.inn);
  const problems = formProblems<string>(fields, companyForm);
  const words = Object.values(problems);
  if (words.length > 0) throw new Refusal('bad_input', { fields: problems }, words.join('; '));
  if (manager) await setManager(db, id, manager);
  if (price_column) await checkColumn(db, price_column);
  await sql`
    update companies set inn = ${fields.inn}, name = ${fields.name}, kpp = ${fields.kpp || null},
      ogrn = ${fields.ogrn || null}, legal_address = ${fields.legal_address},
      contract = ${contract === undefined ? sql`contract` : contract || null},
      price_column = ${price_column === undefined ? sql`price_column` : price_column},
      credit_limit_kopecks = ${credit_limit_kopecks === undefined ? sql`credit_limit_kopecks` : credit_limit_kopecks},
      deferral_days = ${deferral_days === undefined ? sql`deferral_days` : deferral_days}
    where id = ${id}`.execute(db);
}

async function refuseInn(db: Db, { id, activated_at, suspended_at }: LockedCompany, inn: string): Promise<void> {
  const wrong = (message: string) => new Refusal('bad_input', { fields: { inn: message } }, message);
  if (activated_at !== null || suspended_at !== null)
    throw wrong('Организация проверена: её ИНН стоит в документах и не меняется');
  const problem = innProblem(inn);
  if (problem) throw wrong(problem);
  const { rows } = await sql<{ id: number }>`select id from companies where inn = ${inn} and id <> ${id}`.execute(db);
  if (rows.length > 0) throw wrong('Организация с этим ИНН уже есть');
}

/** Who looks after a firm; the phone is one of the shop's, so of +7. */
const managerForm = {
  manager_name: { ...personName, label: 'Имя', max: 100 },
  manager_phone: {
    ...phoneField,
    required: false,
    check: (typed) => (toE164(typed)?.startsWith('+7') ? null : fieldMessages.phone),
  },
  manager_email: { ...emailField, required: false },
} as const satisfies FormRules;

async function setManager(db: Db, id: number, { name, phone, email }: { name: string; phone: string; email: string }) {
  const values = { manager_name: name, manager_phone: phone, manager_email: email };
  const isNobody = name === '' && phone === '' && email === '';
  const problems = isNobody ? {} : formProblems<keyof typeof managerForm>(values, managerForm);
  const words = fieldsOf(managerForm).flatMap(([field, { label }]) =>
    problems[field] ? [`${label}: ${problems[field]}`] : [],
  );
  if (words.length > 0) throw new Refusal('bad_input', { fields: problems }, `Менеджер. ${words.join('; ')}`);
  await sql`
    update companies set manager_name = ${name || null}, manager_phone = ${phone ? toE164(phone) : null},
      manager_email = ${email || null}
    where id = ${id}`.execute(db);
}

/**
 * Closes the firm's terms, its business prices and its deferral: it orders on at retail prices and pays before the
 * goods leave. Orders and papers stay.
 */
export async function suspendCompany(db: Db, inn: string, now = new Date()): Promise<void> {
  const { id } = await lockByInn(db, inn);
  await sql`update companies set activated_at = null, suspended_at = ${now} where id = ${id}`.execute(db);
}

/**
 * Adds a person by confirmed email or by the id of their account, or changes the role; an open request of theirs is
 * answered by it. Throws not_found.
 */
export async function putMember(db: Db, inn: string, who: string, role: CompanyRole, now = new Date()): Promise<void> {
  const company = await lockByInn(db, inn);
  const user_id = await userOf(db, who);
  await putRole(db, company.id, user_id, role, now);
}

/**
 * Takes a person, named as `putMember` has it, out of the firm, its last owner too: a manager then names another.
 * Throws not_found.
 */
export async function dropMember(db: Db, inn: string, who: string): Promise<void> {
  const company = await lockByInn(db, inn);
  const user_id = await userOf(db, who);
  const { numAffectedRows } = await sql`
    delete from company_members where company_id = ${company.id} and user_id = ${user_id}::uuid`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found', {}, 'Этого человека в организации нет');
}

/**
 * A manager answers who asks to join, whether or not the firm was checked: a claim that is nobody's is declined before.
 * The answer goes by email. Throws not_found, company_unchecked for letting somebody into a firm that was not checked.
 */
export async function answerRequest(
  db: Db,
  inn: string,
  request_id: number,
  decision: JoinDecision,
  now = new Date(),
): Promise<void> {
  const company = await lockByInn(db, inn);
  if (decision.accept && company.activated_at === null)
    throw new Refusal('company_unchecked', {}, 'Сначала проверьте организацию');
  await settleRequest(db, company, request_id, decision, now);
}

type LockedCompany = { id: number; inn: string; name: string; activated_at: Date | null; suspended_at: Date | null };

async function lockByInn(db: Db, inn: string): Promise<LockedCompany> {
  const { rows } = await sql<LockedCompany>`
    select id, inn, name, activated_at, suspended_at from companies where inn = ${inn} for update`.execute(db);
  const [company] = rows;
  if (!company) throw new Refusal('not_found', {}, `Организации с ИНН ${inn} нет`);
  return company;
}

async function checkColumn(db: Db, price_column: string): Promise<void> {
  const { rows } = await sql<{ is_cost: boolean }>`
    select is_cost from price_columns where price_column = ${price_column}`.execute(db);
  const problem = rows[0] ? rows[0].is_cost && 'Это закупочные цены' : `Колонки цен ${price_column} нет`;
  if (problem) throw new Refusal('bad_input', { fields: { price_column: problem } }, problem);
}

/** Whoever typed the ИНН first is no owner because of that: with two claims the manager names the right one. */
async function refuseRivals(db: Db, company: LockedCompany): Promise<void> {
  if (company.activated_at !== null) return;
  const { rows } = await sql<{ owners: number; requests: number }>`
    select (select count(*)::int from company_members where company_id = ${company.id} and role = 'owner') as owners,
      (select count(*)::int from company_requests where company_id = ${company.id} and decided_at is null) as requests`.execute(
    db,
  );
  const { owners = 0, requests = 0 } = rows[0] ?? {};
  const problem =
    owners === 0
      ? 'У организации нет владельца: укажите, кто её представляет'
      : requests > 0 && 'На организацию претендует не один человек: укажите, кто её представляет';
  if (problem) throw new Refusal('bad_input', { fields: { owner: problem } }, problem);
}

async function setOwner(db: Db, company: LockedCompany, owner: string, now: Date): Promise<void> {
  const user_id = await userOf(db, owner);
  await putRole(db, company.id, user_id, 'owner', now);
  await sql`
    delete from company_members
    where company_id = ${company.id} and role = 'owner' and user_id <> ${user_id}::uuid
      and ${company.activated_at === null}`.execute(db);
}

async function putRole(db: Db, company_id: number, user_id: string, role: CompanyRole, now: Date): Promise<void> {
  await sql`
    insert into company_members (company_id, user_id, role, created_at) values (${company_id}, ${user_id}::uuid, ${role}, ${now})
    on conflict (company_id, user_id) do update set role = excluded.role,
      order_limit_kopecks = case when excluded.role = 'purchaser' then company_members.order_limit_kopecks end,
      month_limit_kopecks = case when excluded.role = 'purchaser' then company_members.month_limit_kopecks end`.execute(
    db,
  );
  await sql`
    update company_requests set decided_at = ${now}, decision = 'accepted'
    where company_id = ${company_id} and user_id = ${user_id}::uuid and decided_at is null`.execute(db);
}

/** `who`: a confirmed email, or the id of an account. */
async function userOf(db: Db, who: string): Promise<string> {
  if (isUuid(who)) {
    const { rows } = await sql<{ id: string }>`
      select id from users where id = ${who}::uuid and deleted_at is null`.execute(db);
    if (!rows[0]) throw new Refusal('not_found', {}, 'Такого человека нет');
    return rows[0].id;
  }
  const { rows } = await sql<{ user_id: string }>`
    select c.user_id from contacts c join users u on u.id = c.user_id
    where c.type = 'email' and c.confirmed_at is not null and c.value = ${who.trim().toLowerCase()}
      and u.deleted_at is null`.execute(db);
  const user_id = rows[0]?.user_id;
  if (!user_id) throw new Refusal('not_found', {}, `Человека с подтверждённой почтой ${who} нет`);
  return user_id;
}
