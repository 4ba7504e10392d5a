import { sql } from 'kysely';
import { storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { isSigned, type SecretKeys, sign } from '#platform/secret-keys.ts';
import { daysAfter } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { lockCompany } from './companies.ts';
import { invitationEmail, joinedEmail, joinRequestEmail } from './company-emails.ts';
import type { CompanyRole } from './signed-in.ts';

/** What a purchaser orders without an owner's word, in one order and in a calendar month; kopecks, null: no limit. */
export type MemberLimits = { order_limit: number | null; month_limit: number | null };

export type CompanyTeam = {
  members: ({ user_id: string; full_name: string; email: string | null; role: CompanyRole } & MemberLimits)[];
  invitations: { id: string; email: string; role: CompanyRole; expires_at: Date }[];
  requests: { id: number; full_name: string; email: string | null }[];
};

const invitationDays = 7;
const invitationLimit = { max: 20, windowSeconds: 86_400 } as const;

/**
 * The people of a firm, for its owner: members, owners first, open invitations and, once a manager has checked who the
 * owner is, those who ask to join.
 */
export async function readTeam(db: Db, company_id: number, now = new Date()): Promise<CompanyTeam> {
  const [members, invitations, requests] = await Promise.all([
    sql<CompanyTeam['members'][number]>`
      select u.id as user_id, u.full_name, ${mainEmail} as email, m.role,
        m.order_limit_kopecks as order_limit, m.month_limit_kopecks as month_limit
      from company_members m join users u on u.id = m.user_id
      where m.company_id = ${company_id} order by m.role <> 'owner', m.created_at, u.id`.execute(db),
    sql<CompanyTeam['invitations'][number]>`
      select id, email, role, expires_at from company_invitations
      where company_id = ${company_id} and ended_at is null and expires_at > ${now} order by created_at`.execute(db),
    sql<CompanyTeam['requests'][number]>`
      select r.id, u.full_name, ${mainEmail} as email
      from company_requests r join users u on u.id = r.user_id join companies c on c.id = r.company_id
      where r.company_id = ${company_id} and r.decided_at is null and c.activated_at is not null
      order by r.created_at`.execute(db),
  ]);
  return { members: members.rows, invitations: invitations.rows, requests: requests.rows };
}

const mainEmail = sql<string | null>`(
  select value from contacts where user_id = u.id and type = 'email' and confirmed_at is not null order by id limit 1)`;

/** Counts an invitation of this person. Call before the transaction of `inviteMember`. Throws too_many. */
export async function countInvitation(db: Db, user_id: string): Promise<void> {
  const wait = await takeLimit(db, 'company invitation', user_id, invitationLimit.max, invitationLimit.windowSeconds);
  if (wait > 0) throw tooMany(wait);
}

/**
 * Sends a signed link to an address; a newer invitation replaces the older one. Only the owner of a checked firm may.
 * Says the same whether or not the address has an account. Throws not_found, role_forbids, company_unchecked,
 * already_member.
 */
export async function inviteMember(
  db: Db,
  keys: SecretKeys,
  inviter: { user_id: string; full_name: string },
  company_id: number,
  { email, role }: { email: string; role: CompanyRole },
  origin: string,
  now = new Date(),
): Promise<void> {
  const company = await lockOwned(db, inviter.user_id, company_id);
  if (!company.is_active) throw new Refusal('company_unchecked');
  const { rows: members } = await sql`
    select 1 from company_members m join contacts c on c.user_id = m.user_id
    where m.company_id = ${company_id} and c.type = 'email' and c.confirmed_at is not null and c.value = ${email}`.execute(
    db,
  );
  if (members.length > 0) throw new Refusal('already_member');
  await sql`
    update company_invitations set ended_at = ${now}, why = 'revoked'
    where company_id = ${company_id} and email = ${email} and ended_at is null`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into company_invitations (company_id, email, role, invited_by, created_at, expires_at)
    values (${company_id}, ${email}, ${role}, ${inviter.user_id}::uuid, ${now}, ${daysAfter(now, invitationDays)})
    returning id`.execute(db);
  const id = ensure(rows[0]).id;
  const link = `${origin}/personal/profile/company/?invitation=${invitationToken(keys, id)}`;
  await storeMail(db, `company invitation ${id}`, email, invitationEmail(company, inviter.full_name, role, link));
}

/** Takes an open invitation back. */
export async function revokeInvitation(
  db: Db,
  user_id: string,
  company_id: number,
  invitation_id: string,
  now = new Date(),
): Promise<void> {
  await lockOwned(db, user_id, company_id);
  await sql`
    update company_invitations set ended_at = ${now}, why = 'revoked'
    where id = ${invitation_id}::uuid and company_id = ${company_id} and ended_at is null`.execute(db);
}

export type Invitation = { id: string; company_id: number; inn: string; name: string; role: CompanyRole };

/**
 * The open invitation of a signed link, for the person it was sent to, while its sender is an owner; null for anybody
 * else.
 */
export async function readInvitation(
  db: Db,
  keys: SecretKeys,
  token: string | null | undefined,
  user_id: string,
  now = new Date(),
): Promise<Invitation | null> {
  const id = invitationId(keys, token);
  if (!id) return null;
  const { rows } = await sql<Invitation>`
    select i.id, i.company_id, c.inn, c.name, i.role
    from company_invitations i join companies c on c.id = i.company_id
    where i.id = ${id}::uuid and i.ended_at is null and i.expires_at > ${now} and exists (
      select from company_members m where m.company_id = i.company_id and m.user_id = i.invited_by and m.role = 'owner'
    ) and exists (
      select from contacts where user_id = ${user_id}::uuid and type = 'email' and confirmed_at is not null and value = i.email
    )`.execute(db);
  return rows[0] ?? null;
}

/** Joins the firm and buys for it from now on. Good once; throws not_found. Call in a transaction. */
export async function acceptInvitation(
  db: Db,
  keys: SecretKeys,
  token: string | null | undefined,
  user_id: string,
  now = new Date(),
): Promise<Invitation> {
  const invitation = await readInvitation(db, keys, token, user_id, now);
  if (!invitation) throw new Refusal('not_found', {}, 'Приглашение уже не действует или отправлено на другой адрес');
  const { numAffectedRows } = await sql`
    update company_invitations set ended_at = ${now}, why = 'accepted'
    where id = ${invitation.id}::uuid and ended_at is null`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found', {}, 'Приглашение уже не действует');
  await join(db, invitation.company_id, user_id, invitation.role, now);
  return invitation;
}

/** Whether who asks to join is let in, and as whom. */
export type JoinDecision = { accept: true; role: CompanyRole } | { accept: false };

/**
 * The owner lets somebody who typed the firm's ИНН in, or not. The answer goes by email. Throws not_found,
 * role_forbids, company_unchecked.
 */
export async function decideRequest(
  db: Db,
  user_id: string,
  company_id: number,
  request_id: number,
  decision: JoinDecision,
  now = new Date(),
): Promise<void> {
  const company = await lockOwned(db, user_id, company_id);
  if (!company.is_active) throw new Refusal('company_unchecked');
  await settleRequest(db, company, request_id, decision, now);
}

/** The decision itself, of a firm that is locked and whoever decides may decide for. Throws not_found. */
export async function settleRequest(
  db: Db,
  company: { id: number; inn: string; name: string },
  request_id: number,
  decision: JoinDecision,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    update company_requests set decided_at = ${now}, decision = ${decision.accept ? 'accepted' : 'declined'}
    where id = ${request_id} and company_id = ${company.id} and decided_at is null returning user_id`.execute(db);
  const [request] = rows;
  if (!request) throw new Refusal('not_found');
  if (!decision.accept) return;
  await join(db, company.id, request.user_id, decision.role, now);
  const { rows: people } = await sql<{ email: string | null }>`
    select ${mainEmail} as email from users u where u.id = ${request.user_id}::uuid`.execute(db);
  const email = people[0]?.email;
  if (email) await storeMail(db, `company joined ${request_id}`, email, joinedEmail(company, decision.role));
}

/**
 * Tells the owners of a checked firm that somebody asks to join. Call after `addCompany` said «requested», in its
 * transaction.
 */
export async function emailOwners(db: Db, company_id: number, user_id: string, origin: string): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; inn: string; asker: string; email: string }>`
    select r.id, c.name, c.inn, asker.full_name as asker, ${mainEmail} as email
    from company_requests r join companies c on c.id = r.company_id join users asker on asker.id = r.user_id
    join company_members m on m.company_id = c.id and m.role = 'owner' join users u on u.id = m.user_id
    where r.company_id = ${company_id} and r.user_id = ${user_id}::uuid and r.decided_at is null
      and c.activated_at is not null`.execute(db);
  for (const { id, email, asker, ...company } of rows) {
    if (!email) continue;
    const emailMessage = joinRequestEmail(company, asker, `${origin}/personal/profile/company/`);
    await storeMail(db, `company request ${id} ${email}`, email, emailMessage);
  }
}

/** Throws not_found, role_forbids, last_owner. */
export async function changeRole(
  db: Db,
  user_id: string,
  company_id: number,
  member_id: string,
  role: CompanyRole,
  now = new Date(),
): Promise<void> {
  await lockOwned(db, user_id, company_id);
  if (role !== 'owner') await refuseLastOwner(db, company_id, member_id);
  const { numAffectedRows } = await sql`
    update company_members set role = ${role},
      order_limit_kopecks = case when ${role} = 'purchaser' then order_limit_kopecks end,
      month_limit_kopecks = case when ${role} = 'purchaser' then month_limit_kopecks end
    where company_id = ${company_id} and user_id = ${member_id}::uuid`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found');
  if (role !== 'owner') await revokeInvitationsOf(db, company_id, member_id, now);
}

/** The owner limits what a purchaser orders alone. Throws not_found, role_forbids, and not_found for who is none. */
export async function limitPurchaser(
  db: Db,
  user_id: string,
  company_id: number,
  member_id: string,
  { order_limit, month_limit }: MemberLimits,
): Promise<void> {
  await lockOwned(db, user_id, company_id);
  const { numAffectedRows } = await sql`
    update company_members set order_limit_kopecks = ${order_limit}, month_limit_kopecks = ${month_limit}
    where company_id = ${company_id} and user_id = ${member_id}::uuid and role = 'purchaser'`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found');
}

/**
 * An owner removes anybody, everybody may leave; a firm keeps its last owner. What the person had sent out opens
 * nothing any more. Throws not_found, role_forbids, last_owner.
 */
export async function removeMember(
  db: Db,
  user_id: string,
  company_id: number,
  member_id: string,
  now = new Date(),
): Promise<void> {
  if (member_id === user_id) await lockCompany(db, user_id, company_id);
  else await lockOwned(db, user_id, company_id);
  await refuseLastOwner(db, company_id, member_id);
  const { numAffectedRows } = await sql`
    delete from company_members where company_id = ${company_id} and user_id = ${member_id}::uuid`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found');
  await revokeInvitationsOf(db, company_id, member_id, now);
}

/**
 * Who is an owner no more has no say in who belongs to the firm: an invitation to an address of their own would lead
 * them back.
 */
async function revokeInvitationsOf(db: Db, company_id: number, user_id: string, now: Date): Promise<void> {
  await sql`
    update company_invitations set ended_at = ${now}, why = 'revoked'
    where company_id = ${company_id} and invited_by = ${user_id}::uuid and ended_at is null`.execute(db);
}

async function lockOwned(db: Db, user_id: string, company_id: number) {
  const company = await lockCompany(db, user_id, company_id);
  if (company.role !== 'owner') throw new Refusal('role_forbids');
  return company;
}

async function refuseLastOwner(db: Db, company_id: number, member_id: string): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from company_members where company_id = ${company_id} and role = 'owner'`.execute(db);
  if (rows.length === 1 && ensure(rows[0]).user_id === member_id) throw new Refusal('last_owner');
}

async function join(db: Db, company_id: number, user_id: string, role: CompanyRole, now: Date): Promise<void> {
  await sql`
    insert into company_members (company_id, user_id, role, created_at) values (${company_id}, ${user_id}::uuid, ${role}, ${now})
    on conflict (company_id, user_id) do nothing`.execute(db);
  await sql`
    update company_requests set decided_at = ${now}, decision = 'accepted'
    where company_id = ${company_id} and user_id = ${user_id}::uuid and decided_at is null`.execute(db);
  await sql`update users set company_id = ${company_id} where id = ${user_id}::uuid`.execute(db);
}

const purpose = 'company invitation';

function invitationToken(keys: SecretKeys, id: string): string {
  return `${id}.${sign(keys, purpose, id)}`;
}

function invitationId(keys: SecretKeys, token: string | null | undefined): string | null {
  const [, id, mark = ''] = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/.exec(token ?? '') ?? [];
  return id && isSigned(keys, purpose, id, mark) ? id : null;
}
