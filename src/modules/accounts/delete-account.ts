import { sql } from 'kysely';
import { forgetMails, storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { daysAfter } from '#shared/dates.ts';
import { profileUrl } from '#shared/urls.ts';
import { accountDeletedEmail, deletionCodeEmail, deletionRequestedEmail } from './emails.ts';
import { mainEmail } from './main-email.ts';
import { checkCode, claimCode, codeChecks, codeMinutes, issueCode } from './proof/codes.ts';
import { nextEmail, takeEmail } from './proof/email-limits.ts';
import type { SentCode } from './request-sign-in-code.ts';
import type { Requester } from './requester.ts';
import { endSessions } from './sessions.ts';

/**
 * Days between the request and the erasing: time to change one's mind, and enough left of the thirty days within which
 * data must be destroyed after a consent was withdrawn (152-ФЗ, art. 21, part 5).
 */
const deletionDays = 14;

/** What an account waits for before it can go, to stand behind «когда»; empty: nothing is in the way. */
export async function deletionObstacles(db: Db, user_id: string): Promise<string[]> {
  const { rows } = await sql<{ active: number[]; unpaid: number[]; owned: string[]; is_staff: boolean }>`
    select
      array(select number from orders where user_id = u.id and state not in ('completed', 'cancelled') order by number) as active,
      -- Completed and not paid, or cancelled with money still to be given back.
      array(select number from orders where user_id = u.id and ((state = 'completed' and payment_state in ('unpaid', 'pending')
          and payment_method <> 'on_receipt') or (state = 'cancelled' and payment_state in ('paid', 'pending')))
        order by number) as unpaid,
      array(select c.name from companies c join company_members m on m.company_id = c.id and m.user_id = u.id and m.role = 'owner'
        where exists (select from company_members other where other.company_id = c.id and other.user_id <> u.id)
          and not exists (select from company_members other
            where other.company_id = c.id and other.user_id <> u.id and other.role = 'owner')
        order by c.name) as owned,
      exists (select from staff where user_id = u.id and dismissed_at is null) as is_staff
    from users u where u.id = ${user_id}::uuid`.execute(db);
  const found = rows[0];
  if (!found) return [];
  const { active, unpaid, owned, is_staff } = found;
  return [
    ...(active.length > 0
      ? [active.length > 1 ? `будут завершены заказы ${active.join(', ')}` : `будет завершён заказ ${active[0]}`]
      : []),
    ...(unpaid.length > 0
      ? [`будут закончены расчёты по ${unpaid.length > 1 ? 'заказам' : 'заказу'} ${unpaid.join(', ')}`]
      : []),
    ...owned.map((name) => `владельцем станет другой сотрудник: ${name}`),
    ...(is_staff ? ['закончится работа в магазине'] : []),
  ];
}

/**
 * Mails the code that confirms the request to the main email. Throws deletion_refused, too_many. Not inside a
 * transaction.
 */
export async function requestDeletionCode(
  db: Db,
  keys: SecretKeys,
  user_id: string,
  requester: Requester,
  now = new Date(),
): Promise<SentCode> {
  await refuseObstacles(db, user_id);
  const email = await mainEmail(db, user_id);
  if (!email) throw new Refusal('deletion_refused', {}, 'Сначала добавьте почту: на неё придёт код подтверждения');
  await takeEmail(db, 'deletion code', email, `user ${user_id}`, requester, now);
  await db.transaction().execute(async (db) => {
    const { id, code } = await issueCode(db, keys, { purpose: 'deletion', user_id }, email, now);
    await storeMail(
      db,
      `deletion code ${id}`,
      email,
      deletionCodeEmail(requester, code, now),
      requester.branch.email,
      true,
    );
  });
  return {
    resend_after_seconds: await nextEmail(db, 'deletion code', email, `user ${user_id}`, now),
    expires_after_seconds: codeMinutes * 60,
    checks: codeChecks,
  };
}

/**
 * The code is right: the account will be erased in 14 days, all other sessions end, an email tells how to take it back.
 * Throws wrong_code {checks_left}, deletion_refused. Not inside a transaction.
 */
export async function requestDeletion(
  db: Db,
  keys: SecretKeys,
  { user_id, session_id }: { user_id: string; session_id: string },
  auth_code: string,
  requester: Requester,
  now = new Date(),
): Promise<void> {
  await refuseObstacles(db, user_id);
  const email = (await mainEmail(db, user_id)) ?? '';
  const { id, checks_left } = await checkCode(db, keys, { purpose: 'deletion', user_id }, email, auth_code, true, now);
  if (id === null) throw new Refusal('wrong_code', { checks_left });
  const due = daysAfter(now, deletionDays);
  await db.transaction().execute(async (db) => {
    if (!(await claimCode(db, id, now))) throw new Refusal('wrong_code', { checks_left: 0 });
    await db
      .updateTable('users')
      .set({ deletion_requested_at: now, deletion_due_at: due })
      .where('id', '=', user_id)
      .where('deletion_requested_at', 'is', null)
      .execute();
    await endSessions(db, user_id, 'signed_out_everywhere', { except: session_id, now });
    const emailMessage = deletionRequestedEmail(requester, due, requester.origin + profileUrl(), now);
    await storeMail(db, `deletion requested ${id}`, email, emailMessage, requester.branch.email);
  });
}

/**
 * The person asked the shop itself, by letter or telephone: the account is erased as soon as a worker comes to it, and
 * its sessions end now. Call in a transaction. Throws not_found, deletion_refused {reasons}.
 */
export async function orderDeletion(db: Db, user_id: string, now = new Date()): Promise<void> {
  await refuseObstacles(db, user_id);
  const { numAffectedRows } = await sql`
    update users set deletion_requested_at = coalesce(deletion_requested_at, ${now}), deletion_due_at = ${now}
    where id = ${user_id}::uuid and deleted_at is null`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found');
  await endSessions(db, user_id, 'signed_out_everywhere', { now });
  await enqueue(db, 'erase_accounts');
}

/** The person has changed their mind; nothing was removed yet. */
export async function cancelDeletion(db: Db, user_id: string): Promise<void> {
  await sql`
    update users set deletion_requested_at = null, deletion_due_at = null
    where id = ${user_id}::uuid and deleted_at is null`.execute(db);
}

/** When the account will be erased; null: nobody asked. */
export async function deletionDue(db: Db, user_id: string): Promise<Date | null> {
  const row = await db.selectFrom('users').select('deletion_due_at').where('id', '=', user_id).executeTakeFirst();
  return row?.deletion_due_at ?? null;
}

/** People whose time has come at `now`. */
export async function listDueDeletions(db: Db, now = new Date()): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where deletion_due_at <= ${now} and deleted_at is null order by deletion_due_at, id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Erases the account: name, contacts, identities, password, sessions, addresses, memberships, emails to it. The row
 * stays without a person, so that orders keep an owner whom nobody can sign in as. An order placed meanwhile puts it
 * off: false, asked again next time. Other modules forget the person in the same transaction. A second run does
 * nothing. Returns the addresses that were the person's.
 */
export async function eraseAccount(db: Db, user_id: string, now = new Date()): Promise<{ emails: string[] } | null> {
  const { rows } = await sql`
    select from users where id = ${user_id}::uuid and deletion_due_at <= ${now} and deleted_at is null for update`.execute(
    db,
  );
  if (rows.length === 0 || (await deletionObstacles(db, user_id)).length > 0) return null;
  const main = await mainEmail(db, user_id);
  const { rows: contacts } = await sql<{ value: string }>`
    select value from contacts where user_id = ${user_id}::uuid and type = 'email'`.execute(db);
  const emails = contacts.map(({ value }) => value);
  await sql`
    update users set deleted_at = ${now}, full_name = '', password_hash = null, password_changed_at = null, company_id = null
    where id = ${user_id}::uuid`.execute(db);
  for (const table of [
    'contacts',
    'identities',
    'codes',
    'one_time_links',
    'company_members',
    'company_requests',
    'saved_addresses',
    'saved_recipients',
    'customer_notes',
    'customer_flags',
  ])
    await sql`delete from ${sql.table(table)} where user_id = ${user_id}::uuid`.execute(db);
  await sql`delete from company_invitations where email = any(${emails}::text[])`.execute(db);
  // Sessions in which staff acted hold the log that their customers read (S6-05): they stay, ended and without a place.
  await sql`
    delete from sessions s where s.user_id = ${user_id}::uuid
      and not exists (select from acting_sessions a where a.session_id = s.id)`.execute(db);
  await sql`
    update sessions set city = '', device = '', address = null, browser = null,
      ended_at = coalesce(ended_at, ${now}), why = coalesce(why, 'account_deleted')
    where user_id = ${user_id}::uuid`.execute(db);
  await forgetMails(db, emails);
  if (main) await storeMail(db, `account deleted ${user_id}`, main, accountDeletedEmail());
  return { emails };
}

async function refuseObstacles(db: Db, user_id: string): Promise<void> {
  const reasons = await deletionObstacles(db, user_id);
  if (reasons.length > 0)
    throw new Refusal('deletion_refused', { reasons }, `Удалить кабинет можно, когда ${reasons.join('; ')}`);
}
