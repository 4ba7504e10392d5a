import { z } from 'zod';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { reviseInvoice } from '#modules/documents/revise-invoice.ts';
import { changeReceiving } from '#modules/orders/change-receiving.ts';
import { isFree, type OfferedSlot } from '#modules/orders/delivery-slots.ts';
import { lockOrder } from '#modules/orders/own-order.ts';
import { withdrawProposal } from '#modules/orders/proposals.ts';
import { changeWords, planProposal, proposeChange } from '#modules/orders/propose-change.ts';
import { getOrder, type OrderView } from '#modules/orders/queries.ts';
import { quoteOrder, receivingDays, receivingPlaces, receivingSlots } from '#modules/orders/receiving.ts';
import { ReceivingInput } from '#modules/orders/schema.ts';
import { answerProposal, changeAtOnce, mayApplyAtOnce } from '#modules/payments/answer-proposal.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import { refundLimitOf } from '#modules/staff/refund-limit.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { hiddenAddress } from '#shared/hidden-contact.ts';
import { formatPrice } from '#shared/money.ts';
import { isUuid } from '#shared/uuid.ts';
import { Ok, ok } from './answers.ts';
import { aboutOrder, needOrder } from './need-order.ts';
import { presentProposal, receivingOf } from './order-record.ts';
import { Proposal } from './order-shapes.ts';
import { refuseUnseen } from './record-changed.ts';
import { type AdminRoute, adminAsk, adminRead, adminWrite, IdParam } from './route.ts';

const WantedLines = z
  .array(
    z.object({
      product_id: z.int().positive(),
      count: z.int().min(1).max(99_999),
      instead_of: z.int().positive().nullable().default(null),
      keepsPrice: z.boolean().default(true),
    }),
  )
  .min(1, 'В заказе не осталось товаров: отмените его')
  .max(150);
const ProposalParam = z.object({ id: z.string().max(80), proposal: z.string().max(80) });

const ReceivingQuery = z.strictObject({
  branch: z.string().max(40).optional(),
  type: z.enum(['pickup', 'delivery']),
  department_id_1c: z.string().max(40).optional(),
  address: z.string().max(400).optional(),
  date: z.iso.date().optional(),
});
const ReceivingOptions = z.object({
  points: z.array(z.object({ id_1c: z.string(), words: z.string() })),
  days: z.array(z.string()),
  slots: z.array(z.object({ from: z.int(), to: z.int(), is_free: z.boolean() })),
  /** Kopecks; null: an operator names it. */
  delivery_price: z.int().nullable(),
  total: z.int().nullable(),
});

/** Other goods or another receiving of an order. */
export const orderChangeRoutes: AdminRoute[] = [
  adminAsk({
    url: '/api/admin/orders/:id/proposals/plan',
    summary: 'Каким станет заказ с другим составом; ничего не меняет',
    permission: 'orders.edit',
    params: IdParam,
    body: z.object({ lines: WantedLines }),
    response: z.object({
      lines: Proposal.shape.lines,
      total_before: z.int(),
      total_after: z.int(),
      may_apply_at_once: z.boolean(),
      /** How many working hours the buyer has, when staff name none. */
      hours: z.int(),
    }),
    async run({ db, scope, params: { id }, body: { lines } }) {
      const order = await needOrder(db, scope, id);
      const plan = await planProposal(db, order, lines);
      const { proposal_hours: hours } = await readSetting(db, 'orders');
      return { ...plan, may_apply_at_once: mayApplyAtOnce(order), hours };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/proposals',
    summary: 'Предложение покупателю изменить состав',
    permission: 'orders.edit',
    params: IdParam,
    body: z.object({
      lines: WantedLines,
      note: z.string().max(1_000).default(''),
      hours: z.int().min(1).max(80).optional(),
    }),
    response: Proposal,
    status: 201,
    needsKey: true,
    async run({ db, context, scope, staff, params: { id }, body: { lines, note, hours }, now }) {
      const order = await needOrder(db, scope, id);
      const { proposal_hours } = await readSetting(db, 'orders');
      const asked = { lines, note, staff, hours: hours ?? proposal_hours };
      const proposal = await proposeChange(db, context.keys, id, asked, now);
      const words = `Заказ ${order.number}: предложение № ${proposal.number}, ${formatPrice(proposal.total_before)} → ${formatPrice(proposal.total_after)}`;
      return { answer: presentProposal(proposal), audit: aboutOrder(order, words, changeOf(proposal)) };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/proposals/at-once',
    summary: 'Замена без вопроса: покупатель просил заменять, заказ не оплачен',
    permission: 'orders.edit',
    params: IdParam,
    body: z.object({ lines: WantedLines }),
    response: Proposal,
    status: 201,
    needsKey: true,
    async run({ db, scope, staff, params: { id }, body: { lines }, now }) {
      const order = await needOrder(db, scope, id);
      const proposal = await changeAtOnce(db, id, { lines, staff }, now);
      await reviseInvoice(db, id, now);
      const words = `Заказ ${order.number}: состав изменён по правилу покупателя «заменить»`;
      return { answer: presentProposal(proposal), audit: aboutOrder(order, words, changeOf(proposal)) };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/proposals/:proposal/answer',
    summary: 'Ответ покупателя по телефону',
    permission: 'orders.edit',
    params: ProposalParam,
    body: z.object({
      isAccepted: z.boolean(),
      note: z.string().trim().min(1, 'Запишите, что сказал покупатель').max(1_000),
    }),
    response: Proposal,
    needsKey: true,
    async run({ db, scope, staff, params, body: { isAccepted, note }, now }) {
      const order = await needOrder(db, scope, params.id);
      const who = `сотрудник ${staff.full_name}`;
      const answer = { isAccepted, how: 'phone', who, note, most: await refundLimitOf(db, staff) } as const;
      const proposal = await answerProposal(db, params.id, proposalId(params.proposal), answer, now);
      if (isAccepted) await reviseInvoice(db, params.id, now);
      const words = `Заказ ${order.number}: ${isAccepted ? 'согласие' : 'отказ'} по телефону на предложение № ${proposal.number}`;
      return { answer: presentProposal(proposal), audit: aboutOrder(order, words, changeOf(proposal)) };
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/proposals/:proposal/withdraw',
    summary: 'Отзыв предложения',
    permission: 'orders.edit',
    params: ProposalParam,
    response: Proposal,
    async run({ db, scope, staff, params, now }) {
      const order = await needOrder(db, scope, params.id);
      const who = `сотрудник ${staff.full_name}`;
      const proposal = await withdrawProposal(db, params.id, proposalId(params.proposal), who, now);
      const words = `Заказ ${order.number}: предложение № ${proposal.number} отозвано`;
      return { answer: presentProposal(proposal), audit: aboutOrder(order, words) };
    },
  }),

  adminRead({
    url: '/api/admin/orders/:id/receiving-options',
    summary: 'Пункты, дни, часы и цена доставки, из которых выбирают получение',
    permission: 'orders.edit',
    params: IdParam,
    query: ReceivingQuery,
    response: ReceivingOptions,
    async run({ db, scope, params: { id }, query, now }) {
      return optionsOf(db, await needOrder(db, scope, id), query, now);
    },
  }),

  adminWrite({
    url: '/api/admin/orders/:id/receiving',
    summary: 'Другое получение заказа',
    permission: 'orders.edit',
    params: IdParam,
    /** As the buyer's own page sends it; `accepted_total`: kopecks; `seen`: the version that was seen. */
    body: ReceivingInput.and(z.object({ seen: z.string().max(80) })),
    response: Ok,
    async run({ db, scope, staff, may, params: { id }, body, now }) {
      await needOrder(db, scope, id);
      const order = await lockOrder(db, id);
      const { accepted_total, seen, ...input } = body;
      const words = 'Пока вы смотрели, получение заказа изменили. Закройте окно, посмотрите, как теперь, и повторите';
      refuseUnseen(seen, receivingOf(order, may('orders.contacts')).version, words);
      const asked = { ...input, ...(accepted_total !== undefined && { accepted_total: accepted_total / 100 }) };
      await changeReceiving(db, order, asked, { account: null, staff: staff.full_name, now });
      const after = ensure(await getOrder(db, id));
      return {
        answer: ok,
        audit: aboutOrder(order, `Заказ ${order.number}: получение изменено`, {
          before: receivingWords(order),
          after: receivingWords(after),
          isAboutPerson: true,
        }),
      };
    },
  }),
];

function proposalId(id: string): string {
  if (!isUuid(id)) throw new Refusal('not_found');
  return id;
}

function changeOf({
  lines,
  total_before,
  total_after,
}: Pick<z.output<typeof Proposal>, 'lines' | 'total_before' | 'total_after'>) {
  const changes = lines.filter(({ what }) => what !== 'kept').map((line) => `${line.name}: ${changeWords(line)}`);
  return { before: { total: total_before }, after: { total: total_after, changes } };
}

/** For the journal, where the home of a buyer is half hidden. */
function receivingWords({ receiving, total }: OrderView) {
  const { type, department, address, date, hours } = receiving;
  return { type, place: department?.address ?? (address && hiddenAddress(address)), date, hours, total };
}

async function optionsOf(
  db: Parameters<typeof receivingPlaces>[0],
  order: OrderView,
  { type, department_id_1c, address, date }: z.output<typeof ReceivingQuery>,
  now: Date,
): Promise<z.input<typeof ReceivingOptions>> {
  const places = await receivingPlaces(db, order);
  const points = places.points.map(({ id_1c, city, address }) => ({ id_1c, words: `${city}, ${address}` }));
  const nothing = { points, days: [], slots: [], delivery_price: null, total: null };
  if (type === 'pickup') {
    const id_1c = department_id_1c ?? order.receiving.department?.id_1c ?? places.branch.id_1c;
    const point = (await departmentDirectory(db)).find((other) => other.id_1c === id_1c);
    if (!point || points.every((other) => other.id_1c !== id_1c)) return nothing;
    const where = { point };
    const slots = date ? await receivingSlots(db, order, places, where, { date, now }) : [];
    return {
      points,
      days: receivingDays(order, places, where, now),
      slots: slots.map(slotOf),
      delivery_price: 0,
      total: order.goods_sum,
    };
  }
  if (!address || address.trim().length < 5) return nothing;
  const quote = await quoteOrder(db, order, address);
  const where = { quote };
  const slots = date ? await receivingSlots(db, order, places, where, { date, now }) : [];
  return {
    points,
    days: receivingDays(order, places, where, now),
    slots: slots.map(slotOf),
    delivery_price: quote.price,
    total: quote.price === null ? null : order.goods_sum + quote.price,
  };
}

function slotOf(slot: OfferedSlot) {
  return { from: slot.from, to: slot.to, is_free: isFree(slot) };
}
