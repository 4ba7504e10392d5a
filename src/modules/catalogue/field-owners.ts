import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import type { OwnedField } from '#shared/product-fields.ts';

export type FieldOwner = {
  /** null: every product, or every one that `node` feeds. */
  product_id: number | null;
  /** Name of the base of 1C whose goods they are; null: of whichever. */
  node: string | null;
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
    .leftJoin('onec_nodes as n', 'n.id', 'o.node_id')
    .select(['o.product_id', 'n.name as node', 'p.idcode', 'p.name', 'o.until', 'o.taken_at'])
    .select(sql<OwnedField>`o.field`.as('field'))
    .orderBy(sql`o.product_id is not null`)
    .orderBy('n.name')
    .orderBy('p.name')
    .orderBy('o.field')
    .limit(limit)
    .execute();
}

/**
 * Whose fields: of a product (its id); null: of every one, or of every one that the node feeds, where one is named.
 */
export type OwnedGoods = { product_id: number | null; node_id?: number | null };

/**
 * The shop takes fields of goods, until then or for ever (null). Returns those that it had not taken of these goods
 * before. Call in a transaction.
 */
export async function takeFields(
  db: Db,
  { product_id, node_id = null, fields, until }: OwnedGoods & { fields: OwnedField[]; until: Date | null },
): Promise<OwnedField[]> {
  const had = await db
    .selectFrom('field_owners')
    .select('field')
    .where('product_id', 'is not distinct from', product_id)
    .where('node_id', 'is not distinct from', node_id)
    .where('field', 'in', fields)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', sql<Date>`now()`)]))
    .execute();
  await db
    .insertInto('field_owners')
    .values(fields.map((field) => ({ product_id, node_id, field, until })))
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'node_id', 'field']).doUpdateSet({ until, taken_at: new Date() }),
    )
    .execute();
  return fields.filter((name) => had.every(({ field }) => field !== name));
}

/** Of `field_owners o`: it speaks of the product with this id (an expression of SQL), whether still in force or not. */
export function speaksOf(product: string): string {
  return `(o.product_id = ${product}
    or o.product_id is null and (o.node_id is null or o.node_id = node_of_product(${product})))`;
}

/** The same, and it is in force. */
export function ownsOf(product: string): string {
  return `(o.until is null or o.until > now()) and ${speaksOf(product)}`;
}

/**
 * From now on the shop leads these fields of all goods that the node feeds, and no others by this rule. What is given
 * back stands as 1C said it last after the job `derive_released`. Returns whether something is given back. Call in a
 * transaction.
 */
export async function setNodeFields(db: Db, node_id: number, fields: OwnedField[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('field_owners')
    .set({ until: sql<Date>`now()` })
    .where('node_id', '=', node_id)
    .$if(fields.length > 0, (query) => query.where('field', 'not in', fields))
    .executeTakeFirst();
  if (fields.length > 0) await takeFields(db, { product_id: null, node_id, fields, until: null });
  return numUpdatedRows > 0n;
}

/** Gives fields back to 1C; returns whether the shop had one of them. What 1C says of them must be worked out again. */
export async function returnFields(
  db: Db,
  { product_id, node_id = null, fields }: OwnedGoods & { fields: OwnedField[] },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('field_owners')
    .where('product_id', 'is not distinct from', product_id)
    .where('node_id', 'is not distinct from', node_id)
    .where('field', 'in', fields)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Forgets owners whose time is over: the goods whose fields 1C says again. */
export async function endFieldOwners(db: Db): Promise<{ products: number[]; nodes: number[]; isEveryOne: boolean }> {
  const rows = await db
    .deleteFrom('field_owners')
    .where('until', '<=', sql<Date>`now()`)
    .returning(['product_id', 'node_id'])
    .execute();
  return {
    products: [...new Set(rows.flatMap(({ product_id }) => product_id ?? []))],
    nodes: [...new Set(rows.flatMap(({ node_id }) => node_id ?? []))],
    isEveryOne: rows.some(({ product_id, node_id }) => product_id === null && node_id === null),
  };
}

/**
 * Gives fields of a product back to 1C: what 1C said last stands there after the job that this queues. Returns whether
 * the shop had one of them. Call in a transaction.
 */
export async function releaseFields(db: Db, product_id: number, fields: OwnedField[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('field_owners')
    .set({ until: sql<Date>`now()` })
    .where('product_id', '=', product_id)
    .where('field', 'in', fields)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await enqueue(db, 'derive_released', {});
  return numUpdatedRows > 0n;
}
