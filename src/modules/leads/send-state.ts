import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { daysBefore } from '#shared/dates.ts';
import type { LeadView } from './queries.ts';

/** A lead as it is sent. */
export type LeadToSend = Omit<
  LeadView,
  | ('department_id_1c' | 'time_zone' | 'due_at')
  | ('state' | 'open_tries' | 'tried_at' | 'next_try_at' | 'failure' | 'sent_at' | 'crm_id')
> & {
  /** Earlier tries that may have made the lead; it is looked up before it is added. */
  has_doubts: boolean;
  /** When the last of them began. */
  doubted_at: Date | null;
};

/**
 * How long after its beginning a call without an answer may still make the lead: the CRM works on one request for 60 s
 * at most, the rest is for the way there and back. Until then nobody else takes the lead, and no look-up can prove that
 * it is not there.
 */
export const doubtMs = 90_000;
const firstDelayMs = 30_000;
const longestDelayMs = 6 * 3_600_000;
/** What the CRM refused will hardly be taken a minute later. */
const refusedDelayMs = 3_600_000;
const longestRefusedDelayMs = 24 * 3_600_000;

/**
 * Takes the lead that has waited longest and is due, and notes, committed before anything is sent, that a try has
 * begun: whoever finds the lead after this worker was killed knows that it may have arrived. null: nothing is due.
 */
export async function takeDueLead(db: Db, now = new Date()): Promise<LeadToSend | null> {
  const { rows } = await sql<LeadToSend>`
    update leads l set attempts = l.attempts + 1, open_tries = l.open_tries + 1, tried_at = ${now},
      next_try_at = ${new Date(now.getTime() + doubtMs)}
    from departments d
    where d.id_1c = l.department_id_1c and l.origin_id = (
      select origin_id from leads where state <> 'sent' and next_try_at <= ${now}::timestamptz
      order by next_try_at, created_at limit 1 for update skip locked)
    returning l.origin_id, l.number, l.form, l.title, l.name, l.phone, l.email, l.company, l.comments, l.campaign, l.page, l.created_at,
      l.attempts, d.name_for_site as department_name, old.open_tries > 0 as has_doubts, old.tried_at as doubted_at`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Some lead is to be sent now. */
export async function isAnyDue(db: Db, now = new Date()): Promise<boolean> {
  const { rows } = await sql`
    select from leads where state <> 'sent' and next_try_at <= ${now}::timestamptz limit 1`.execute(db);
  return rows.length > 0;
}

/** The CRM has it. */
export async function markSent(db: Db, origin_id: string, crm_id: number | null, now = new Date()): Promise<void> {
  await sql`
    update leads set state = 'sent', sent_at = ${now}, crm_id = ${crm_id}, open_tries = 0, failure = null
    where origin_id = ${origin_id}::uuid and state <> 'sent'`.execute(db);
}

/** Nobody answered: the try stays open, and the next one begins with a look-up when the doubt can be settled. */
export async function keepDoubt(db: Db, lead: LeadToSend, failure: string, now = new Date()): Promise<void> {
  await put(
    db,
    lead,
    { failure, state: 'waiting', closed: 0 },
    Math.max(growing(lead, firstDelayMs, longestDelayMs), doubtMs),
    now,
  );
}

/** The lead has surely not arrived this time: the CRM could not be reached, or said that it is busy. */
export async function putOff(
  db: Db,
  lead: LeadToSend,
  failure: string,
  until: Date | null = null,
  now = new Date(),
): Promise<void> {
  const pause = until ? until.getTime() - now.getTime() : growing(lead, firstDelayMs, longestDelayMs);
  await put(db, lead, { failure, state: 'waiting', closed: 1 }, pause, now);
}

/**
 * It was looked up and was not there, but a call still on its way may make it: the same look-up again when that is
 * over.
 */
export async function lookAgain(db: Db, lead: LeadToSend, now = new Date()): Promise<void> {
  await sql`
    update leads set open_tries = open_tries - 1, tried_at = ${lead.doubted_at},
      next_try_at = ${new Date((lead.doubted_at ?? now).getTime() + doubtMs)}
    where origin_id = ${lead.origin_id}::uuid and state <> 'sent'`.execute(db);
}

/**
 * Looked up when no earlier call could make it any more, and not there: from here on only the try that begins now is
 * open.
 */
export async function settleDoubts(db: Db, lead: LeadToSend, now = new Date()): Promise<void> {
  await sql`
    update leads set open_tries = 1, tried_at = ${now}, next_try_at = ${new Date(now.getTime() + doubtMs)}
    where origin_id = ${lead.origin_id}::uuid and state <> 'sent'`.execute(db);
}

/** The CRM understood and said no. */
export async function markRefused(db: Db, lead: LeadToSend, failure: string, now = new Date()): Promise<void> {
  const pause = growing(lead, refusedDelayMs, longestRefusedDelayMs);
  await put(db, lead, { failure, state: 'refused', closed: 1 }, pause, now);
}

/** The CRM is back: those that waited for it go at once, those in doubt as soon as the doubt can be settled. */
export async function hurryWaiting(db: Db, now = new Date()): Promise<void> {
  await hurry(db, sql`state = 'waiting'`, now);
}

/** By command: these leads (all of them: null) go as soon as they may, also refused ones. Returns how many. */
export async function hurryLeads(db: Db, origin_id: string | null, now = new Date()): Promise<number> {
  return hurry(db, origin_id === null ? sql`true` : sql`origin_id = ${origin_id}::uuid`, now);
}

/** Keeps what was asked and answered, for `leads show`. */
export async function keepTry(
  db: Db,
  entry: { origin_id: string; call: string; status: number | null; answer: string },
  now = new Date(),
): Promise<void> {
  await sql`
    insert into lead_tries (origin_id, at, call, status, answer)
    values (${entry.origin_id}::uuid, ${now}, ${entry.call}, ${entry.status}, ${entry.answer.slice(0, 2_000)})`.execute(
    db,
  );
}

/** How long leads the CRM has are kept here for questions. */
const retentionDays = 180;

/** Nightly: only those the CRM has. */
export async function forgetSentLeads(db: Db, now = new Date()): Promise<void> {
  const before = daysBefore(now, retentionDays);
  await sql`delete from leads where state = 'sent' and sent_at < ${before}`.execute(db);
}

/** A person is being erased: what they asked for goes, also what was not sent yet. */
export async function forgetLeadsOf(db: Db, emails: string[]): Promise<void> {
  await sql`delete from leads where lower(email) = any(${emails}::text[])`.execute(db);
}

/** The requests were forgotten, and what the CRM was to get of them with them; a callback names a phone alone. */
export async function forgetLeads(db: Db, origin_ids: string[]): Promise<void> {
  await sql`delete from leads where origin_id = any(${origin_ids}::uuid[])`.execute(db);
}

async function put(
  db: Db,
  { origin_id }: LeadToSend,
  { failure, state, closed }: { failure: string; state: 'waiting' | 'refused'; closed: 0 | 1 },
  pauseMs: number,
  now: Date,
): Promise<void> {
  await sql`
    update leads set state = ${state}, failure = ${failure.slice(0, 1_000)}, open_tries = greatest(open_tries - ${closed}, 0),
      next_try_at = ${new Date(now.getTime() + pauseMs)}
    where origin_id = ${origin_id}::uuid and state <> 'sent'`.execute(db);
}

async function hurry(db: Db, which: ReturnType<typeof sql>, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update leads set next_try_at = case when open_tries > 0
      then greatest(tried_at + ${doubtMs} * interval '1 millisecond', ${now}::timestamptz) else ${now}::timestamptz end
    where state <> 'sent' and ${which}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

function growing({ attempts }: LeadToSend, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** Math.min(attempts - 1, 20), longestMs);
}
