import { sql } from 'kysely';
import type { CompanyRole } from '#modules/accounts/signed-in.ts';
import type { DocumentKind } from '#modules/documents/document-content.ts';
import { ordersOf } from '#modules/orders/branch-scope.ts';
import { endOfDeferral } from '#modules/orders/deferral-days.ts';
import { isUnpaidSql } from '#modules/orders/unpaid.ts';
import type { Db } from '#platform/database.ts';
import { type CompanyState, stateOf } from './list-companies.ts';
import { companiesOf } from './scope.ts';

/** A firm for its page in the back office. Money in kopecks. */
export type CompanyView = {
  id: number;
  inn: string;
  kpp: string | null;
  ogrn: string | null;
  name: string;
  legal_address: string;
  price_column: string | null;
  contract: string | null;
  credit_limit_kopecks: number | null;
  deferral_days: number | null;
  manager_name: string | null;
  manager_phone: string | null;
  manager_email: string | null;
  state: CompanyState;
  created_at: Date;
  activated_at: Date | null;
  suspended_at: Date | null;
  members: {
    user_id: string;
    full_name: string;
    email: string | null;
    role: CompanyRole;
    order_limit: number | null;
    month_limit: number | null;
  }[];
  /** Who asks to join; `created_at` as ISO text. */
  requests: { id: number; user_id: string; full_name: string; email: string | null; created_at: string }[];
  orders: number;
  total: number;
};

/**
 * null: no such firm, or none of these branches (id_1c; null: of all). `isLocked`: until the end of the transaction.
 */
export async function readCompany(
  db: Db,
  id: number,
  branches: string[] | null,
  isLocked = false,
): Promise<CompanyView | null> {
  if (!Number.isSafeInteger(id)) return null;
  if (isLocked) await sql`select from companies where id = ${id} for update`.execute(db);
  const { rows } = await sql<CompanyView>`
    select c.id, c.inn, c.kpp, c.ogrn, c.name, c.legal_address, c.price_column, c.contract, c.credit_limit_kopecks,
      c.deferral_days, c.manager_name, c.manager_phone, c.manager_email, ${stateOf} as state, c.created_at,
      c.activated_at, c.suspended_at,
      (select coalesce(json_agg(json_build_object('user_id', u.id, 'full_name', u.full_name, 'email', ${emailOf},
          'role', m.role, 'order_limit', m.order_limit_kopecks, 'month_limit', m.month_limit_kopecks)
          order by m.created_at, u.id), '[]'::json)
        from company_members m join users u on u.id = m.user_id where m.company_id = c.id) as members,
      (select coalesce(json_agg(json_build_object('id', r.id, 'user_id', u.id, 'full_name', u.full_name,
          'email', ${emailOf}, 'created_at', r.created_at) order by r.created_at, r.id), '[]'::json)
        from company_requests r join users u on u.id = r.user_id
        where r.company_id = c.id and r.decided_at is null) as requests,
      own.orders, own.total
    from companies c cross join lateral (
      select count(*)::int as orders, coalesce(sum(o.total) filter (where o.state <> 'cancelled'), 0)::int8 as total
      from orders o
      where o.company_id = c.id and ${ordersOf(branches)}
    ) own
    where c.id = ${id} and ${companiesOf(branches)}`.execute(db);
  return rows[0] ?? null;
}

const emailOf = sql`(select k.value from contacts k
  where k.user_id = u.id and k.type = 'email' and k.confirmed_at is not null order by k.id limit 1)`;

/** An invoice that waits for money. */
export type UnpaidInvoice = {
  order_id: string;
  number: number;
  created_at: Date;
  total: number;
  /** When it has to be paid, counted from the handover; null: nothing was handed over, or no term is agreed. */
  due_at: Date | null;
};

export type FirmDocument = {
  order_id: string;
  order_number: number;
  kind: DocumentKind;
  part: number;
  revision: number;
  number: string;
  total: number;
  issued_at: Date;
};

const shownRows = 100;

/** The firm's invoices that wait for money, the first due first; at most 100, of the orders of these branches. */
export async function unpaidInvoices(db: Db, company_id: number, branches: string[] | null): Promise<UnpaidInvoice[]> {
  const { rows } = await sql<UnpaidInvoice>`
    select o.id as order_id, o.number, o.created_at, o.total,
      ${endOfDeferral} as due_at
    from orders o join departments d on d.id_1c = o.department_id_1c
    where o.company_id = ${company_id} and ${ordersOf(branches)} and o.state <> 'cancelled'
      and o.payment_method = 'invoice' and ${isUnpaidSql} and not awaits_approval(o.id)
    order by due_at nulls last, o.created_at, o.id limit ${shownRows}`.execute(db);
  return rows;
}

/** The last papers that were issued to the firm, newest first; at most 100, of the orders of these branches. */
export async function firmDocuments(db: Db, company_id: number, branches: string[] | null): Promise<FirmDocument[]> {
  const { rows } = await sql<FirmDocument>`
    select d.order_id, o.number as order_number, d.kind, d.part, d.revision, d.content ->> 'number' as number,
      (d.content ->> 'total')::int8 as total, d.issued_at
    from orders o
    join documents d on d.order_id = o.id and d.kind <> 'delivery_note'
    where o.company_id = ${company_id} and ${ordersOf(branches)}
    order by d.issued_at desc, d.order_id, d.kind, d.part, d.revision desc limit ${shownRows}`.execute(db);
  return rows;
}
