import { startGoodsImport } from '#modules/exchange/goods-imports.ts';
import { rehearseGoodsImport, workOnGoods } from '#modules/exchange/work-on-goods-imports.ts';
import { nextNumber } from '#test/support/numbers.ts';
import { makeProduct } from '#test/support/shop.ts';
import type { AdminCast } from './cast.ts';
import { type Example, fileForm } from './example.ts';

const columns = [
  { heading: 'Код', field: 'idcode' },
  { heading: 'Вес, г', field: 'weight' },
];

const aTable = async ({ db }: AdminCast) =>
  Buffer.from(`Код;Вес, г\n${(await makeProduct(db)).idcode};${1_000 + nextNumber('weight')}`);

/** A table of goods that was looked at; `isWritten`: and taken. */
async function anImport(cast: AdminCast, isWritten = false): Promise<number> {
  const { db, staff } = cast;
  const author = { user_id: staff.owner.id, full_name: 'Вера Хозяйкина' };
  const given = { source: 'tovary.csv', bytes: await aTable(cast), columns, author };
  const { id } = await db.transaction().execute((db) => startGoodsImport(db, given));
  while ((await rehearseGoodsImport(db)) !== null);
  if (!isWritten) return id;
  await db.updateTable('goods_imports').set({ state: 'running' }).where('id', '=', id).execute();
  await db.updateTable('goods_import_rows').set({ state: 'waiting' }).where('import_id', '=', id).execute();
  // Those of other calls wait before it.
  while ((await db.transaction().execute((db) => workOnGoods(db))) !== null);
  return id;
}

/** The calls of tables of goods, and of how well goods are described. */
export const goodsTableExamples: Record<string, Example> = {
  'GET /api/admin/products/:id/quality': {
    make: ({ product }) => ({ url: `/api/admin/products/${product.id}/quality` }),
  },
  'GET /api/admin/goods-table': { make: () => ({ url: '/api/admin/goods-table?as=csv' }) },
  'GET /api/admin/goods-sheet': { make: () => ({ url: '/api/admin/goods-sheet?fields=name,weight&sort=name' }) },
  'GET /api/admin/goods-imports': { make: () => ({ url: '/api/admin/goods-imports' }) },
  'GET /api/admin/goods-imports/:id': {
    make: async (cast) => ({ url: `/api/admin/goods-imports/${await anImport(cast)}` }),
  },
  'GET /api/admin/goods-imports/:id/rows': {
    make: async (cast) => ({ url: `/api/admin/goods-imports/${await anImport(cast)}/rows?kind=change` }),
  },
  'POST /api/admin/goods-imports/headings': {
    make: () => fileForm('/api/admin/goods-imports/headings', Buffer.from('Код;Вес, г\nA;1'), 'tovary.csv'),
    leavesNoLine: true,
  },
  'POST /api/admin/goods-imports': {
    make: async (cast) =>
      fileForm('/api/admin/goods-imports', await aTable(cast), 'tovary.csv', { columns: JSON.stringify(columns) }),
    answers: 202,
  },
  'POST /api/admin/goods-imports/:id/confirm': {
    make: async (cast) => ({ url: `/api/admin/goods-imports/${await anImport(cast)}/confirm` }),
  },
  'POST /api/admin/goods-imports/:id/cancel': {
    async make(cast) {
      const id = await anImport(cast);
      await cast.db.updateTable('goods_imports').set({ state: 'running' }).where('id', '=', id).execute();
      return { url: `/api/admin/goods-imports/${id}/cancel` };
    },
  },
  'POST /api/admin/goods-imports/:id/undo': {
    make: async (cast) => ({ url: `/api/admin/goods-imports/${await anImport(cast, true)}/undo` }),
  },
};
