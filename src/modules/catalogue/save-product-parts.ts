import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { ProductChange } from './product-schema.ts';

/** The categories of a product, the first is its main one. */
export async function savePlaces(db: Db, product_id: number, category_ids: number[]): Promise<void> {
  const ids = [...new Set(category_ids)];
  // One main place at most: the former one steps down before another is named.
  await sql`
    delete from product_categories
    where product_id = ${product_id} and (category_id <> all (${ids}::int[]) or (is_main and category_id <> ${ids[0] ?? 0}))`.execute(
    db,
  );
  await sql`
    insert into product_categories (product_id, category_id, is_main)
    select ${product_id}, id, place = 1 from unnest(${ids}::int[]) with ordinality as n (id, place)
    on conflict (product_id, category_id) do update set is_main = excluded.is_main
      where product_categories.is_main <> excluded.is_main`.execute(db);
}

/** Links of one kind in their order, in place of those that were. */
export async function saveLinks(
  db: Db,
  product_id: number,
  kind: 'analogue' | 'for_job',
  linked: number[],
): Promise<void> {
  await db.deleteFrom('product_links').where('product_id', '=', product_id).where('kind', '=', kind).execute();
  const ids = [...new Set(linked)];
  if (ids.length > 0)
    await db
      .insertInto('product_links')
      .values(ids.map((linked_product_id, position) => ({ product_id, linked_product_id, kind, position })))
      .execute();
}

/** All documents of a product in their order, in place of those it had. */
export async function saveDocuments(
  db: Db,
  product_id: number,
  documents: NonNullable<ProductChange['documents']>,
): Promise<void> {
  await db.deleteFrom('product_documents').where('product_id', '=', product_id).execute();
  if (documents.length > 0)
    await db
      .insertInto('product_documents')
      .values(documents.map((document, position) => ({ product_id, position, ...document })))
      .execute();
}
