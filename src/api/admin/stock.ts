import { z } from 'zod';
import { goodsScope } from '#modules/catalogue/staff-products.ts';
import { listStaffStock, reservationsOf, saveShelf } from '#modules/catalogue/staff-stock.ts';
import { Refusal } from '#platform/refusal.ts';
import { countedRows, listAnswer, listQuery, totalOf, windowOf } from './list.ts';
import { adminRead, adminWrite, NumberParam } from './route.ts';

/** Sales units. */
const StockRow = z.object({
  id: z.string(),
  product_id: z.int(),
  idcode: z.string(),
  name: z.string(),
  article: z.string().nullable(),
  unit: z.string(),
  store: z.string(),
  store_name: z.string(),
  on_hand: z.int(),
  reserved: z.int(),
  available: z.int(),
  shelf: z.string().nullable(),
  updated_at: z.string(),
});

export const stockRoutes = [
  adminRead({
    url: '/api/admin/stock',
    summary: 'Остатки по складам',
    permission: 'stock.read',
    query: listQuery(
      {
        q: z.string().max(200),
        category_id: z.int().positive(),
        brand_id: z.array(z.int().positive()).max(200),
        in_stock: z.boolean(),
        /** Orders hold more than there is. */
        is_over: z.boolean(),
      },
      ['name'],
    ),
    response: listAnswer(StockRow),
    async run({ db, scope, query }) {
      const { stores } = await goodsScope(db, scope.branches);
      const window = { ...windowOf(query), count_to: countedRows };
      const { rows, count } = await listStaffStock(db, stores, query.filter, window);
      return {
        items: rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() })),
        ...totalOf(count),
      };
    },
  }),

  adminWrite({
    url: '/api/admin/stock/:id/shelf',
    summary: 'Место хранения товара',
    permission: 'stock.shelf',
    method: 'PUT',
    params: NumberParam,
    body: z.strictObject({
      store: z.string().max(40),
      shelf: z.string().trim().max(60, 'Не длиннее 60 знаков').nullable(),
    }),
    response: z.object({ shelf: z.string().nullable() }),
    async run({ db, scope, params, body }) {
      const { stores } = await goodsScope(db, scope.branches);
      if (!stores.includes(body.store)) throw new Refusal('not_found');
      const shelf = body.shelf || null;
      const before = await saveShelf(db, { product_id: params.id, store: body.store }, shelf);
      if (before === undefined) throw new Refusal('not_found');
      return {
        answer: { shelf },
        audit: {
          ...{ resource: 'stock', record_id: `${params.id}-${body.store}` },
          words: `Место хранения: ${before ?? 'не указано'} → ${shelf ?? 'не указано'}`,
          ...{ before: { shelf: before }, after: { shelf } },
        },
      };
    },
  }),

  adminRead({
    url: '/api/admin/stock/:id/reservations',
    summary: 'Кто держит товар в резерве',
    permission: 'stock.read',
    params: NumberParam,
    response: z.object({
      items: z.array(
        z.object({
          order_id: z.string(),
          number: z.int(),
          store: z.string(),
          count: z.int(),
          created_at: z.string(),
          expires_at: z.string().nullable(),
        }),
      ),
    }),
    async run({ db, scope, params }) {
      const { stores } = await goodsScope(db, scope.branches);
      const held = await reservationsOf(db, params.id, stores);
      return {
        items: held.map((row) => ({
          ...row,
          created_at: row.created_at.toISOString(),
          expires_at: row.expires_at?.toISOString() ?? null,
        })),
      };
    },
  }),
];
