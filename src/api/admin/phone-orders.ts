import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { orderMethods } from '#integrations/payments/order-methods.ts';
import { otherPointsWith } from '#modules/catalogue/points.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { configuredOrigin } from '#modules/departments/hosts.ts';
import type { Department } from '#modules/departments/queries.ts';
import { findPhoneBuyers, phonePrices, readPhoneBuyer } from '#modules/orders/phone-buyers.ts';
import { quoteByPhone } from '#modules/orders/phone-quote.ts';
import { type OrderPlace, placeOrder } from '#modules/orders/place-order.ts';
import { OrderInput } from '#modules/orders/schema.ts';
import { offeredMethods } from '#modules/orders/ways-to-pay.ts';
import { suggest } from '#modules/search/suggest.ts';
import type { Db } from '#platform/database.ts';
import { readOwnAddress } from '#platform/own-address.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatPrice } from '#shared/money.ts';
import { clock } from '#shared/work-time.ts';
import { aboutOrder, needOrder } from './need-order.ts';
import { PaymentMethod, ReceivingType, ReplacementRule } from './order-shapes.ts';
import { type AdminRoute, adminAsk, adminRead, adminWrite, type Scope } from './route.ts';

const Branch = z.string().max(40);
const Unit = z.object({ short: z.string(), parts: z.int() });
const WishedLine = z.object({ product_id: z.int().positive(), count: z.int().min(1).max(99_999) });
const Clock = z.int().min(0).max(1440);

const Receiving = z.object({
  type: ReceivingType,
  department_id_1c: z.string().max(40).optional(),
  address: z.string().max(400).optional(),
  date: z.iso.date().optional(),
  slot: z.object({ from: Clock, to: Clock }).optional(),
});

const PhoneOrder = z.object({
  department_id_1c: Branch,
  user_id: z.uuid().nullable(),
  lines: z.array(WishedLine).min(1, 'Добавьте товары').max(150),
  contact: z.object({ name: z.string().max(200), phone: z.string().max(40), email: z.string().max(254) }),
  receiving: Receiving,
  payment_method: PaymentMethod,
  company: z.object({ name: z.string().max(250), inn: z.string().max(12) }).optional(),
  replacement_rule: ReplacementRule.default('call'),
  comment: z.string().max(1_000).default(''),
  /** What the operator read out, kopecks. */
  total: z.int().min(0),
});

const Buyer = z.object({
  user_id: z.string().nullable(),
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  company: z.object({ name: z.string(), inn: z.string(), is_active: z.boolean() }).nullable(),
  orders: z.int(),
  addresses: z.array(z.string()),
  last: z.array(
    z.object({ number: z.int(), created_at: z.string(), total: z.int(), lines: z.array(WishedLine).nullable() }),
  ),
});

const Quote = z.object({
  lines: z.array(
    z.object({
      product_id: z.int(),
      name: z.string(),
      article: z.string().nullable(),
      image: z.string().nullable(),
      unit: Unit,
      count: z.int(),
      price: z.int().nullable(),
      old_price: z.int().nullable(),
      sum: z.int(),
      available: z.int(),
      problem: z.string().nullable(),
    }),
  ),
  goods_sum: z.int(),
  weight_grams: z.int(),
  delivery_price: z.int().nullable(),
  total: z.int(),
  points: z.array(z.object({ id_1c: z.string(), words: z.string() })),
  days: z.array(z.string()),
  slots: z.array(z.object({ from: z.int(), to: z.int(), is_free: z.boolean() })),
  payment_methods: z.array(PaymentMethod),
});

/** Orders that staff takes on the phone. */
export const phoneOrderRoutes: AdminRoute[] = [
  adminRead({
    url: '/api/admin/phone-order/goods',
    summary: 'Поиск товаров с ценой и остатком филиала и покупателя',
    permission: 'orders.create',
    query: z.strictObject({
      branch: Branch.optional(),
      department_id_1c: Branch,
      user_id: z.uuid().optional(),
      q: z.string().max(200),
    }),
    response: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          article: z.string().nullable(),
          image: z.string().nullable(),
          price: z.int().nullable(),
          unit: Unit,
          available: z.int().nullable(),
          is_on_sale_now: z.boolean(),
          /** What the other points of the branch have of it. */
          elsewhere: z.array(z.object({ name: z.string(), available: z.int() })),
        }),
      ),
    }),
    async run({ db, scope, query: { department_id_1c, user_id, q } }) {
      const { context } = await placeOf(db, scope, department_id_1c, user_id ?? null);
      const { products } = await suggest(db, context, q);
      const elsewhere = await otherPointsWith(
        db,
        context,
        products.map(({ id }) => id),
      );
      return {
        items: products.map(({ id, name, article, image, shown_unit: { short, parts }, ...offer }) => ({
          id,
          name,
          article,
          image,
          unit: { short, parts },
          price: offer.buyer_price ?? offer.price,
          available: offer.available,
          is_on_sale_now: offer.is_on_sale_now,
          elsewhere: (elsewhere.get(id) ?? []).map(({ name, available }) => ({ name, available })),
        })),
      };
    },
  }),

  adminRead({
    url: '/api/admin/phone-order/buyers',
    summary: 'Кто звонит: покупатели по телефону',
    permission: 'orders.create',
    query: z.strictObject({ branch: Branch.optional(), phone: z.string().max(40) }),
    response: z.object({ items: z.array(Buyer) }),
    async run({ db, scope, query: { phone } }) {
      return { items: await findPhoneBuyers(db, scope.branches, phone) };
    },
  }),

  adminAsk({
    url: '/api/admin/phone-order/quote',
    summary: 'Сколько будет стоить заказ и когда его можно получить',
    permission: 'orders.create',
    body: z.object({
      department_id_1c: Branch,
      user_id: z.uuid().nullable(),
      receiving: Receiving,
      lines: z.array(WishedLine).max(150),
    }),
    response: Quote,
    async run({ db, context: { partners }, scope, body: { department_id_1c, user_id, lines, receiving }, now }) {
      const { department, context } = await placeOf(db, scope, department_id_1c, user_id);
      const { type, department_id_1c: point, address, date } = receiving;
      const wish = {
        type,
        ...(point && { department_id_1c: point }),
        ...(address && { address }),
        ...(date && { date }),
      };
      const quote = await quoteByPhone(db, department, context, { lines, receiving: wish }, now);
      return { ...quote, payment_methods: await offeredMethods(db, orderMethods(partners.payments), user_id) };
    },
  }),

  adminWrite({
    url: '/api/admin/orders',
    summary: 'Заказ по телефону',
    permission: 'orders.create',
    body: PhoneOrder,
    response: z.object({ id: z.string(), number: z.int(), total: z.int() }),
    status: 201,
    needsKey: true,
    async run({ db, context: { config, partners }, scope, staff, body, now }) {
      const { department, context, buyer } = await placeOf(db, scope, body.department_id_1c, body.user_id);
      const by_phone = { user_id: staff.user_id, name: staff.full_name };
      const listening = Number(new URL(await readOwnAddress(db, config)).port) || 80;
      const place: OrderPlace = {
        department,
        priceContext: context,
        by_phone,
        now,
        guest_limits: null,
        visitor: randomUUID(),
        key: randomUUID(),
        secret: randomBytes(32).toString('base64url'),
        buyer: buyer && { user_id: buyer.user_id, company: buyer.company, placed_by: by_phone },
        address: '',
        origin: configuredOrigin(department, config, listening),
        payment_methods: orderMethods(partners.payments),
        most_paid_positions: partners.payments?.most_positions,
      };
      const order = await placeOrder(db, place, await inputOf(db, body));
      const words = `Заказ ${order.number}: принят по телефону, ${formatPrice(order.total)}`;
      const { id, number, total } = order;
      const placed = await needOrder(db, { branches: null, isOwnPointsOnly: false }, id);
      return {
        answer: { id, number, total },
        audit: aboutOrder(placed, words, { after: { number, total } }),
        location: `/api/admin/orders/${id}`,
      };
    },
  }),
];

/** The branch and the buyer, both within the scope, and what it asks them. Throws not_found. */
async function placeOf(db: Db, scope: Scope, department_id_1c: string, user_id: string | null) {
  const department: Department | undefined = (await departmentDirectory(db)).find(
    ({ id_1c, branch_id_1c }) => id_1c === department_id_1c && branch_id_1c === null,
  );
  if (!department || (scope.branches !== null && !scope.branches.includes(department_id_1c)))
    throw new Refusal('not_found');
  const buyer = user_id === null ? null : await readPhoneBuyer(db, scope.branches, user_id);
  if (user_id !== null && !buyer) throw new Refusal('not_found');
  return { department, buyer, context: phonePrices(department, buyer?.company ?? null) };
}

/** The order as the buyer's own form would send it; its rules are that form's. Throws bad_input {fields}. */
async function inputOf(db: Db, body: z.output<typeof PhoneOrder>): Promise<OrderInput> {
  const { contact, receiving, lines } = body;
  const ids = lines.map(({ product_id }) => product_id);
  const codes = await db.selectFrom('products').select(['id', 'idcode']).where('id', 'in', ids).execute();
  const hasEmail = contact.email.trim() !== '';
  const parsed = OrderInput.safeParse({
    products: lines.map(({ product_id, count }) => ({
      product_id,
      count,
      product_idcode: codes.find(({ id }) => id === product_id)?.idcode ?? '',
    })),
    // An address that is no email's stands in where there is none: the form's rules want one.
    contact: { ...contact, email: hasEmail ? contact.email : 'no@email.invalid' },
    receiving: {
      ...receiving,
      slot: receiving.slot && { from: clock(receiving.slot.from), to: clock(receiving.slot.to) },
    },
    payment: { method: body.payment_method },
    ...(body.company && { company: body.company }),
    accepted_total: body.total / 100,
    replacement_rule: body.replacement_rule,
    comment: body.comment,
    consent_personal_data: true,
  });
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path, message }) => [path.join('.'), message] as const);
    throw new Refusal('bad_input', { fields: Object.fromEntries(fields) });
  }
  return hasEmail ? parsed.data : { ...parsed.data, contact: { ...parsed.data.contact, email: '' } };
}
