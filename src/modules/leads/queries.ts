import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';
import type { Campaign } from '#shared/campaign.ts';
import { isUuid } from '#shared/uuid.ts';

export type LeadState = 'waiting' | 'refused' | 'sent';

export type LeadView = {
  origin_id: string;
  number: number;
  form: string;
  title: string;
  name: string;
  phone: string | null;
  email: string | null;
  company: string;
  comments: { name: string; value: string }[];
  campaign: Campaign | null;
  department_id_1c: string;
  department_name: string;
  time_zone: string;
  page: string;
  created_at: Date;
  /** Until when whoever left it is to be contacted; null: it came before there was a term. */
  due_at: Date | null;
  state: LeadState;
  attempts: number;
  open_tries: number;
  tried_at: Date | null;
  next_try_at: Date;
  failure: string | null;
  sent_at: Date | null;
  crm_id: number | null;
};

/** A lead that is not in the CRM after this time is something to look at. */
export const stuckAfterMs = 15 * 60_000;

/** What the CRM has not got yet by the promised time, then what it has, newest first. */
export async function listLeads(
  db: Db,
  given: {
    is_waiting?: boolean;
    branches?: string[] | null;
    /** The number, the end of the phone from four digits on, or the beginning of the name, the firm or the email. */
    q?: string | undefined;
    limit: number;
    offset?: number;
  },
): Promise<LeadView[]> {
  const { is_waiting = false, branches = null, q = '', limit, offset = 0 } = given;
  const which = sql`where ${is_waiting ? sql`l.state <> 'sent'` : sql`true`} and ${inBranches('l', branches)}
    and ${q.trim() ? searched(q.trim()) : sql`true`}`;
  const isWaiting = sql`l.state <> 'sent'`;
  const order = sql`${isWaiting} desc, case when ${isWaiting} then l.due_at end, case when ${isWaiting} then l.created_at end,
    l.created_at desc, l.number desc`;
  return (await sql<LeadView>`${selectLeads} ${which} order by ${order} limit ${limit} offset ${offset}`.execute(db))
    .rows;
}

function searched(typed: string): RawBuilder<unknown> {
  if (/^[\d\s+()-]+$/.test(typed)) {
    const digits = typed.replace(/\D/g, '').slice(0, 15);
    const byPhone = sql`l.phone like ${`%${digits.slice(-10)}`}`;
    return digits.length >= 4 ? sql`(l.number = ${Number(digits)} or ${byPhone})` : sql`l.number = ${Number(digits)}`;
  }
  const start = `${typed.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(l.name ilike ${start} or l.company ilike ${start} or l.email ilike ${start})`;
}

/** By its number or its whole id. */
export async function findLead(db: Db, typed: string, branches: string[] | null = null): Promise<LeadView | null> {
  const which = /^\d{1,15}$/.test(typed)
    ? sql`l.number = ${Number(typed)}`
    : isUuid(typed)
      ? sql`l.origin_id = ${typed}::uuid`
      : sql`false`;
  return (
    (await sql<LeadView>`${selectLeads} where ${which} and ${inBranches('l', branches)}`.execute(db)).rows[0] ?? null
  );
}

export type LeadTry = { at: Date; call: string; status: number | null; answer: string };

/** What was asked for a lead and what came back, in order. */
export async function triesOf(db: Db, origin_id: string): Promise<LeadTry[]> {
  return (
    await sql<LeadTry>`
      select at, call, status, answer from lead_tries where origin_id = ${origin_id}::uuid order by id`.execute(db)
  ).rows;
}

export type LeadCounts = { waiting: number; stuck: number; oldest: Date | null; failure: string | null };

/**
 * How many are not in the CRM yet, and how many of them too long or refused; since when the oldest waits and what was
 * said last.
 */
export async function countLeads(db: Db, now = new Date()): Promise<LeadCounts> {
  const late = new Date(now.getTime() - stuckAfterMs);
  const { rows } = await sql<LeadCounts>`
    select count(*)::int as waiting, (count(*) filter (where state = 'refused' or created_at < ${late}))::int as stuck,
      min(created_at) as oldest, (array_agg(failure order by tried_at desc nulls last) filter (where failure is not null))[1] as failure
    from leads where state <> 'sent'`.execute(db);
  return rows[0] ?? { waiting: 0, stuck: 0, oldest: null, failure: null };
}

/** Leads of these branches (null: of all) that the CRM refused, or that are not in it for too long. */
export async function countStuckLeads(db: Db, branches: string[] | null, now: Date): Promise<number> {
  const late = new Date(now.getTime() - stuckAfterMs);
  const { rows } = await sql<{ stuck: number }>`
    select count(*)::int as stuck from leads l
    where l.state <> 'sent' and (l.state = 'refused' or l.created_at < ${late}) and ${inBranches('l', branches)}`.execute(
    db,
  );
  return rows[0]?.stuck ?? 0;
}

const selectLeads = sql`
  select l.origin_id, l.number, l.form, l.title, l.name, l.phone, l.email, l.company, l.comments, l.campaign, l.department_id_1c,
    d.name_for_site as department_name, d.time_zone, l.page, l.created_at, l.due_at, l.state, l.attempts, l.open_tries, l.tried_at, l.next_try_at,
    l.failure, l.sent_at, l.crm_id
  from leads l join departments d on d.id_1c = l.department_id_1c`;
