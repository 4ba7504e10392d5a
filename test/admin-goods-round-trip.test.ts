import { expect, test } from 'vitest';
import {
  goodsImportRows,
  lookAtGoodsTable,
  readGoodsImport,
  startGoodsImport,
} from '#modules/exchange/goods-imports.ts';
import { exportGoodsTable } from '#modules/exchange/goods-table-export.ts';
import { rehearseGoodsImport } from '#modules/exchange/work-on-goods-imports.ts';
import { makeStaff } from './support/accounts.ts';
import { demoShop } from './support/demo-database.ts';

const { db } = await demoShop();

test.each(['xlsx', 'csv'] as const)(
  'the goods of the demonstration, given out as %s and taken back, change nothing',
  {
    timeout: 120_000,
  },
  async (as) => {
    const scope = { price_columns: [], stores: [] };
    const { file, count } = await exportGoodsTable(db, scope, {}, as);
    const name = `tovary.${as}`;
    const { columns } = await lookAtGoodsTable(db, name, file.bytes);
    expect(columns.filter(({ field }) => field === '').map(({ heading }) => heading)).toEqual(['Изображения']);
    const { id: user_id } = await makeStaff(db, ['content']);
    const author = { user_id, full_name: 'Ксения' };
    const { id } = await db
      .transaction()
      .execute((db) => startGoodsImport(db, { source: name, bytes: file.bytes, columns, author }));
    await rehearseGoodsImport(db);
    expect(await goodsImportRows(db, id, { after: 0, limit: 5 })).toEqual([]);
    expect(await readGoodsImport(db, id)).toMatchObject({
      state: 'rehearsed',
      problem: null,
      counts: { rows: count, same: count, change: 0, create: 0, refused: 0, skipped: 0, owned: 0 },
    });
  },
);
