import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedIn } from '#modules/accounts/signed-in.ts';
import { customersOf } from '#modules/orders/branch-scope.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { actingLinkSeconds, actingSeconds } from '#shared/constants.ts';
import type { TextsOf } from '#shared/form-rules.ts';
import { noteActing } from './acting-log.ts';
import { ownBranches, type StaffMember } from './require-staff.ts';
import { actingForm } from './schema.ts';

/** The customer, and why in 5 to 500 characters, which the customer reads: typed or as texts. */
type ActingGiven = FormData | TextsOf<typeof actingForm>;

/**
 * S6-05: from now on this session of the member of staff works as the customer, for 30 minutes at most. `staff` comes
 * from requireStaff(requestContext, 'login_by_user'). Throws bad_input {fields} for a reason too short or long,
 * not_found for who cannot be acted for (other staff, oneself, a deleted account, a customer of other branches than
 * theirs), acting_now. Call in a transaction.
 */
export async function startActing(
  db: Db,
  { user_id: staff_user_id, session_id }: Pick<StaffMember, 'user_id' | 'session_id'>,
  given: ActingGiven,
  now = new Date(),
): Promise<{ id: string; expires_at: Date }> {
  const { user_id, reason } = checkForm(actingForm, given);
  await refuseUnlessCustomer(db, staff_user_id, user_id);
  await closeExpired(db, session_id, now);
  const expires_at = new Date(now.getTime() + actingSeconds * 1000);
  const { rows } = await sql<{ id: string }>`
    insert into acting_sessions (staff_user_id, session_id, user_id, reason, started_at, expires_at)
    values (${staff_user_id}, ${session_id}, ${user_id}, ${reason}, ${now}, ${expires_at})
    on conflict (session_id) where ended_at is null do nothing returning id`.execute(db);
  const [started] = rows;
  if (!started) throw new Refusal('acting_now');
  await noteActing(db, started.id, 'Вход в кабинет покупателя', now);
  return { id: started.id, expires_at };
}

/** Back to one's own account; ending twice is harmless. Call in a transaction. */
export async function endActing(db: Db, { acting }: Pick<SignedIn, 'acting'>, now = new Date()): Promise<void> {
  if (!acting) return;
  const { rows } = await sql`
    update acting_sessions set ended_at = ${now} where id = ${acting.id}::uuid and ended_at is null returning id`.execute(
    db,
  );
  if (rows.length > 0) await noteActing(db, acting.id, 'Выход из кабинета покупателя', now);
}

/**
 * A token by which this very session, and no other, begins to act as the customer within 60 seconds, once. Throws as
 * startActing.
 */
export async function issueActingLink(
  db: Db,
  { user_id: staff_user_id, session_id }: Pick<StaffMember, 'user_id' | 'session_id'>,
  given: ActingGiven,
  now = new Date(),
): Promise<{ token: string; expires_at: Date }> {
  const { user_id, reason } = checkForm(actingForm, given);
  await refuseUnlessCustomer(db, staff_user_id, user_id);
  const token = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + actingLinkSeconds * 1000);
  await db
    .insertInto('acting_links')
    .values({ hash: hashLink(token), session_id, user_id, reason, created_at: now, expires_at })
    .execute();
  return { token, expires_at };
}

/**
 * The session this member of staff used last and showed the second factor in within its term, and where they work;
 * null: none.
 */
export async function findStaffSession(
  db: Db,
  staff_user_id: string,
  now = new Date(),
): Promise<Pick<StaffMember, 'session_id' | 'departments'> | null> {
  const { second_factor_hours } = await readSetting(db, 'security');
  const shownAfter = new Date(now.getTime() - second_factor_hours * 3_600_000);
  const { rows } = await sql<{ session_id: string; departments: string[] }>`
    select s.id as session_id, st.departments
    from sessions s join staff st on st.user_id = s.user_id and st.dismissed_at is null
    where s.user_id = ${staff_user_id}::uuid and s.ended_at is null and s.expires_at > ${now}
      and s.second_factor_at > ${shownAfter} and 'login_by_user' = any(st.roles)
    order by s.used_at desc, s.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** What the link would open for this session at `now`; null: nothing, for whatever cause. Uses nothing up. */
export async function readActingLink(
  db: Db,
  { session_id }: Pick<StaffMember, 'session_id'>,
  token: string,
  now = new Date(),
): Promise<{ full_name: string; reason: string } | null> {
  const { rows } = await sql<{ full_name: string; reason: string }>`
    select u.full_name, l.reason from acting_links l join users u on u.id = l.user_id
    where l.hash = ${hashLink(token)} and l.session_id = ${session_id}::uuid and l.used_at is null and l.expires_at > ${now}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Begins to act by a link: of parallel requests one succeeds. Throws link_over for a used, old or foreign one. Call in
 * a transaction.
 */
export async function startActingByLink(
  db: Db,
  staff: Pick<StaffMember, 'user_id' | 'session_id'>,
  token: string,
  now = new Date(),
): Promise<{ id: string; expires_at: Date }> {
  const { rows } = await sql<{ user_id: string; reason: string }>`
    update acting_links set used_at = ${now}
    where hash = ${hashLink(token)} and session_id = ${staff.session_id}::uuid and used_at is null and expires_at > ${now}
    returning user_id, reason`.execute(db);
  const [given] = rows;
  if (!given) throw new Refusal('link_over');
  return startActing(db, staff, given, now);
}

/** Links that would let staff act as this person, who is being erased. */
export async function forgetActingLinks(db: Db, user_id: string): Promise<void> {
  await sql`delete from acting_links where user_id = ${user_id}::uuid`.execute(db);
}

/** Whether this member of staff may act for the person: in the branches where they work now, whatever a page showed. */
async function refuseUnlessCustomer(db: Db, staff_user_id: string, user_id: string): Promise<void> {
  // Held until the end, so that nobody is dismissed, or moved to other branches, between this look and the beginning.
  const employed = await sql<{ departments: string[] }>`
    select departments from staff where user_id = ${staff_user_id}::uuid and dismissed_at is null for share`.execute(
    db,
  );
  const [member] = employed.rows;
  if (!member) throw new Refusal('forbidden');
  if (user_id === staff_user_id) throw new Refusal('not_found', {}, 'Это вы сами');
  const { rows } = await sql`
    select from users u
    where u.id = ${user_id}::uuid and u.deleted_at is null and ${customersOf(ownBranches(member))}
      and not exists (select from staff s where s.user_id = u.id and s.dismissed_at is null)`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found', {}, 'Такого покупателя нет');
}

/** A session of 30 minutes that nobody left ended by itself; its row is closed when the next one begins. */
async function closeExpired(db: Db, session_id: string, now: Date): Promise<void> {
  await sql`
    update acting_sessions set ended_at = expires_at
    where session_id = ${session_id}::uuid and ended_at is null and expires_at <= ${now}`.execute(db);
}

function hashLink(token: string): Buffer {
  return createHash('sha256').update(`acting link\n${token}`).digest();
}

/**
 * What staff did in an account that becomes another (`to`): the log stays its owner's to read, whoever acts there now
 * is out, links lead nowhere. Call in a transaction.
 */
export async function moveActingOf(db: Db, from: string, to: string, now = new Date()): Promise<void> {
  await forgetActingLinks(db, from);
  await sql`
    update acting_sessions set user_id = ${to}::uuid, ended_at = coalesce(ended_at, least(${now}::timestamptz, expires_at))
    where user_id = ${from}::uuid`.execute(db);
}
