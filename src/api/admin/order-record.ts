import type { z } from 'zod';
import { handedOverAt } from '#integrations/onec/sale/ledger.ts';
import { documentFile } from '#modules/documents/document-content.ts';
import { listDocuments, listIssued } from '#modules/documents/issue-document.ts';
import { listActs } from '#modules/handover/acts.ts';
import { type MailAbout, mailsOfOrder } from '#modules/mail/mails-of.ts';
import { listOrderNotes, type OrderNote } from '#modules/orders/order-notes.ts';
import { mayBePaidAtDesk } from '#modules/orders/pay-at-desk.ts';
import { mayProlong } from '#modules/orders/prolong-storage.ts';
import { listProposals, type Proposal, proposalStateWords } from '#modules/orders/proposals.ts';
import { whyNotEdited } from '#modules/orders/propose-change.ts';
import { getOrder, goodsBefore, type OrderView } from '#modules/orders/queries.ts';
import { receivingRights } from '#modules/orders/receiving.ts';
import { movesOf } from '#modules/orders/staff-moves.ts';
import { type StaffOrderFacts, staffOrderFacts, staffOrderLines } from '#modules/orders/staff-order.ts';
import { type OrderPayment, paymentOf } from '#modules/payments/queries.ts';
import { refundableLines } from '#modules/payments/staff-refund.ts';
import type { Db } from '#platform/database.ts';
import { etagOf } from '#platform/record-version.ts';
import { carryingWords } from '#shared/carrying.ts';
import { paysLater } from '#shared/deferral.ts';
import { formatPrice } from '#shared/money.ts';
import {
  isPaidByAccount,
  isUnpaid,
  orderStateWord,
  paymentMethodWords,
  paymentStateWords,
  replacementRuleWords,
  stepsOf,
} from '#shared/order-states.ts';
import { countOf } from '#shared/plurals.ts';
import type { OrderRecord, Proposal as ProposalShape } from './order-shapes.ts';
import { presentPayment, presentReceipt, presentRefund } from './payment-shapes.ts';

/**
 * An order with everything its page of the back office shows; null: there is none. Whether this person may see it the
 * caller has asked. `isContactShown` false: phones, emails and addresses are left out.
 */
export async function readOrderRecord(
  db: Db,
  id: string,
  isContactShown: boolean,
  now: Date,
): Promise<OrderRecord | null> {
  const [order, facts, payment] = await Promise.all([getOrder(db, id), staffOrderFacts(db, id), paymentOf(db, id)]);
  if (!order || !facts || !payment) return null;
  const [lines, refundable, issued, possible, mails, notes, acts, proposals, onec_handed_at] = await Promise.all([
    staffOrderLines(db, id),
    refundableLines(db, id),
    listIssued(db, id),
    listDocuments(db, order),
    mailsOfOrder(db, id, mailKeys(payment)),
    listOrderNotes(db, id),
    listActs(db, id),
    listProposals(db, id),
    handedOverAt(db, id),
  ]);
  return {
    ...headOf(order, facts, now),
    buyer: buyerOf(order, facts, isContactShown),
    receiving: receivingOf(order, isContactShown),
    replacement_rule: order.replacement_rule,
    replacement_words: replacementRuleWords[order.replacement_rule],
    comment: order.comment,
    lines: lines.map(({ shown_unit: { short, parts }, ...line }) => ({ ...line, unit: { short, parts } })),
    weight_grams: order.weight_grams,
    sums: sumsOf(order, payment),
    payment: {
      situation: payment.situation,
      payments: payment.attempts.map(presentPayment),
      refunds: payment.refunds.map((refund) => presentRefund(refund, payment.attempts)),
      receipts: payment.receipts.map(presentReceipt),
      refundable,
      awaits_transfer:
        isPaidByAccount(order.payment_method) &&
        isUnpaid(order.payment_state) &&
        order.state !== 'cancelled' &&
        !order.awaits_approval,
    },
    documents: {
      issued: issued.map(({ kind, part, revision, number, total, issued_at }) => ({
        file: `${documentFile({ kind, part })}?revision=${revision}`,
        words: `${documentWords[kind]} № ${number}`,
        revision,
        total,
        issued_at: issued_at.toISOString(),
      })),
      possible: possible.map(({ kind, part, is_ready }) => ({
        kind,
        part,
        is_ready,
        words: part === 1 ? documentWords[kind] : `${documentWords[kind]}, отгрузка ${part}`,
      })),
    },
    mails: mails.map((mail) => presentMail(mail, isContactShown)),
    history: historyOf(order, notes, acts),
    proposals: proposals.map(presentProposal),
    edit_why_not: whyNotEdited(order),
    onec_handed_at: onec_handed_at?.toISOString() ?? null,
  };
}

/** Keys of the emails about the money of an order. */
export function mailKeys({ attempts, refunds }: Pick<OrderPayment, 'attempts' | 'refunds'>): string[] {
  return [
    ...attempts.map(({ id }) => `payment ${id} paid buyer`),
    ...refunds.flatMap(({ id }) => [`refund ${id} buyer`, `refund ${id} failed branch`]),
  ];
}

/** What the papers of an order are called. */
export const documentWords = { invoice: 'Счёт', upd: 'УПД' } as const;

/** «Счёт для организации, отсрочка 14 дней». */
function methodWords({ payment_method, deferral_days }: OrderView): string {
  const words = paymentMethodWords[payment_method];
  const isLater = paysLater({ payment_method, deferral_days }) && deferral_days !== null;
  return isLater ? `${words}, отсрочка ${countOf(deferral_days, 'день', 'дня', 'дней')}` : words;
}

function headOf(order: OrderView, facts: StaffOrderFacts, now: Date) {
  const { state, receiving, payment_state, payment_method } = order;
  const atOf = (step: string) => order.moves.findLast((move) => move.state === step)?.at.toISOString() ?? null;
  return {
    id: order.id,
    number: order.number,
    created_at: order.created_at.toISOString(),
    department_id_1c: order.branch.id_1c,
    city: order.branch.city,
    time_zone: order.branch.time_zone,
    origin: order.origin,
    state,
    state_words: orderStateWord(state, receiving.type, order.has_given),
    payment_state,
    payment_words: paymentStateWords[payment_state],
    payment_method,
    payment_method_words: methodWords(order),
    revision: facts.revision,
    is_by_phone: facts.is_by_phone,
    placed_by_name: facts.placed_by_name,
    is_short: order.is_short,
    is_unconfirmed: order.is_unconfirmed,
    awaits_approval: order.awaits_approval,
    arrived_at: order.arrived_at?.toISOString() ?? null,
    promised_at: facts.promised_at?.toISOString() ?? null,
    reserved_until: order.reserved_until?.toISOString() ?? null,
    may_prolong: mayProlong(order, now),
    may_pay_here: mayBePaidAtDesk(order),
    assigned_to: facts.assigned_to,
    assigned_name: facts.assigned_name,
    steps: stepsOf(receiving.type).map((step) => ({
      state: step,
      words: orderStateWord(step, receiving.type),
      at: atOf(step),
    })),
    moves: movesOf({ ...order, receiving_type: receiving.type }),
  };
}

function buyerOf(order: OrderView, facts: StaffOrderFacts, isContactShown: boolean): OrderRecord['buyer'] {
  return {
    name: order.contact.name,
    phone: isContactShown ? order.contact.phone : null,
    email: isContactShown ? order.contact.email || null : null,
    user_id: order.user_id,
    company: order.company,
    orders: facts.buyer_orders,
    total: facts.buyer_total,
    cancelled: facts.buyer_cancelled,
  };
}

/** What a person who edits it sees of how an order is received. */
export function receivingOf(order: OrderView, isContactShown: boolean): OrderRecord['receiving'] {
  const { receiving } = order;
  const { department, recipient } = receiving;
  const place = department ? `${department.city}, ${department.address}` : isContactShown ? receiving.address : null;
  const shown = {
    type: receiving.type,
    department_id_1c: department?.id_1c ?? null,
    place,
    date: receiving.date,
    slot: receiving.hours,
    recipient: recipient && { name: recipient.name, phone: isContactShown ? recipient.phone : '' },
    is_proxy: receiving.is_proxy,
    car_plate: receiving.car_plate,
    unloading_note: receiving.unloading_note,
    carrying: receiving.carrying,
  };
  return {
    ...shown,
    carrying_words: receiving.carrying && carryingWords(receiving.carrying),
    rights: receivingRights({ ...order, reader_role: null }),
    version: etagOf(shown),
  };
}

function sumsOf(order: OrderView, payment: OrderPayment): OrderRecord['sums'] {
  const { coupon, discount, bonus_discount, delivery_price, carrying_price, total } = order;
  return {
    goods: goodsBefore(order),
    coupon,
    discount,
    bonus_discount,
    total,
    delivery: delivery_price,
    carrying: carrying_price,
    paid: payment.paid,
    refunded: payment.refunded,
    due: payment.sum_due,
  };
}

function presentMail({ id, subject, to_address, created_at, ...mail }: MailAbout, isContactShown: boolean) {
  const state_words = mail.sent_at ? 'отправлено' : mail.failed_at ? 'не доставлено' : 'отправляется';
  return { id, subject, to: isContactShown ? to_address : '', created_at: created_at.toISOString(), state_words };
}

export function presentProposal(proposal: Proposal): z.input<typeof ProposalShape> {
  const { order_id: _order, answered_how: _how, answered_who: _who, ...shown } = proposal;
  return {
    ...shown,
    state_words: proposalStateWords[proposal.state],
    proposed_at: proposal.proposed_at.toISOString(),
    expires_at: proposal.expires_at.toISOString(),
    answered_at: proposal.answered_at?.toISOString() ?? null,
  };
}

type Act = Awaited<ReturnType<typeof listActs>>[number];

/** Everything that happened, newest first. */
function historyOf(order: OrderView, notes: OrderNote[], acts: Act[]): OrderRecord['history'] {
  const type = order.receiving.type;
  const moves = order.moves.map(({ at, state, payment_state, who, why }) => {
    // That a new order is not paid yet says nothing.
    const money = payment_state && payment_state !== 'unpaid' ? paymentStateWords[payment_state] : null;
    const words = [state && orderStateWord(state, type), money, why];
    return {
      at: at.toISOString(),
      kind: payment_state && !state ? ('payment' as const) : ('move' as const),
      words: words.filter(Boolean).join(': '),
      who,
      is_problem: state === 'cancelled',
      photos: [],
    };
  });
  const written = notes.map(({ at, kind, text, who }) => ({
    at: at.toISOString(),
    kind,
    words: kind === 'call' ? `Звонок: ${text}` : text,
    who,
    is_problem: false,
    photos: [],
  }));
  const given = acts.map(({ id, at, lines, staff_name, recipient_name, note, is_last }) => {
    const problems = lines.filter(({ problem }) => problem !== null);
    return {
      at: at.toISOString(),
      kind: 'act' as const,
      words: [
        `${is_last ? 'Выдан' : 'Выдана часть'}: ${recipient_name}`,
        ...problems.map(({ name, problem }) => `${name} — ${problem === 'defect' ? 'брак' : 'не хватило'}`),
        note,
      ]
        .filter(Boolean)
        .join('; '),
      who: staff_name,
      is_problem: problems.length > 0,
      photos: lines.flatMap(({ has_photo, position, name }) => (has_photo ? [{ act_id: id, position, name }] : [])),
    };
  });
  const placed = {
    at: order.created_at.toISOString(),
    kind: 'move' as const,
    who: 'покупатель',
    is_problem: false,
    photos: [],
    words: `Заказ создан на ${formatPrice(order.total)}`,
  };
  const all = [...moves, ...written, ...given];
  return (moves.length > 0 ? all : [placed, ...all])
    .toReversed()
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
