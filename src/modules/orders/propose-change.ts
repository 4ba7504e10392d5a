import { sql } from 'kysely';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { branchLines, type EmailMessage } from '#modules/mail/email.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { closingWords, composeWordedEmail, leadWords } from '#modules/mail/worded-email.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { shownCount } from '#shared/unit-words.ts';
import { orderChangeUrl } from '#shared/urls.ts';
import { addDays, localTime, momentOf } from '#shared/zoned-time.ts';
import { wordsAbout } from './email-parts.ts';
import { linkToken } from './order-access.ts';
import { lockOrder } from './own-order.ts';
import { type ChangePlan, planChange, type WantedLine } from './plan-change.ts';
import { type Proposal, type ProposalLine, readProposal } from './proposals.ts';
import type { OrderView } from './queries.ts';
import { openHoursOn } from './receiving-times.ts';
import { writeHistory } from './write-history.ts';

export type ProposedChange = {
  lines: readonly WantedLine[];
  /** What the buyer reads beside the lines. */
  note: string;
  staff: { user_id: string; full_name: string };
  /** How many hours of the branch the buyer has. */
  hours: number;
};

/** Why the goods of the order may not be changed by staff; null: they may. */
export function whyNotEdited(order: OrderView): string | null {
  const { state, payment_state } = order;
  if (state === 'completed' || state === 'cancelled') return 'Заказ закрыт: оформите новый';
  if (state === 'in_delivery') return 'Заказ уже в пути';
  if (order.awaits_approval) return 'Заказ ещё согласует владелец организации';
  if (payment_state === 'pending') return 'Покупатель сейчас платит за него онлайн';
  if (payment_state === 'partly_refunded' || payment_state === 'refunded') return 'По заказу уже возвращали деньги';
  if (order.bonus_discount > 0) return 'Часть заказа оплачена бонусами';
  return null;
}

/**
 * Proposes other goods to the buyer: kept as it was shown, and written of with a signed link. One open proposal an
 * order. Call in a transaction. Throws not_found, order_fixed, proposal_open, and what planChange throws.
 */
export async function proposeChange(
  db: Db,
  keys: SecretKeys,
  order_id: string,
  { lines, note, staff, hours }: ProposedChange,
  now = new Date(),
): Promise<Proposal> {
  const order = await lockEditable(db, order_id);
  const plan = await planProposal(db, order, lines);
  const id = await insertProposal(
    db,
    order,
    plan,
    { note, staff, expires_at: await termOf(db, order, hours, now) },
    now,
  );
  const proposal = ensure(await readProposal(db, order_id, id));
  const why = `предложение № ${proposal.number} изменить состав: ${formatPrice(plan.total_before)} → ${formatPrice(plan.total_after)}`;
  await writeHistory(db, order_id, { who: `сотрудник ${staff.full_name}`, why, now });
  const key = `order ${order_id} proposal ${proposal.number}`;
  const link = order.origin === null ? null : order.origin + orderChangeUrl(order.id, linkToken(keys, order.id, now));
  await storeMail(db, key, order.contact.email, proposalEmail(order, proposal, link), order.branch.email);
  return proposal;
}

/** What proposeChange would keep. Throws what it throws, save proposal_open. */
export async function planProposal(db: Db, order: OrderView, lines: readonly WantedLine[]): Promise<ChangePlan> {
  const why = whyNotEdited(order);
  if (why) throw new Refusal('order_fixed', {}, why);
  const plan = await planChange(db, order, lines);
  if (plan.lines.every(({ what }) => what === 'kept'))
    throw new Refusal('bad_input', {}, 'В составе ничего не изменилось');
  if (order.payment_state === 'paid' && plan.total_after > plan.total_before) {
    const words = `Заказ уже оплачен: после замены он не может стоить больше ${formatPrice(plan.total_before)}`;
    throw new Refusal('order_fixed', {}, words);
  }
  return plan;
}

/** The order, held until the end of the transaction. Throws not_found, order_fixed. */
export async function lockEditable(db: Db, order_id: string): Promise<OrderView> {
  const order = await lockOrder(db, order_id);
  const why = whyNotEdited(order);
  if (why) throw new Refusal('order_fixed', {}, why);
  return order;
}

/** Keeps the row. Throws proposal_open. */
export async function insertProposal(
  db: Db,
  order: OrderView,
  { lines, total_before, total_after }: ChangePlan,
  { note, staff, expires_at }: Pick<ProposedChange, 'note' | 'staff'> & { expires_at: Date },
  now: Date,
): Promise<string> {
  const open = await sql`
    select from order_proposals where order_id = ${order.id}::uuid and state = 'open'`.execute(db);
  if (open.rows.length > 0) throw new Refusal('proposal_open');
  const { rows } = await sql<{ id: string }>`
    insert into order_proposals (order_id, number, lines, total_before, total_after, note, proposed_by, proposed_who,
      proposed_at, expires_at)
    select ${order.id}::uuid, coalesce(max(number), 0) + 1, ${JSON.stringify(lines)}::jsonb, ${total_before}, ${total_after},
      ${note.trim().slice(0, 1_000)}, ${staff.user_id}::uuid, ${staff.full_name}, ${now}, ${expires_at}
    from order_proposals where order_id = ${order.id}::uuid
    returning id`.execute(db);
  return ensure(rows[0]).id;
}

/** So many hours of the branch's own opening times from now. */
async function termOf(db: Db, order: OrderView, hours: number, now: Date): Promise<Date> {
  const branch = (await departmentDirectory(db)).find(({ id_1c }) => id_1c === order.branch.id_1c);
  if (!branch) throw new Error(`Нет филиала ${order.branch.id_1c}`);
  const zone = branch.time_zone;
  let left = hours * 60;
  let date = localTime(now, zone).date;
  // A branch that never opens would be looked through for ever.
  for (let day = 0; day < 60; day++, date = addDays(date, 1)) {
    const open = openHoursOn(branch, date);
    if (!open) continue;
    const from = day === 0 ? Math.max(open.from, localTime(now, zone).minute) : open.from;
    const minutes = Math.max(open.to - from, 0);
    if (left <= minutes) return momentOf(date, from + left, zone);
    left -= minutes;
  }
  return new Date(now.getTime() + hours * 3_600_000);
}

/** What the buyer receives; `link`: to the page where it is answered, null when the order has none. */
export function proposalEmail(order: OrderView, proposal: Proposal, link: string | null): EmailMessage {
  const until = formatDateTime(proposal.expires_at, order.branch.time_zone);
  return composeWordedEmail(
    { kind: 'order_proposal', ...wordsAbout(order) },
    [
      leadWords(),
      ...(proposal.note ? [{ kind: 'text', text: proposal.note } as const] : []),
      {
        kind: 'table',
        rows: [
          ...proposal.lines
            .filter(({ what }) => what !== 'kept')
            .map((line) => ({ left: line.name, middle: changeWords(line), right: formatPrice(line.sum_after) })),
          { left: 'Было', right: formatPrice(proposal.total_before) },
          { left: 'Станет', right: formatPrice(proposal.total_after), is_total: true },
        ],
      },
      ...(link === null ? [] : [{ kind: 'button', label: 'Посмотреть и ответить', url: link } as const]),
      { kind: 'text', text: `Ответьте до ${until}. Если ответа не будет, мы позвоним вам.` },
      closingWords(),
    ],
    branchLines(order.branch),
  );
}

/** «14 меш. → 9 меш.», «убрать», «добавить 5 меш.». */
export function changeWords({ what, unit, count_before, count_after }: ProposalLine): string {
  const amount = (count: number) => `${shownCount(count, unit)}\u00a0${unit.short}`;
  if (what === 'removed') return 'убрать';
  if (what === 'added') return `добавить ${amount(count_after)}`;
  if (what === 'kept' || count_before === count_after) return amount(count_after);
  return `${amount(count_before)} → ${amount(count_after)}`;
}
