import { z } from 'zod';
import { mergedInto, mergeObstacles } from '#modules/accounts/merge-users.ts';
import { mergeCustomers } from '#modules/customers/merge-customers.ts';
import { possibleDoubles, previewMerge } from '#modules/customers/preview-merge.ts';
import type { CustomerView } from '#modules/customers/read-customer.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { hiddenEmail, hiddenPhone } from '#shared/hidden-contact.ts';
import { Ok, ok } from './answers.ts';
import { ContactShape, presentContact } from './contact-shape.ts';
import { aboutCustomer, needCustomer } from './need-customer.ts';
import { type AdminRoute, adminRead, adminWrite, type Scope } from './route.ts';

const Uuid = z.object({ id: z.uuid() });

const Side = z.object({ id: z.string(), full_name: z.string(), created_at: z.string(), orders: z.int() });

/** Two accounts of one person: who may be one, what would move, making them one. */
export const customerMergeRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/customers/:id/doubles',
    summary: 'Покупатели с тем же телефоном или той же почтой',
    permission: 'customers.read',
    params: Uuid,
    response: z.object({
      items: z.array(z.object({ id: z.string(), full_name: z.string(), created_at: z.string(), contact: z.string() })),
    }),
    async run({ db, scope, may, params: { id } }) {
      await needCustomer(db, scope, id);
      const doubles = await possibleDoubles(db, id, scope.branches);
      const hide = { email: hiddenEmail, phone: hiddenPhone };
      return {
        items: doubles.map(({ type, contact, created_at, ...double }) => ({
          ...double,
          contact: may('orders.contacts') ? contact : hide[type](contact),
          created_at: created_at.toISOString(),
        })),
      };
    },
  }),

  adminRead({
    url: '/api/admin/customers/:id/merge',
    summary: 'Что перейдёт к покупателю от его двойника',
    permission: 'customers.write',
    params: Uuid,
    query: z.strictObject({ other: z.uuid(), branch: z.string().max(40).optional() }),
    response: z.object({
      /** Empty: they can become one. */
      obstacles: z.array(z.string()),
      kept: Side,
      /** null: not a customer, as `obstacles` say. */
      gone: Side.nullable(),
      moves: z.array(z.object({ words: z.string(), count: z.int() })),
      /** Whole bonuses of both now. */
      bonuses: z.object({ kept: z.int(), gone: z.int() }),
      contacts: z.array(ContactShape.extend({ is_kept: z.boolean() })),
      has_common_contact: z.boolean(),
    }),
    async run({ db, scope, may, params: { id }, query: { other }, now }) {
      const kept = await needCustomer(db, scope, id);
      const { obstacles, contacts, moves, bonuses, has_common_contact } = await previewMerge(
        db,
        { kept: id, gone: other },
        now,
      );
      const gone = await otherCustomer(db, scope, other, obstacles);
      return {
        obstacles,
        kept: sideOf(kept),
        gone: gone && sideOf(gone),
        // Of whoever is no customer nothing but the reason is told.
        moves: gone ? moves : [],
        bonuses: { kept: bonuses.kept, gone: gone ? bonuses.gone : 0 },
        has_common_contact: gone !== null && has_common_contact,
        contacts: gone
          ? contacts.map(({ is_kept, ...contact }) => ({ ...presentContact(contact, may('orders.contacts')), is_kept }))
          : [],
      };
    },
  }),

  adminWrite({
    url: '/api/admin/customers/:id/merge',
    summary: 'Объединение двойников: всё второго покупателя переходит к этому',
    permission: 'customers.write',
    params: Uuid,
    body: z.object({
      other: z.uuid(),
      /** Ids of contacts of either; without: the main one of the customer who stays. */
      main_email: z.int().nullable().default(null),
      main_phone: z.int().nullable().default(null),
      /** Who asked and how it is known that both are one person. */
      reason: z.string().max(2_000),
    }),
    response: Ok,
    async run({ db, scope, staff, params: { id }, body: { other, reason, ...mains }, now }) {
      const customer = await needCustomer(db, scope, id);
      const pair = { kept: id, gone: other };
      const isDone = (await mergedInto(db, other)) === id;
      const gone = isDone ? null : await otherCustomer(db, scope, other, await mergeObstacles(db, pair));
      await mergeCustomers(db, pair, { ...mains, reason, staff }, now);
      const words = isDone
        ? 'двойник уже объединён с этим кабинетом'
        : `объединён с двойником «${gone?.full_name || 'без имени'}». ${reason.trim()}`;
      const before = { gone: other, gone_name: gone?.full_name ?? '', gone_orders: gone?.orders ?? 0 };
      return { answer: ok, audit: aboutCustomer(customer, words, isDone ? {} : { before }) };
    },
  }),
];

/** null: something is in the way, as `obstacles` say. Throws not_found. */
async function otherCustomer(db: Db, scope: Scope, id: string, obstacles: string[]): Promise<CustomerView | null> {
  if (obstacles.length > 0) {
    return needCustomer(db, scope, id).catch((error) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
  }
  return needCustomer(db, scope, id);
}

function sideOf({ id, full_name, created_at, orders }: CustomerView): z.input<typeof Side> {
  return { id, full_name, created_at: created_at.toISOString(), orders };
}
