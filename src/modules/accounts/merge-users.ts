import { sql } from 'kysely';
import { storeMail } from '#modules/mail/mails.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { hiddenEmail } from '#shared/hidden-contact.ts';
import type { ContactType } from './contacts.ts';
import { addCustomerNote } from './customer-notes.ts';
import { accountsMergedEmail } from './emails.ts';
import { mainEmail } from './main-email.ts';
import { endSessions } from './sessions.ts';

/** `kept` stays and takes what is `gone`'s: ids of users. */
export type MergedPair = { kept: string; gone: string };

export type MergeChoice = {
  /** Ids of contacts of either; null: the kept person's own stays the main one. */
  main_email: number | null;
  main_phone: number | null;
  /** Who asked, and how the staff made sure, 5 to 500 characters; it stands in a note. */
  reason: string;
  staff: { user_id: string; full_name: string };
};

type Side = {
  id: string;
  is_deleted: boolean;
  is_leaving: boolean;
  is_staff: boolean;
  providers: string[];
};

const services: Record<string, string> = { yandex: 'Яндекс ID' };

/**
 * Why the two cannot become one, in words; empty: nothing is in the way. Nothing is said of whoever does not exist, and
 * no name: the staff who ask may not see the other one.
 */
export async function mergeObstacles(db: Db, { kept, gone }: MergedPair): Promise<string[]> {
  if (kept === gone) return ['Это один и тот же покупатель: выберите другого'];
  const { rows } = await sql<Side>`
    select u.id, u.deleted_at is not null as is_deleted, u.deletion_due_at is not null as is_leaving,
      exists (select from staff s where s.user_id = u.id) as is_staff,
      array(select i.provider from identities i where i.user_id = u.id order by i.provider) as providers
    from users u where u.id in (${kept}::uuid, ${gone}::uuid) order by u.id <> ${kept}::uuid`.execute(db);
  const [one, other] = rows;
  if (!one || !other) return [];
  const both = one.providers.find((provider) => other.providers.includes(provider));
  return [
    ...rows.flatMap(({ id, is_deleted, is_leaving, is_staff }) => {
      const which = id === kept ? 'Этот' : 'Второй';
      if (is_deleted) return [`${which} кабинет уже удалён`];
      if (is_staff) return [`${which} кабинет принадлежит сотруднику, нынешнему или бывшему: такие не объединяют`];
      return is_leaving ? [`${which} кабинет удаляют по просьбе. Сначала покупатель отменяет удаление в профиле`] : [];
    }),
    ...(both
      ? [
          `У обоих подтверждён вход через ${services[both] ?? both}, и учётные записи там разные: магазин не может решить, какая из них настоящая`,
        ]
      : []),
  ];
}

/** The account that took over this one; null: none did. */
export async function mergedInto(db: Db, user_id: string): Promise<string | null> {
  const { rows } = await sql<{ merged_into: string | null }>`
    select merged_into from users where id = ${user_id}::uuid`.execute(db);
  return rows[0]?.merged_into ?? null;
}

/**
 * Makes the account `gone` a part of `kept`: contacts with their proofs, the sign-in by another service, firms,
 * addresses, recipients, notes and restrictions move; the password, codes and links of `gone` end with its sessions. A
 * confirmed email of either signs in to `kept` from now on, and an email to each says so. Other modules move what is
 * theirs in the same transaction. A second run moves what came meanwhile. Returns the main email that `gone` had.
 * Throws merge_refused {reasons}, bad_input {fields}, not_found.
 */
export async function mergeUsers(
  db: Db,
  pair: MergedPair,
  choice: MergeChoice,
  now = new Date(),
): Promise<{ email: string | null }> {
  const { kept, gone } = pair;
  const { rows: locked } = await sql<{ id: string; full_name: string; created_at: Date; merged_into: string | null }>`
    select id, full_name, created_at, merged_into from users where id in (${kept}::uuid, ${gone}::uuid)
    order by id for update`.execute(db);
  const other = locked.find(({ id }) => id === gone);
  if (kept === gone) throw new Refusal('merge_refused', {}, 'Это один и тот же покупатель: выберите другого');
  if (!other || !locked.some(({ id }) => id === kept)) throw new Refusal('not_found');
  if (other.merged_into === kept) {
    await moveRest(db, pair, now);
    return { email: await mainEmail(db, kept) };
  }
  const reason = choice.reason.trim();
  if (reason.length < 5 || reason.length > 500)
    throw new Refusal('bad_input', { fields: { reason: 'Напишите, кто попросил, от 5 до 500 символов' } });
  const reasons = await mergeObstacles(db, pair);
  if (reasons.length > 0) throw new Refusal('merge_refused', { reasons }, `${reasons.join('. ')}.`);
  const mains = [
    await chosen(db, pair, 'email', choice.main_email),
    await chosen(db, pair, 'phone', choice.main_phone),
  ];
  const email = await mainEmail(db, gone);
  await sql`update users set full_name = ${other.full_name} where id = ${kept}::uuid and full_name = ''`.execute(db);
  // Gone first: a contact of another service leaves a living account never.
  await sql`
    update users set merged_into = ${kept}::uuid, deleted_at = ${now}, full_name = '', password_hash = null,
      password_changed_at = null, company_id = null
    where id = ${gone}::uuid`.execute(db);
  await sql`update users set merged_into = ${kept}::uuid where merged_into = ${gone}::uuid`.execute(db);
  await moveContacts(db, pair);
  for (const main of mains) if (main) await makeMain(db, kept, main);
  await moveRest(db, pair, now);
  const words = `Кабинет «${other.full_name || 'без имени'}» (${email ?? 'без почты'}) объединён с этим. ${reason}`;
  await addCustomerNote(db, kept, { text: words, kind: 'note' }, choice.staff, now);
  await emailBoth(db, pair);
  return { email };
}

type Main = { type: ContactType; value: string };

/** The contact that becomes the main one. Throws bad_input for one that cannot. */
async function chosen(
  db: Db,
  { kept, gone }: MergedPair,
  type: 'email' | 'phone',
  id: number | null,
): Promise<Main | null> {
  if (id === null) return null;
  const { rows } = await sql<Main>`
    select type, value from contacts
    where id = ${id} and type = ${type} and user_id in (${kept}::uuid, ${gone}::uuid)
      and purpose in ('main', 'additional') and (type <> 'email' or confirmed_at is not null)`.execute(db);
  const [main] = rows;
  if (!main) throw new Refusal('bad_input', { fields: { [`main_${type}`]: 'Этот контакт не может стать основным' } });
  return main;
}

async function moveContacts(db: Db, { kept, gone }: MergedPair): Promise<void> {
  const { rows } = await sql<{
    type: ContactType;
    value: string;
    purpose: string;
    confirmed_at: Date | null;
    created_at: Date;
  }>`
    delete from contacts where user_id = ${gone}::uuid
    returning type, value, purpose, confirmed_at, created_at`.execute(db);
  for (const { type, value, purpose, confirmed_at, created_at } of rows) {
    const { rows: mains } = await sql`
      select from contacts where user_id = ${kept}::uuid and type = ${type} and purpose = 'main'`.execute(db);
    const place = purpose === 'main' && mains.length > 0 ? 'additional' : purpose;
    await sql`
      insert into contacts (user_id, type, value, purpose, confirmed_at, created_at)
      values (${kept}::uuid, ${type}, ${value}, ${place}, ${confirmed_at}, ${created_at})
      on conflict (user_id, type, value) do update set confirmed_at = coalesce(contacts.confirmed_at, excluded.confirmed_at)`.execute(
      db,
    );
  }
}

async function makeMain(db: Db, user_id: string, { type, value }: Main): Promise<void> {
  await sql`
    update contacts set purpose = case when value = ${value} then 'main' else 'additional' end
    where user_id = ${user_id}::uuid and type = ${type} and purpose in ('main', 'additional')
      and exists (select from contacts o where o.user_id = ${user_id}::uuid and o.type = ${type} and o.value = ${value}
        and o.purpose in ('main', 'additional'))`.execute(db);
}

/** What is neither name nor contact; a second run finds what was written while the first one went. */
async function moveRest(db: Db, { kept, gone }: MergedPair, now: Date): Promise<void> {
  for (const table of ['codes', 'one_time_links'])
    await sql`delete from ${sql.table(table)} where user_id = ${gone}::uuid`.execute(db);
  await sql`update identities set user_id = ${kept}::uuid where user_id = ${gone}::uuid`.execute(db);
  await endSessions(db, gone, 'signed_out_everywhere', { now });
  // The browser of a session that moved is not known to the account: signing in there is reported by email.
  await sql`update sessions set user_id = ${kept}::uuid, browser = null where user_id = ${gone}::uuid`.execute(db);
  await moveFirms(db, { kept, gone });
  await sql`
    insert into saved_addresses (user_id, place, address, created_at)
    select ${kept}::uuid, place, address, created_at from saved_addresses where user_id = ${gone}::uuid order by id
    on conflict (user_id, place, address) do nothing`.execute(db);
  await sql`
    insert into saved_recipients (user_id, name, phone, created_at)
    select ${kept}::uuid, name, phone, created_at from saved_recipients where user_id = ${gone}::uuid order by id
    on conflict (user_id, name, phone) do nothing`.execute(db);
  await sql`
    insert into customer_flags (user_id, flag, why, staff_user_id, who, at)
    select ${kept}::uuid, flag, why, staff_user_id, who, at from customer_flags where user_id = ${gone}::uuid
    on conflict (user_id, flag) do nothing`.execute(db);
  for (const table of ['saved_addresses', 'saved_recipients', 'customer_flags'])
    await sql`delete from ${sql.table(table)} where user_id = ${gone}::uuid`.execute(db);
  await sql`update customer_notes set user_id = ${kept}::uuid where user_id = ${gone}::uuid`.execute(db);
}

/** In a firm of both the one who stays keeps their role and limits; an owner stays an owner. */
async function moveFirms(db: Db, { kept, gone }: MergedPair): Promise<void> {
  await sql`
    insert into company_members (company_id, user_id, role, created_at, order_limit_kopecks, month_limit_kopecks)
    select company_id, ${kept}::uuid, role, created_at, order_limit_kopecks, month_limit_kopecks
    from company_members where user_id = ${gone}::uuid
    on conflict (company_id, user_id) do update set role = 'owner', order_limit_kopecks = null, month_limit_kopecks = null
      where excluded.role = 'owner'`.execute(db);
  await sql`delete from company_members where user_id = ${gone}::uuid`.execute(db);
  await sql`
    delete from company_requests r where r.user_id = ${gone}::uuid and r.decided_at is null and exists (
      select from company_requests o where o.user_id = ${kept}::uuid and o.company_id = r.company_id and o.decided_at is null)`.execute(
    db,
  );
  await sql`update company_requests set user_id = ${kept}::uuid where user_id = ${gone}::uuid`.execute(db);
  await sql`update company_invitations set invited_by = ${kept}::uuid where invited_by = ${gone}::uuid`.execute(db);
}

async function emailBoth(db: Db, { kept, gone }: MergedPair): Promise<void> {
  const main = await mainEmail(db, kept);
  if (!main) return;
  const { rows } = await sql<{ value: string }>`
    select value from contacts where user_id = ${kept}::uuid and type = 'email' and confirmed_at is not null
    order by id`.execute(db);
  for (const { value } of rows)
    await storeMail(db, `accounts merged ${gone} ${value}`, value, accountsMergedEmail(hiddenEmail(main)));
}
