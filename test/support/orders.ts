import { randomUUID } from 'node:crypto';
import type { CompanyRole } from '#modules/accounts/signed-in.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import type { OrderPlace } from '#modules/orders/place-order.ts';
import { OrderInput } from '#modules/orders/schema.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import type { Database, Db } from '#platform/database.ts';

export type OrderedProduct = { id: number; idcode: string };

/** Anna's order of these goods: pickup in the branch, paid on receipt, unless said otherwise. */
export function orderBody(lines: [product: OrderedProduct, count: number][], more: Record<string, unknown> = {}) {
  return {
    products: lines.map(([product, count]) => ({ product_id: product.id, product_idcode: product.idcode, count })),
    contact: { name: 'Анна Смирнова', phone: '+7 (921) 000-12-34', email: 'anna@pochta.example' },
    receiving: { type: 'pickup' },
    payment: { method: 'on_receipt' },
    consent_personal_data: true,
    ...more,
  };
}

export function orderInput(
  lines: [product: OrderedProduct, count: number][],
  more: Record<string, unknown> = {},
): OrderInput {
  return OrderInput.parse(orderBody(lines, more));
}

/** A new visitor with a new key in the given branch (Vologda unless said otherwise). */
export async function orderPlace(db: Db, more: Partial<OrderPlace> & { branch?: string } = {}): Promise<OrderPlace> {
  const { branch = '00131', ...given } = more;
  const department = (await listDepartments(db)).find((other) => other.id_1c === branch)!;
  return {
    department,
    priceContext: priceContextOf(department),
    visitor: randomUUID(),
    key: randomUUID(),
    secret: 'A'.repeat(43),
    buyer: null,
    guest_limits: null,
    address: '127.0.0.1',
    origin: 'http://idd.localhost:3000',
    ...given,
  };
}

/** An order as this person places it, for the firm when one is named. */
export async function orderBy(
  db: Database,
  user: { id: string },
  lines: [product: OrderedProduct, count: number][],
  more: {
    company?: { id: number; name: string; inn: string; role: CompanyRole };
    input?: Record<string, unknown>;
    branch?: string;
    now?: Date;
  } = {},
) {
  const { company = null, input = {}, ...place } = more;
  const buyer = { user_id: user.id, company, placed_by: null };
  return submitOrder(db, await orderPlace(db, { buyer, visitor: user.id, ...place }), orderInput(lines, input));
}

/** What a store has of a product. */
export async function stockOf(db: Db, product: { id: number }, store = 'store12') {
  return db
    .selectFrom('stock')
    .select(['on_hand', 'reserved'])
    .where('store', '=', store)
    .where('product_id', '=', product.id)
    .executeTakeFirstOrThrow();
}

/** A coupon: 5 % of everything unless said otherwise. */
export async function makeCoupon(db: Db, code: string, more: Record<string, unknown> = {}) {
  const kind = 'sum_kopecks' in more ? { kind: 'sum' } : { kind: 'percent', percent: 5 };
  await db
    .insertInto('coupons')
    .values({ code, ...kind, ...more } as never)
    .execute();
}
