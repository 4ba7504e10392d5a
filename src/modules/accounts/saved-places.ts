import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { cleanText } from '#shared/clean-text.ts';
import { ensure } from '#shared/ensure.ts';
import { fieldMessages } from '#shared/field-messages.ts';
import { formProblems } from '#shared/form-rules.ts';
import { toE164 } from '#shared/phone.ts';

/** A delivery address as the checkout asks for it. */
export type SavedAddress = { id: number; place: string; address: string };

/** Somebody who receives orders for this person. */
export type SavedRecipient = { id: number; name: string; phone: string };

/** More than anybody's sites and helpers. */
const mostRows = 30;

/** In the order they were saved. */
export async function listAddresses(db: Db, user_id: string): Promise<SavedAddress[]> {
  const { rows } = await sql<SavedAddress>`
    select id, place, address from saved_addresses where user_id = ${user_id}::uuid order by id`.execute(db);
  return rows;
}

/** In the order they were saved. */
export async function listRecipients(db: Db, user_id: string): Promise<SavedRecipient[]> {
  const { rows } = await sql<SavedRecipient>`
    select id, name, phone from saved_recipients where user_id = ${user_id}::uuid order by id`.execute(db);
  return rows;
}

/** Keeps an address, or writes over the one with this id. The same one twice is one. Throws bad_input by field, not_found. */
export async function saveAddress(
  db: Db,
  user_id: string,
  typed: { place: string; address: string },
  id: number | null = null,
): Promise<void> {
  const place = cleanText(typed.place);
  const address = cleanText(typed.address);
  refuse(
    formProblems(
      { place, address },
      {
        place: { label: 'Населённый пункт', required: true, min: 2, max: 120 },
        address: { label: 'Улица, дом, квартира', required: true, min: 3, max: 300 },
      },
    ),
  );
  if (id === null) await refuseMany(db, 'saved_addresses', user_id);
  else await removeRow(db, 'saved_addresses', user_id, id);
  await sql`
    insert into saved_addresses (user_id, place, address) values (${user_id}::uuid, ${place}, ${address})
    on conflict do nothing`.execute(db);
}

/** The same for a recipient; the phone may be typed any way. */
export async function saveRecipient(
  db: Db,
  user_id: string,
  typed: { name: string; phone: string },
  id: number | null = null,
): Promise<void> {
  const name = cleanText(typed.name);
  const phone = toE164(typed.phone);
  const problems = formProblems(
    { name, phone: typed.phone },
    {
      name: { label: 'Имя получателя', required: true, min: 2, max: 120 },
      phone: { label: 'Телефон', required: true, max: 40 },
    },
  );
  refuse(problems.phone || phone !== null ? problems : { ...problems, phone: fieldMessages.phone });
  if (id === null) await refuseMany(db, 'saved_recipients', user_id);
  else await removeRow(db, 'saved_recipients', user_id, id);
  await sql`
    insert into saved_recipients (user_id, name, phone) values (${user_id}::uuid, ${name}, ${phone})
    on conflict do nothing`.execute(db);
}

/** Throws not_found for another person's. */
export async function removeAddress(db: Db, user_id: string, id: number): Promise<void> {
  await removeRow(db, 'saved_addresses', user_id, id);
}

/** Throws not_found for another person's. */
export async function removeRecipient(db: Db, user_id: string, id: number): Promise<void> {
  await removeRow(db, 'saved_recipients', user_id, id);
}

type Table = 'saved_addresses' | 'saved_recipients';

async function removeRow(db: Db, table: Table, user_id: string, id: number): Promise<void> {
  if (!Number.isSafeInteger(id)) throw new Refusal('not_found');
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where user_id = ${user_id}::uuid and id = ${id}`.execute(db);
  if (!numAffectedRows) throw new Refusal('not_found');
}

async function refuseMany(db: Db, table: Table, user_id: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where user_id = ${user_id}::uuid`.execute(db);
  if (ensure(rows[0]).count >= mostRows)
    throw new Refusal('bad_input', {}, `Больше ${mostRows} сохранить нельзя: удалите лишнее`);
}

function refuse(problems: Record<string, string | undefined>): void {
  if (Object.keys(problems).length > 0) throw new Refusal('bad_input', { fields: problems });
}
