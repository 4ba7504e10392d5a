import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import type { Scope } from '#shared/exchange-words.ts';

export type ApiKey = {
  id: number;
  name: string;
  hint: string;
  scopes: Scope[];
  /** id_1c of branches; empty: all. */
  departments: string[];
  created_at: Date;
  used_at: Date | null;
  ended_at: Date | null;
};

/** Makes a key; the secret is shown this once, the database holds its hash. */
export async function addApiKey(
  db: Db,
  { name, scopes, departments }: Pick<ApiKey, 'name' | 'scopes' | 'departments'>,
): Promise<{ id: number; secret: string }> {
  const secret = `idd_${randomBytes(32).toString('base64url')}`;
  const { id } = await db
    .insertInto('api_keys')
    .values({ name, hash: hashSecret(secret), hint: secret.slice(0, 8), scopes, departments })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret };
}

export async function listApiKeys(db: Db): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'hint', 'scopes', 'departments', 'created_at', 'used_at', 'ended_at'])
    .orderBy('id')
    .execute();
  return rows as ApiKey[]; // a constraint of the table bounds the scopes
}

/** The key opens nothing from now on. Throws not_found for one that is unknown or has ended. */
export async function endApiKey(db: Db, id: number, now = new Date()): Promise<{ name: string }> {
  const row = await db
    .updateTable('api_keys')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

/** The living key with this secret; notes, to a minute, that it was used. null: there is none. */
export async function recogniseApiKey(
  db: Db,
  secret: string,
  now = new Date(),
): Promise<Pick<ApiKey, 'id' | 'name' | 'scopes' | 'departments'> | null> {
  const { rows } = await sql<Pick<ApiKey, 'id' | 'name' | 'scopes' | 'departments'>>`
    select id, name, scopes, departments from api_keys
    where hash = ${hashSecret(secret)} and ended_at is null`.execute(db);
  const [key] = rows;
  if (!key) return null;
  await sql`
    update api_keys set used_at = ${now}
    where id = ${key.id} and (used_at is null or used_at < ${now}::timestamptz - interval '1 minute')`.execute(db);
  return key;
}
