import { sql } from 'kysely';
import { editOrder } from '#modules/orders/edit-order.ts';
import { unmarkShort } from '#modules/orders/mark-short-orders.ts';
import type { WantedLine } from '#modules/orders/plan-change.ts';
import { closeProposal, type Proposal, readProposal } from '#modules/orders/proposals.ts';
import { insertProposal, lockEditable, planProposal } from '#modules/orders/propose-change.ts';
import { getOrder, type OrderView } from '#modules/orders/queries.ts';
import { staffOrderLines } from '#modules/orders/staff-order.ts';
import { writeHistory } from '#modules/orders/write-history.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { refundDifference } from './refund-payment.ts';
import { checkLimit } from './staff-refund.ts';

/**
 * Who answered, how and with which words. `rule`: nobody had to be asked. `most`: what whoever answers for the buyer
 * may give back of the order in all, kopecks; null: without a limit, as the buyer.
 */
export type Answer = {
  isAccepted: boolean;
  how: 'link' | 'phone' | 'rule';
  who: string;
  note: string;
  most: number | null;
};

/**
 * The buyer's word on a proposal: all of it is taken, or none. Taken, it is applied at once: goods, reservations, sums,
 * and of a paid order the difference goes back. Call in a transaction. Throws not_found, proposal_over, order_fixed,
 * not_enough {lines}, over_refund_limit, bad_input {fields} for a refusal by phone without a word.
 */
export async function answerProposal(
  db: Db,
  order_id: string,
  proposal_id: string,
  answer: Answer,
  now = new Date(),
): Promise<Proposal> {
  await sql`select from orders where id = ${order_id}::uuid for update`.execute(db);
  const proposal = await readProposal(db, order_id, proposal_id);
  if (!proposal) throw new Refusal('not_found');
  if (proposal.state !== 'open') throw new Refusal('proposal_over');
  if (proposal.expires_at <= now && answer.how === 'link')
    throw new Refusal('proposal_over', {}, 'Время ответа вышло. Позвоните нам');
  if (answer.isAccepted) await applyProposal(db, proposal, answer, now);
  else await writeHistory(db, order_id, { who: answer.who, why: declineWords(proposal, answer), now });
  await closeProposal(db, proposal.id, { state: answer.isAccepted ? 'accepted' : 'declined', ...answer }, now);
  if (answer.isAccepted && answer.how === 'phone')
    await writeHistory(db, order_id, { who: answer.who, why: consentWords(proposal, answer), now });
  return ensure(await readProposal(db, order_id, proposal_id));
}

/** Whether other goods may be put in without asking: the buyer said so when ordering, and nothing is paid. */
export function mayApplyAtOnce({ payment_state, replacement_rule }: OrderView): boolean {
  return payment_state === 'unpaid' && replacement_rule === 'replace';
}

/**
 * Other goods by the buyer's own rule «заменить», without asking. Call in a transaction. Throws order_fixed, also where
 * the rule is another, and what answerProposal throws.
 */
export async function changeAtOnce(
  db: Db,
  order_id: string,
  { lines, staff }: { lines: readonly WantedLine[]; staff: { user_id: string; full_name: string } },
  now = new Date(),
): Promise<Proposal> {
  const order = await lockEditable(db, order_id);
  if (!mayApplyAtOnce(order))
    throw new Refusal('order_fixed', {}, 'Без согласия покупателя этот заказ не изменить: отправьте предложение');
  const plan = await planProposal(db, order, lines);
  const id = await insertProposal(db, order, plan, { note: '', staff, expires_at: now }, now);
  const who = `сотрудник ${staff.full_name}`;
  return answerProposal(db, order_id, id, { isAccepted: true, how: 'rule', who, note: '', most: null }, now);
}

async function applyProposal(db: Db, proposal: Proposal, answer: Answer, now: Date): Promise<void> {
  const { order_id, lines, total_before, total_after } = proposal;
  const order = await lockEditable(db, order_id);
  checkSame(order, proposal);
  const kept = lines.filter(({ what }) => what !== 'removed');
  const instead_of = new Map(
    kept.flatMap(({ product_id, instead_of }) => (instead_of ? [[product_id, instead_of]] : [])),
  );
  const edited = kept.map(({ product_id, count_after: count, sum_after: sum, price }) => {
    return { product_id, count, sum, price };
  });
  const isPaid = order.payment_state === 'paid';
  const back = total_before - total_after;
  if (isPaid && back < 0) throw new Refusal('order_fixed', {}, 'Заказ уже оплачен: дороже он стать не может');
  if (isPaid && back > 0) await giveBack(db, order, proposal, answer, now);
  await editOrder(db, order_id, { lines: edited, instead_of, isAgreed: true }, { who: answer.who, now });
  await unmarkShort(db, order_id);
  const after = ensure(await getOrder(db, order_id));
  if (after.total !== total_after) throw new Error(`Заказ ${order.number}: после изменения сумма не та`);
}

/** The order is still the one that was looked at. */
function checkSame(order: OrderView, { lines, total_before }: Proposal): void {
  const shown = lines.filter(({ what }) => what !== 'added');
  const isSame =
    order.total === total_before &&
    order.lines.length === shown.length &&
    order.lines.every(({ product_id, count, sum }) =>
      shown.some((line) => line.product_id === product_id && line.count_before === count && line.sum_before === sum),
    );
  if (!isSame) throw new Refusal('proposal_over', {}, 'Заказ с тех пор изменился: нужно новое предложение');
}

async function giveBack(db: Db, order: OrderView, proposal: Proposal, { who, most }: Answer, now: Date): Promise<void> {
  const had = await staffOrderLines(db, order.id);
  const gone = proposal.lines.flatMap(({ product_id, count_before, count_after, sum_before, sum_after }) => {
    const line = had.find((other) => other.product_id === product_id);
    const sum = sum_before - sum_after;
    if (!line || sum <= 0) return [];
    const { short: unit, parts } = line.shown_unit;
    const count = Math.max(count_before - count_after, 1);
    const { position, name, vat_rate } = line;
    return [{ position, name, unit, parts, count, sum, vat_rate, subject: 'commodity' as const }];
  });
  const note = `состав изменён по согласию, предложение № ${proposal.number}`;
  const amount = proposal.total_before - proposal.total_after;
  await refundDifference(db, order.id, amount, gone, { reason: 'returned', who, note }, now);
  if (most !== null) await checkLimit(db, order.id, most);
}

function declineWords({ number }: Proposal, { note }: Answer): string {
  return `предложение № ${number} отклонено${note.trim() ? `: «${note.trim()}»` : ''}`.slice(0, 1_000);
}

function consentWords({ number }: Proposal, { note }: Answer): string {
  return `согласие по телефону на предложение № ${number}${note.trim() ? `: ${note.trim()}` : ''}`.slice(0, 1_000);
}
