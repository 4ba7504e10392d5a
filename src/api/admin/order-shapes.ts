import { z } from 'zod';
import { orderStates } from '#shared/order-states.ts';

export const State = z.enum(orderStates);
export const PaymentState = z.enum(['unpaid', 'pending', 'paid', 'partly_refunded', 'refunded']);
export const PaymentMethod = z.enum(['on_receipt', 'online', 'invoice', 'credit']);
export const ReceivingType = z.enum(['pickup', 'delivery']);
export const ReplacementRule = z.enum(['call', 'replace', 'remove']);

/**
 * Where an order may go; `why_not`: what keeps it from there, null: nothing; `needs`: what is to be done first, on the
 * order's page.
 */
export const Move = z.object({
  state: State,
  words: z.string(),
  why_not: z.string().nullable(),
  needs: z.enum(['payment']).nullable(),
});

const Unit = z.object({ short: z.string(), parts: z.int() });
export const ProcessState = z.enum(['new', 'pending', 'succeeded', 'canceled']);
const Slot = z.object({ from: z.int(), to: z.int() });

/** Counts are sales units: people read `count / unit.parts` of `unit.short`. */
const OrderLine = z.object({
  id: z.int(),
  position: z.int(),
  product_id: z.int(),
  product_idcode: z.string(),
  slug: z.string(),
  image: z.string().nullable(),
  name: z.string(),
  article: z.string().nullable(),
  unit: Unit,
  vat_rate: z.int(),
  weight_grams: z.int(),
  store: z.string(),
  store_name: z.string(),
  shelf: z.string().nullable(),
  count: z.int(),
  price: z.int(),
  old_price: z.int().nullable(),
  discount: z.int(),
  bonus_discount: z.int(),
  sum: z.int(),
  reserved: z.int(),
  given: z.int(),
  covered: z.int(),
  on_hand: z.int(),
  available: z.int(),
  elsewhere: z.int(),
});

export const Payment = z.object({
  id: z.string(),
  method_words: z.string(),
  provider: z.string(),
  provider_id: z.string().nullable(),
  state: z.enum(['new', 'pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  state_words: z.string(),
  why: z.string().nullable(),
  amount: z.int(),
  refunded: z.int(),
  created_at: z.string(),
  paid_at: z.string().nullable(),
});

export const Refund = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  lines: z.array(z.object({ position: z.int(), count: z.int() })),
  note: z.string(),
  who: z.string(),
  state: ProcessState,
  state_words: z.string(),
  why: z.string().nullable(),
  /** A transfer that the accountant sends and then marks. */
  is_transfer: z.boolean(),
  /** It was refused, and nothing stands that repeats it. */
  may_repeat: z.boolean(),
  created_at: z.string(),
});

export const Receipt = z.object({
  id: z.string(),
  kind_words: z.string(),
  sum: z.int(),
  state: ProcessState,
  state_words: z.string(),
  /** Number of the fiscal document, when the cash desk has said it. */
  fiscal_number: z.string().nullable(),
  created_at: z.string(),
});

const HistoryEntry = z.object({
  at: z.string(),
  kind: z.enum(['move', 'payment', 'note', 'call', 'act', 'refund', 'proposal']),
  words: z.string(),
  who: z.string(),
  is_problem: z.boolean(),
  /** Taken at the desk of goods that were not given out as ordered; each is a file of the act. */
  photos: z.array(z.object({ act_id: z.string(), position: z.int(), name: z.string() })),
});

const ProposalLine = z.object({
  what: z.enum(['kept', 'changed', 'removed', 'added']),
  product_id: z.int(),
  image: z.string().nullable(),
  name: z.string(),
  unit: Unit,
  count_before: z.int(),
  count_after: z.int(),
  price: z.int(),
  /** What the product costs now, when the order's price is another. */
  price_now: z.int().nullable(),
  sum_before: z.int(),
  sum_after: z.int(),
  /** Added in place of this product. */
  instead_of: z.int().nullable(),
  available: z.int(),
});
export const Proposal = z.object({
  id: z.string(),
  number: z.int(),
  state: z.enum(['open', 'accepted', 'declined', 'withdrawn', 'expired']),
  state_words: z.string(),
  lines: z.array(ProposalLine),
  total_before: z.int(),
  total_after: z.int(),
  note: z.string(),
  proposed_who: z.string(),
  proposed_at: z.string(),
  expires_at: z.string(),
  answered_at: z.string().nullable(),
  answer_note: z.string(),
});

/** Money in kopecks, times ISO with zone; null where contacts are not for this person. */
export const OrderRecord = z.object({
  id: z.string(),
  number: z.int(),
  created_at: z.string(),
  department_id_1c: z.string(),
  city: z.string(),
  time_zone: z.string(),
  /** The order as the shop shows it to its buyer's branch: `https://…`. */
  origin: z.string().nullable(),
  state: State,
  state_words: z.string(),
  payment_state: PaymentState,
  payment_words: z.string(),
  payment_method: PaymentMethod,
  payment_method_words: z.string(),
  revision: z.int(),
  is_by_phone: z.boolean(),
  placed_by_name: z.string().nullable(),
  is_short: z.boolean(),
  is_unconfirmed: z.boolean(),
  awaits_approval: z.boolean(),
  arrived_at: z.string().nullable(),
  /** The end of the day, or of its hours, that was promised; null: no day was chosen. */
  promised_at: z.string().nullable(),
  reserved_until: z.string().nullable(),
  may_prolong: z.boolean(),
  /** It was to be paid on the site: the money can be taken as the goods leave instead. */
  may_pay_here: z.boolean(),
  assigned_to: z.string().nullable(),
  assigned_name: z.string().nullable(),
  steps: z.array(z.object({ state: State, words: z.string(), at: z.string().nullable() })),
  moves: z.array(Move),
  buyer: z.object({
    name: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    user_id: z.string().nullable(),
    company: z
      .object({
        name: z.string(),
        inn: z.string(),
        buyer_number: z.string().nullable(),
        building_site: z.string().nullable(),
      })
      .nullable(),
    orders: z.int(),
    total: z.int(),
    cancelled: z.int(),
  }),
  receiving: z.object({
    type: ReceivingType,
    department_id_1c: z.string().nullable(),
    /** Where it is picked up or brought to; null: not for this person. */
    place: z.string().nullable(),
    date: z.string().nullable(),
    slot: Slot.nullable(),
    recipient: z.object({ name: z.string(), phone: z.string() }).nullable(),
    is_proxy: z.boolean(),
    car_plate: z.string().nullable(),
    unloading_note: z.string(),
    carrying: z.object({ kind: z.enum(['unloading', 'lift', 'stairs']), floor: z.int().nullable() }).nullable(),
    carrying_words: z.string().nullable(),
    rights: z.object({ place: z.boolean(), time: z.boolean(), people: z.boolean(), why_not: z.string().nullable() }),
    /** Goes back with a change of it, so that what another has changed since is not overwritten. */
    version: z.string(),
  }),
  replacement_rule: ReplacementRule,
  replacement_words: z.string(),
  comment: z.string(),
  lines: z.array(OrderLine),
  weight_grams: z.int(),
  sums: z.object({
    goods: z.int(),
    coupon: z.string().nullable(),
    discount: z.int(),
    bonus_discount: z.int(),
    delivery: z.int().nullable(),
    carrying: z.int().nullable(),
    total: z.int(),
    paid: z.int(),
    refunded: z.int(),
    due: z.int(),
  }),
  payment: z.object({
    situation: z.string(),
    payments: z.array(Payment),
    refunds: z.array(Refund),
    receipts: z.array(Receipt),
    refundable: z.array(z.object({ position: z.int(), name: z.string(), count: z.int(), left: z.int(), sum: z.int() })),
    /** An invoice or a credit whose money staff marks by hand. */
    awaits_transfer: z.boolean(),
  }),
  documents: z.object({
    issued: z.array(
      z.object({
        file: z.string(),
        words: z.string(),
        revision: z.int(),
        total: z.int(),
        issued_at: z.string(),
      }),
    ),
    /** What may be issued now, again where sums have changed. */
    possible: z.array(
      z.object({ kind: z.enum(['invoice', 'upd']), part: z.int(), words: z.string(), is_ready: z.boolean() }),
    ),
  }),
  mails: z.array(
    z.object({ id: z.int(), subject: z.string(), to: z.string(), created_at: z.string(), state_words: z.string() }),
  ),
  history: z.array(HistoryEntry),
  proposals: z.array(Proposal),
  /** Why its goods may not be changed; null: they may. */
  edit_why_not: z.string().nullable(),
  /** When 1C was last given the order, which goes to it again once it is changed; null: it has not been given. */
  onec_handed_at: z.string().nullable(),
});
export type OrderRecord = z.input<typeof OrderRecord>;
