import { sql } from 'kysely';
import { forgetSecondFactor } from '#modules/accounts/second-factor.ts';
import type { StaffRole } from '#modules/accounts/signed-in.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { refuseLastOwner } from './change-rights.ts';
import { newTotpSecret, sealTotpSecret } from './totp.ts';

export type StaffGiven = {
  user_id: string;
  roles: StaffRole[];
  /** id_1c of branches; empty: all. */
  departments: string[];
};

/**
 * Makes the user a member of staff, or one who was dismissed again; returns the TOTP secret, which is shown this once.
 * Throws already_staff. Call in a transaction.
 */
export async function hireStaff(
  db: Db,
  keys: SecretKeys,
  { user_id, roles, departments }: StaffGiven,
  now = new Date(),
): Promise<{ secret: string }> {
  const secret = newTotpSecret();
  const totp_secret = sealTotpSecret(keys, user_id, secret);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('staff')
    .values({ user_id, roles, departments, totp_secret, created_at: now })
    .onConflict((on) =>
      on
        .column('user_id')
        .doUpdateSet({ roles, departments, totp_secret, totp_step: 0, dismissed_at: null })
        .where('staff.dismissed_at', 'is not', null),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new Refusal('already_staff');
  await forgetSecondFactor(db, user_id);
  return { secret };
}

/**
 * Takes the rights away at once, also from a session that acts as a customer. Throws not_found. Call in a transaction.
 */
export async function dismissStaff(db: Db, user_id: string, now = new Date()): Promise<void> {
  await refuseLastOwner(db, user_id);
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ dismissed_at: now })
    .where('user_id', '=', user_id)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('not_found');
  await endActingOf(db, user_id, now);
  await forgetSecondFactor(db, user_id);
}

/** A new secret for a lost phone; what the old one opened is closed. Throws not_found. Call in a transaction. */
export async function resetTotp(
  db: Db,
  keys: SecretKeys,
  user_id: string,
  now = new Date(),
): Promise<{ secret: string }> {
  const secret = newTotpSecret();
  const { numUpdatedRows } = await db
    .updateTable('staff')
    .set({ totp_secret: sealTotpSecret(keys, user_id, secret), totp_step: 0 })
    .where('user_id', '=', user_id)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('not_found');
  await endActingOf(db, user_id, now);
  await forgetSecondFactor(db, user_id);
  return { secret };
}

/** One person of the list; `email` is their first confirmed one. */
export type StaffRow = {
  user_id: string;
  full_name: string;
  email: string | null;
  roles: StaffRole[];
  departments: string[];
  created_at: Date;
  dismissed_at: Date | null;
  /** A code of the application has been entered since it was given out. */
  has_second_factor: boolean;
  /** When they last worked in the back office, as far as sessions are stored; null: not yet. */
  last_visit_at: Date | null;
};

/** All members of staff, the dismissed last. */
export async function listStaff(db: Db): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`
    select s.user_id, u.full_name, s.roles, s.departments, s.created_at, s.dismissed_at, s.totp_step > 0 as has_second_factor,
      (select max(v.used_at) from sessions v where v.user_id = s.user_id and v.second_factor_at is not null) as last_visit_at,
      (select c.value from contacts c where c.user_id = u.id and c.type = 'email' and c.confirmed_at is not null order by c.id limit 1) as email
    from staff s join users u on u.id = s.user_id
    order by s.dismissed_at is not null, u.full_name, s.user_id`.execute(db);
  return rows;
}

async function endActingOf(db: Db, staff_user_id: string, now: Date): Promise<void> {
  await sql`
    update acting_sessions set ended_at = ${now} where staff_user_id = ${staff_user_id}::uuid and ended_at is null`.execute(
    db,
  );
}
