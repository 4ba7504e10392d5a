import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { OwnedField } from '#shared/product-fields.ts';

export type FieldOwner = {
  /** null: every product. */
  product_id: number | null;
  idcode: string | null;
  name: string | null;
  field: OwnedField;
  until: Date | null;
  taken_at: Date;
};

/** Fields that belong to the shop, those of every product first; at most `limit`. */
export async function listFieldOwners(db: Db, { limit }: { limit: number }): Promise<FieldOwner[]> {
  return db
    .selectFrom('field_owners as o')
    .leftJoin('products as p', 'p.id', 'o.product_id')
    .select(['o.product_id', 'p.idcode', 'p.name', 'o.until', 'o.taken_at'])
    .select(sql<OwnedField>`o.field`.as('field'))
    .orderBy(sql`o.product_id is not null`)
    .orderBy('p.name')
    .orderBy('o.field')
    .limit(limit)
    .execute();
}

/** The shop takes fields of a product, or of every one (null), until then or for ever (null). Call in a transaction. */
export async function takeFields(
  db: Db,
  { product_id, fields, until }: { product_id: number | null; fields: OwnedField[]; until: Date | null },
): Promise<void> {
  await db
    .insertInto('field_owners')
    .values(fields.map((field) => ({ product_id, field, until })))
    .onConflict((conflict) => conflict.columns(['product_id', 'field']).doUpdateSet({ until, taken_at: new Date() }))
    .execute();
}

/** Gives fields back to 1C; returns whether the shop had one of them. What 1C says of them must be worked out again. */
export async function returnFields(
  db: Db,
  { product_id, fields }: { product_id: number | null; fields: OwnedField[] },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('field_owners')
    .where('product_id', 'is not distinct from', product_id)
    .where('field', 'in', fields)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Forgets owners whose time is over: products whose fields 1C says again; null among them: every one. */
export async function endFieldOwners(db: Db): Promise<(number | null)[]> {
  const rows = await db
    .deleteFrom('field_owners')
    .where('until', '<=', sql<Date>`now()`)
    .returning('product_id')
    .execute();
  return [...new Set(rows.map(({ product_id }) => product_id))];
}

/**
 * Gives a field of a product back to 1C: what 1C said last stands there after the job `derive_released`. Returns
 * whether the shop had it.
 */
export async function releaseField(db: Db, product_id: number, field: OwnedField): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('field_owners')
    .set({ until: sql<Date>`now()` })
    .where('product_id', '=', product_id)
    .where('field', '=', field)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
