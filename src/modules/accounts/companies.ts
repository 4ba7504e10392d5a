import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { isInn, isKpp, isOgrn } from '#shared/company-numbers.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import type { CompanyRole } from './signed-in.ts';

/** A person buys for a handful of firms; more is somebody collecting them. */
const maxCompanies = 20;

export type CompanyGiven = {
  inn: string;
  /** Absent: the firm is called by its ИНН until somebody names it. */
  name?: string;
  kpp?: string;
  ogrn?: string;
  legal_address?: string;
};

/**
 * added: a new firm, this person its owner, business prices closed until a manager activates it. requested: the firm is
 * here already and somebody else's; a manager or its owner decides. member: this person belongs to it already.
 */
export type AddedCompany = { company_id: number; outcome: 'added' | 'requested' | 'member' };

/**
 * Adds a firm by its ИНН to a person. Knowing an ИНН gives nothing: neither the prices nor the orders of a firm that is
 * here already. Call in a transaction. Throws bad_input with `fields`, too_many_companies.
 */
export async function addCompany(
  db: Db,
  user_id: string,
  given: CompanyGiven,
  now = new Date(),
): Promise<AddedCompany> {
  if (!isInn(given.inn)) throw wrong('inn', fieldMessages.inn);
  if (given.kpp && !isKpp(given.kpp)) throw wrong('kpp', 'КПП — 9 знаков, например 770701001');
  if (given.ogrn && !isOgrn(given.ogrn)) throw wrong('ogrn', 'Проверьте ОГРН: 13 цифр, у предпринимателя 15');
  await refuseCollector(db, user_id);
  const { rows } = await sql<{ id: number }>`
    insert into companies (inn, kpp, ogrn, name, legal_address, created_at)
    values (${given.inn}, ${given.kpp || null}, ${given.ogrn || null}, ${given.name || `ИНН ${given.inn}`},
      ${given.legal_address ?? ''}, ${now})
    on conflict (inn) do nothing returning id`.execute(db);
  const added = rows[0];
  if (added) {
    await sql`
      insert into company_members (company_id, user_id, role, created_at)
      values (${added.id}, ${user_id}::uuid, 'owner', ${now})`.execute(db);
    await switchCompany(db, user_id, added.id);
    return { company_id: added.id, outcome: 'added' };
  }
  return askToJoin(db, user_id, given.inn, now);
}

async function refuseCollector(db: Db, user_id: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from company_members where user_id = ${user_id}::uuid)
      + (select count(*) from company_requests where user_id = ${user_id}::uuid and decided_at is null) as count`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) >= maxCompanies) throw new Refusal('too_many_companies');
}

async function askToJoin(db: Db, user_id: string, inn: string, now: Date): Promise<AddedCompany> {
  const { rows } = await sql<{ id: number; is_member: boolean }>`
    select c.id, exists (select from company_members where company_id = c.id and user_id = ${user_id}::uuid) as is_member
    from companies c where c.inn = ${inn}`.execute(db);
  const [company] = rows;
  if (!company) throw new Error('Фирма занята, но её нет');
  if (company.is_member) {
    await switchCompany(db, user_id, company.id);
    return { company_id: company.id, outcome: 'member' };
  }
  await sql`
    insert into company_requests (company_id, user_id, created_at) values (${company.id}, ${user_id}::uuid, ${now})
    on conflict (company_id, user_id) where decided_at is null do nothing`.execute(db);
  return { company_id: company.id, outcome: 'requested' };
}

/**
 * Names and numbers of a firm that no manager has checked yet; afterwards they are the manager's to change, also while
 * the firm is suspended: what was checked must not become another firm's name. Throws role_forbids, not_found,
 * company_checked.
 */
export async function editCompany(
  db: Db,
  user_id: string,
  company_id: number,
  given: Omit<CompanyGiven, 'inn'>,
): Promise<void> {
  const company = await lockCompany(db, user_id, company_id);
  if (company.role !== 'owner') throw new Refusal('role_forbids');
  if (company.is_active || company.is_suspended) throw new Refusal('company_checked');
  await sql`
    update companies set name = ${given.name || company.name}, kpp = ${given.kpp || null}, ogrn = ${given.ogrn || null},
      legal_address = ${given.legal_address ?? ''}
    where id = ${company_id}`.execute(db);
}

/** Whom the person buys for from now on; null: for himself. A firm of somebody else is not_found. */
export async function switchCompany(db: Db, user_id: string, company_id: number | null): Promise<void> {
  const { numAffectedRows } = await sql`
    update users set company_id = ${company_id}
    where id = ${user_id}::uuid and (${company_id}::bigint is null
      or exists (select from company_members where company_id = ${company_id} and user_id = users.id))`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found');
}

export type OwnCompany = {
  id: number;
  inn: string;
  kpp: string | null;
  ogrn: string | null;
  name: string;
  legal_address: string;
  contract: string | null;
  role: CompanyRole;
  /** What the person may order alone, as a purchaser; kopecks, null: no limit. */
  order_limit: number | null;
  month_limit: number | null;
  is_active: boolean;
  is_suspended: boolean;
  /** The person buys for it now. */
  is_current: boolean;
};

/** The firms of a person, by name. */
export async function listOwnCompanies(db: Db, user_id: string): Promise<OwnCompany[]> {
  const { rows } = await sql<OwnCompany>`
    select c.id, c.inn, c.kpp, c.ogrn, c.name, c.legal_address, c.contract, m.role, m.order_limit_kopecks as order_limit,
      m.month_limit_kopecks as month_limit, c.activated_at is not null as is_active,
      c.suspended_at is not null as is_suspended, u.company_id is not distinct from c.id as is_current
    from company_members m join companies c on c.id = m.company_id join users u on u.id = m.user_id
    where m.user_id = ${user_id}::uuid order by c.name, c.id`.execute(db);
  return rows;
}

/** Firms the person asked to join and nobody has answered for: only what was typed is told. */
export async function listOwnRequests(db: Db, user_id: string): Promise<{ inn: string; created_at: Date }[]> {
  const { rows } = await sql<{ inn: string; created_at: Date }>`
    select c.inn, r.created_at from company_requests r join companies c on c.id = r.company_id
    where r.user_id = ${user_id}::uuid and r.decided_at is null order by r.created_at`.execute(db);
  return rows;
}

/**
 * The firm with this person's role, locked until the transaction ends, so that two changes of its people cannot pass
 * each other.
 */
export async function lockCompany(
  db: Db,
  user_id: string,
  company_id: number,
): Promise<{ id: number; inn: string; name: string; role: CompanyRole; is_active: boolean; is_suspended: boolean }> {
  const { rows } = await sql<{ id: number; inn: string; name: string; is_active: boolean; is_suspended: boolean }>`
    select id, inn, name, activated_at is not null as is_active, suspended_at is not null as is_suspended
    from companies where id = ${company_id} for update`.execute(db);
  const member = await sql<{ role: CompanyRole }>`
    select role from company_members where company_id = ${company_id} and user_id = ${user_id}::uuid`.execute(db);
  const [company] = rows;
  const role = member.rows[0]?.role;
  if (!company || !role) throw new Refusal('not_found');
  return { ...company, role };
}

function wrong(field: string, message: string): Refusal {
  return new Refusal('bad_input', { fields: { [field]: message } }, message);
}
