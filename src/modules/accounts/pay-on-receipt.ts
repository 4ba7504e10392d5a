import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';

/** Why a person does not pay on receipt, and who of the staff decided it. */
export type NoPayOnReceipt = { why: string; who: string; at: Date };

/** null: the person pays on receipt like everybody. */
export async function readNoPayOnReceipt(db: Db, user_id: string): Promise<NoPayOnReceipt | null> {
  const { rows } = await sql<NoPayOnReceipt>`
    select why, who, at from customer_flags
    where user_id = ${user_id}::uuid and flag = 'no_pay_on_receipt'`.execute(db);
  return rows[0] ?? null;
}

/** From now on the person does not pay on receipt, because of `why`; null: they do again. Throws bad_input {fields}. */
export async function setNoPayOnReceipt(
  db: Db,
  user_id: string,
  why: string | null,
  staff: { user_id: string; full_name: string },
  now = new Date(),
): Promise<void> {
  if (why === null) {
    await sql`delete from customer_flags where user_id = ${user_id}::uuid and flag = 'no_pay_on_receipt'`.execute(db);
    return;
  }
  const words = why.trim();
  if (words === '' || words.length > 500)
    throw new Refusal('bad_input', { fields: { no_pay_why: words ? 'Максимум 500 символов' : 'Напишите причину' } });
  await sql`
    insert into customer_flags (user_id, flag, why, staff_user_id, who, at)
    values (${user_id}::uuid, 'no_pay_on_receipt', ${words}, ${staff.user_id}::uuid, ${staff.full_name}, ${now})
    on conflict (user_id, flag) do update
      set why = excluded.why, staff_user_id = excluded.staff_user_id, who = excluded.who, at = excluded.at`.execute(db);
}

/**
 * Whether an order of this account may be paid on receipt; of a guest: whether no account with this phone or this
 * confirmed email is kept from it, so that signing out is no way around. `phone` in E.164, `email` in small letters.
 */
export async function mayPayOnReceipt(
  db: Db,
  { user_id, phone = '', email = '' }: { user_id: string | null; phone?: string; email?: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select 1 as found from customer_flags f
    where f.flag = 'no_pay_on_receipt' and case when ${user_id}::uuid is not null then f.user_id = ${user_id}::uuid
      else exists (
        select from contacts k where k.user_id = f.user_id and (k.type = 'phone' and k.value = ${phone}
          or k.type = 'email' and k.confirmed_at is not null and k.value = ${email})) end
    limit 1`.execute(db);
  return rows.length === 0;
}
