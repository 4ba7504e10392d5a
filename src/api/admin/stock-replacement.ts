import { z } from 'zod';
import { goodsScope } from '#modules/catalogue/staff-products.ts';
import { branchOfGoods } from '#modules/departments/branch-of-goods.ts';
import { proposeForAll } from '#modules/orders/propose-for-all.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { aboutOrder } from './need-order.ts';
import { type AdminRoute, adminWriteApart } from './route.ts';

/** One replacement of a short product for all orders that lack it. */
export const stockReplacementRoutes: AdminRoute[] = [
  adminWriteApart({
    url: '/api/admin/stock/short/replacement',
    summary: 'Замена недостающего товара: предложения всем заказам, которым его не хватит',
    permission: 'orders.edit',
    body: z.object({
      product_id: z.int().positive(),
      store: z.string().max(40),
      replacement_id: z.int().positive(),
      /** Goes on after the order of this number. */
      after: z.int().nonnegative().default(0),
      /** What the buyers read beside the lines. */
      note: z.string().max(1_000).default(''),
    }),
    response: z.object({
      items: z.array(z.object({ order_id: z.string(), number: z.int(), is_proposed: z.boolean(), words: z.string() })),
      /** Orders beyond the hundred of one call: asked for with `after`, the number of the last one. */
      left: z.int(),
    }),
    async run({ db, context, scope, staff, body: { note: words, ...replacement }, now }, note) {
      const { stores } = await goodsScope(db, scope.branches);
      if (!stores.includes(replacement.store)) throw new Refusal('not_found');
      const { proposal_hours } = await readSetting(db, 'orders');
      const asked = { note: words, staff, hours: proposal_hours };
      const { results, left } = await proposeForAll(db, context.keys, replacement, asked, {
        branches: scope.branches,
        note: (db, order, { number, total_before, total_after }) =>
          note(
            db,
            aboutOrder(
              order,
              `Заказ ${order.number}: предложение № ${number} вместо недостающего товара, ${formatPrice(total_before)} → ${formatPrice(total_after)}`,
            ),
          ),
        now,
      });
      if (!results.some(({ is_proposed }) => is_proposed))
        await note(db, {
          resource: 'stock',
          record_id: `${replacement.product_id}-${replacement.store}`,
          department_id_1c: await branchOfGoods(db, { stores: [replacement.store] }),
          words: `Замена недостающего товара никому не предложена: ${countOf(results.length, 'заказ', 'заказа', 'заказов')}`,
        });
      return { items: results, left };
    },
  }),
];
