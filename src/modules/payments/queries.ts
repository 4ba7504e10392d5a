import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { hasGiven } from '#platform/has-given.ts';
import { isUnpaid, type OrderState, type PaymentMethod, type PaymentState } from '#shared/order-states.ts';
import type { RefundLine } from './paid-lines.ts';
import type { ReceiptItem } from './receipt-items.ts';
import type { AttemptState, PayMethod, ProcessState, ProviderName, ReceiptKind, RefundReason } from './schema.ts';

export type Attempt = {
  id: string;
  method: PayMethod | 'transfer';
  provider: ProviderName;
  provider_id: string | null;
  state: AttemptState;
  amount: number;
  refunded: number;
  confirmation_url: string | null;
  confirmation_data: string | null;
  cancellation_reason: string | null;
  created_at: Date;
  paid_at: Date | null;
};

export type RefundView = {
  id: string;
  payment_id: string;
  amount: number;
  lines: RefundLine[];
  reason: RefundReason;
  note: string;
  state: ProcessState;
  cancellation_reason: string | null;
  who: string;
  /** It was refused, and nothing stands that repeats it. */
  may_repeat: boolean;
  created_at: Date;
  changed_at: Date;
};

export type ReceiptView = {
  id: string;
  payment_id: string;
  refund_id: string | null;
  kind: ReceiptKind;
  items: ReceiptItem[];
  sum: number;
  state: ProcessState;
  fiscal: Record<string, string> | null;
  created_at: Date;
};

/**
 * Where the payment of an order stands: `due` wants money, `on_receipt` is paid on receipt and may be paid online until
 * then, `waiting` has an attempt under way, `expired` lost its reservation unpaid, `elsewhere` is paid by invoice or,
 * given out in part, at the desk, `unapproved` waits for an owner of the firm. Money in kopecks, newest attempts first.
 */
export type OrderPayment = {
  order_id: string;
  number: number;
  order_state: OrderState;
  payment_method: PaymentMethod;
  payment_state: PaymentState;
  situation:
    | 'due'
    | 'on_receipt'
    | 'waiting'
    | 'paid'
    | 'partly_refunded'
    | 'refunded'
    | 'expired'
    | 'cancelled'
    | 'elsewhere'
    | 'unapproved';
  /** What is to be paid now, or may be; 0 when nothing is. */
  sum_due: number;
  paid: number;
  /** What went back already. */
  refunded: number;
  /** Until when the goods wait for the money. */
  reserved_until: Date | null;
  open: Attempt | null;
  attempts: Attempt[];
  refunds: RefundView[];
  receipts: ReceiptView[];
};

type Row = Pick<
  OrderPayment,
  'order_id' | 'number' | 'order_state' | 'payment_method' | 'payment_state' | 'reserved_until'
> & {
  total: number;
  is_expired: boolean;
  has_given: boolean;
  awaits_approval: boolean;
};

/** The payment of an order for its pages; null when there is no such order. Whose order it is, the caller has asked. */
export async function paymentOf(db: Db, order_id: string): Promise<OrderPayment | null> {
  const [orders, attempts, refunds, receipts] = await Promise.all([
    sql<Row>`
      select o.id as order_id, o.number, o.state as order_state, o.payment_method, o.payment_state, o.total,
        (select min(r.expires_at) from reservations r join order_lines l on l.id = r.order_line_id
          where l.order_id = o.id and r.ended_at is null) as reserved_until,
        exists (select from reservations r join order_lines l on l.id = r.order_line_id
          where l.order_id = o.id and r.why = 'expired' and r.ended_at = o.cancelled_at)
          and not exists (select from order_approvals a where a.order_id = o.id and a.outcome = 'expired') as is_expired,
        ${hasGiven(sql`o.id`)} as has_given, awaits_approval(o.id) as awaits_approval
      from orders o where o.id = ${order_id}::uuid`.execute(db),
    sql<Attempt>`
      select ${attemptColumns} from payments p where p.order_id = ${order_id}::uuid order by p.created_at desc, p.id`.execute(
      db,
    ),
    sql<RefundView>`
      select r.id, r.payment_id, r.amount, r.lines, r.reason, r.note, r.state, r.cancellation_reason, r.who,
        r.state = 'canceled' and not ${isRepeated(sql`r`)} as may_repeat, r.created_at, r.changed_at
      from refunds r join payments p on p.id = r.payment_id where p.order_id = ${order_id}::uuid order by r.created_at`.execute(
      db,
    ),
    sql<ReceiptView>`
      select r.id, r.payment_id, r.refund_id, r.kind, r.items, r.sum, r.state, r.fiscal, r.created_at
      from receipts r join payments p on p.id = r.payment_id
      where p.order_id = ${order_id}::uuid and p.state = 'succeeded' order by r.created_at`.execute(db),
  ]);
  const row = orders.rows[0];
  if (!row) return null;
  const { total, is_expired: _expired, has_given: _given, awaits_approval: _awaits, ...order } = row;
  const open =
    attempts.rows.find(({ state }) => state === 'new' || state === 'pending' || state === 'waiting_for_capture') ??
    null;
  const succeeded = attempts.rows.filter(({ state }) => state === 'succeeded');
  const situation = situationOf(row, open !== null);
  return {
    ...order,
    situation,
    sum_due: situation === 'due' || situation === 'on_receipt' || situation === 'waiting' ? total : 0,
    paid: succeeded.reduce((sum, { amount }) => sum + amount, 0),
    refunded: refunds.rows.reduce((sum, { state, amount }) => (state === 'succeeded' ? sum + amount : sum), 0),
    open,
    attempts: attempts.rows,
    refunds: refunds.rows,
    receipts: receipts.rows,
  };
}

/** Whether a refused refund was sent again and that one was not refused, too; `refund`: its row in the query. */
export function isRepeated(refund: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from refunds again where again.repeats = coalesce(${refund}.repeats, ${refund}.id)
      and again.state <> 'canceled')`;
}

function situationOf(
  { payment_state, payment_method, order_state, is_expired, has_given, awaits_approval }: Row,
  isOpen: boolean,
): OrderPayment['situation'] {
  if (!isUnpaid(payment_state)) return payment_state;
  if (awaits_approval) return 'unapproved';
  if (order_state === 'cancelled') return is_expired ? 'expired' : 'cancelled';
  if (payment_method === 'invoice' || (payment_method === 'on_receipt' && has_given)) return 'elsewhere';
  if (isOpen) return 'waiting';
  return payment_method === 'on_receipt' ? 'on_receipt' : 'due';
}

export type PaymentSummary = Attempt & { order_id: string; number: number; problem: string | null };

/** The staff's list, newest first; `problem` is what a notification of it did not fit in. */
export async function listPayments(
  db: Db,
  { state, order_id, limit }: { state?: AttemptState[]; order_id?: string; limit: number },
): Promise<PaymentSummary[]> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (state) conditions.push(sql`p.state = any(${state}::text[])`);
  if (order_id) conditions.push(sql`p.order_id = ${order_id}::uuid`);
  const { rows } = await sql<PaymentSummary>`
    select ${attemptColumns}, p.order_id, o.number,
      (select e.problem from payment_events e where e.object_id = p.provider_id and e.problem is not null order by e.id desc limit 1) as problem
    from payments p join orders o on o.id = p.order_id
    where ${sql.join(conditions, sql` and `)}
    order by p.created_at desc, p.id limit ${limit}`.execute(db);
  return rows;
}

const attemptColumns = sql.raw(
  `p.id, p.method, p.provider, p.provider_id, p.state, p.amount, p.refunded, p.confirmation_url, p.confirmation_data,
  p.cancellation_reason, p.created_at, p.paid_at`,
);
