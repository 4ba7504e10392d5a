import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { toE164 } from '#shared/phone.ts';
import type { SignedIn } from './signed-in.ts';

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

/**
 * What a form offers to whoever is signed in: their addresses and recipients. None to a guest, and none to staff who
 * act as the customer (S6-05): they are told on the phone what to write.
 */
export async function offeredPlaces(
  db: Db,
  account: SignedIn | null,
): Promise<{ addresses: SavedAddress[]; recipients: SavedRecipient[] }> {
  if (!account || account.acting) return { addresses: [], recipients: [] };
  const [addresses, recipients] = await Promise.all([
    listAddresses(db, account.user_id),
    listRecipients(db, account.user_id),
  ]);
  return { addresses, recipients };
}

/**
 * Keeps an address (`addressForm`), or writes over the one with this id. The same one twice is one. Throws not_found;
 * bad_input: too many.
 */
export async function saveAddress(
  db: Db,
  user_id: string,
  { place, address }: Omit<SavedAddress, 'id'>,
  id: number | null = null,
): Promise<void> {
  if (id === null) await refuseMany(db, 'saved_addresses', user_id);
  else await removeRow(db, 'saved_addresses', user_id, id);
  await sql`
    insert into saved_addresses (user_id, place, address) values (${user_id}::uuid, ${place}, ${address})
    on conflict do nothing`.execute(db);
}

/** The same for a recipient (`recipientForm`); the phone may be written any way. */
export async function saveRecipient(
  db: Db,
  user_id: string,
  { name, phone }: Omit<SavedRecipient, 'id'>,
  id: number | null = null,
): Promise<void> {
  if (id === null) await refuseMany(db, 'saved_recipients', user_id);
  else await removeRow(db, 'saved_recipients', user_id, id);
  await sql`
    insert into saved_recipients (user_id, name, phone) values (${user_id}::uuid, ${name}, ${toE164(phone)})
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
