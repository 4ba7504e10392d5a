import { z } from 'zod';
import { readRows } from '#modules/exchange/read-table.ts';
import { compareRegistry } from '#modules/payments/compare-registry.ts';
import { Refusal } from '#platform/refusal.ts';
import { adminAction } from './route.ts';

const Difference = z.object({
  order_id: z.string().nullable(),
  number: z.int().nullable(),
  provider_id: z.string(),
  words: z.string(),
});

/** The registry of a payment provider beside the shop's payments; the file is not kept. */
export const compareRegistryRoute = adminAction({
  url: '/api/admin/payments/compare',
  summary: 'Сверка с реестром платёжной системы: что не сходится',
  permission: 'payments.account',
  body: z.object({ file: z.file('Выберите файл') }),
  response: z.object({
    columns: z.object({ id: z.string(), amount: z.string(), day: z.string().nullable() }),
    /** Days that the registry covers; null: it names none. */
    from: z.string().nullable(),
    to: z.string().nullable(),
    /** What agrees; money in kopecks. */
    payments: z.int(),
    paid: z.int(),
    refunds: z.int(),
    refunded: z.int(),
    differences: z.array(Difference),
    differences_more: z.int(),
    unread: z.int(),
  }),
  async run({ db, scope, body: { file } }) {
    // A registry is of the whole shop: whoever works in one branch would learn of the others.
    if (scope.branches !== null) throw new Refusal('forbidden');
    return compareRegistry(db, await readRows(file.name, Buffer.from(await file.arrayBuffer())));
  },
});
