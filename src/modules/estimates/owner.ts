import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { hashSecret } from '#platform/secret-keys.ts';
import { isUuid } from '#shared/uuid.ts';

/** Whose an estimate becomes: a signed-in person's, or a guest's by the hash of the secret cookie. */
export type EstimateOwner = { user_id: string | null; secret_hash: Buffer | null };

/** Who asks for one: the account and the guest's secret; either opens what is its own. */
export type EstimateKey = { user_id: string | null; secret: string | null };

/** Condition over `estimates e`: what this key opens. The id alone opens nothing. */
export function openedBy({ user_id, secret }: EstimateKey): RawBuilder<boolean> {
  return sql<boolean>`(e.user_id = ${user_id}::uuid or e.secret_hash = ${secret ? hashSecret(secret) : null}::bytea)`;
}

type OwnEstimate = {
  id: string;
  file_name: string | null;
  created_at: Date;
  department_id_1c: string;
};

/**
 * Throws not_found for an estimate of somebody else, as for one that is not there. `lock`: it is about to be changed.
 */
export async function requireEstimate(
  db: Db,
  key: EstimateKey,
  id: string,
  lock: 'read' | 'change',
): Promise<OwnEstimate> {
  if (!isUuid(id)) throw new Refusal('not_found');
  const { rows } = await sql<OwnEstimate>`
    select e.id, e.file_name, e.created_at, e.department_id_1c from estimates e
    where e.id = ${id}::uuid and ${openedBy(key)} ${lock === 'change' ? sql`for update` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  return row;
}
