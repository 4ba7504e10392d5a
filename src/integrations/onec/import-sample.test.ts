import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { testFolder } from '#test/support/folder.ts';
import { makeBranches } from '#test/support/shop.ts';
import { mapWarehouse } from './change-mapping.ts';
import { importPackage } from './import-package.ts';
import type { ImportSummary } from './summary.ts';

const { db, url } = await testDatabase();
const filesDir = await testFolder();

const path = 'test/fixtures/commerceml/sample';

describe('the sample export: 36 goods, 44 offers, one price type, three warehouses', () => {
  let summary: ImportSummary;
  const cities = ['Владивосток', 'Новосибирск', 'Москва'];
  beforeAll(async () => {
    await makeBranches(db);
    summary = await importPackage({ url, path, filesDir });
    for (const warehouse of cities) await mapWarehouse(url, { warehouse, store: 'store12' });
  });

  test('says what was read and done; of an unknown good that is marked as deleted nothing appears', () => {
    expect(summary.result).toBe('imported');
    expect(summary.groups).toMatchObject({ read: 1, created: 1 });
    expect(summary.goods).toMatchObject({ read: 36, created: 35, unchanged: 1, switched_off: 0, refused: [] });
    // 44 offers of a neighbouring moment: 8 without a good; the one of the deleted good waits for nothing.
    expect(summary.offers).toMatchObject({ read: 44, created: 44, pending: 8, refused: [] });
    expect(summary.prices).toMatchObject({ read: 44, created: 44, refused: [] });
    expect(summary.stocks).toMatchObject({ read: 132, created: 132 });
    const why = 'склад не похож ни на один филиал, его остатки ждут: npm run shop -- onec map';
    expect(summary.stocks.refused.map(({ name, reason }) => ({ name, reason }))).toEqual(
      cities.map((name) => ({ name, reason: why })),
    );
    expect(summary.files.map(({ name, encoding }) => `${name} ${encoding}`)).toContain(
      'orders-query-response.xml windows-1251',
    );
  });

  test('a good has its unit, brand, properties, price and the rests of all warehouses together', async () => {
    const product = await db
      .selectFrom('products')
      .innerJoin('prices', 'prices.product_id', 'products.id')
      .innerJoin('stock', 'stock.product_id', 'products.id')
      .innerJoin('brands', 'brands.id', 'products.brand_id')
      .where('products.id_1c', '=', 'bd8c4e15-18f9-11e7-80c2-0cc47ab29cd1')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(product).toMatchObject({
      article: 'PM-421-WP',
      barcode: '8809288404089',
      unit: 'шт.',
      vat_rate: 20,
      slug: 'crazy-boom',
      price_column: 'vologda',
      price: 10_000,
      store: 'store12',
      on_hand: 377,
      specs: expect.objectContaining({ strana_proizvodstva: 'КОРЕЯ, РЕСПУБЛИКА', gabarit_ves: 1.4 }),
    });
  });

  test('sent again it changes no row', async () => {
    const before = await lastChanges();
    const again = await importPackage({ url, path, filesDir });
    for (const part of [again.groups, again.goods, again.offers, again.prices, again.stocks]) {
      expect(part).toMatchObject({ created: 0, changed: 0, switched_off: 0, unchanged: part.read });
    }
    expect(await lastChanges()).toEqual(before);
  });
});

async function lastChanges() {
  const { rows } = await sql`
    select (select max(changed_xid::text) from products) as products, (select max(changed_xid::text) from prices) as prices,
      (select max(changed_xid::text) from stock) as stock, (select version from catalogue_version) as version`.execute(
    db,
  );
  return rows[0];
}
