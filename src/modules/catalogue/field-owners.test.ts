import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type OwnedField, ownedField, ownedFields } from '#shared/product-fields.ts';
import { testDatabase } from '../../../test/support/database.ts';
import { listFieldOwners, takeFields } from './field-owners.ts';

const { db } = await testDatabase();

test('the shop may take every field that 1C feeds', async () => {
  await takeFields(db, { product_id: null, fields: ownedFields, until: null });
  const owners = await listFieldOwners(db, { limit: 100 });
  expect(owners.map(({ field }) => field)).toEqual(ownedFields.toSorted());
});

test('an owned field is kept in columns of products', async () => {
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns where table_name = 'products'`.execute(db);
  const columns = new Set(rows.map(({ column_name }) => column_name));
  const unknown = (Object.entries(ownedField) as [OwnedField, { columns: readonly string[] }][]).flatMap(
    ([field, own]) => own.columns.filter((column) => !columns.has(column)).map((column) => `${field}: ${column}`),
  );
  expect(unknown).toEqual([]);
});
