import { sql } from 'kysely';
import { dueAtDesk, dueNow, handOverLines, waitingLines } from '#modules/orders/hand-over.ts';
import { getOrder, type OrderView } from '#modules/orders/queries.ts';
import { isOrderOf } from '#modules/orders/staff-orders.ts';
import { ownBranches, type StaffMember } from '#modules/staff/require-staff.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatPrice } from '#shared/money.ts';
import type { Pass } from './pass.ts';

export type LineProblem = 'shortage' | 'defect';

export type DeskLine = {
  order_line_id: number;
  /** Sales units given now. */
  given: number;
  /** Needed where less is given than waits. */
  problem: LineProblem | null;
  note: string;
  photo: { bytes: Buffer; type: 'image/jpeg' | 'image/png' } | null;
};

/** `seen_due`: what the desk was told to take, kopecks; null: nobody asked. */
export type HandOver = {
  pass: Pass;
  proof: 'pass' | 'code';
  lines: DeskLine[];
  note: string;
  seen_due?: number | null;
};

/**
 * The recipient leaves with the goods: writes the act, uses a delegated pass up and gives the lines out, all in the
 * caller's transaction. `staff` must be at work with the role pickup. Throws not_found (also for an order that belongs
 * to no branch where this person works), pass_used, pass_revoked, due_changed {due} (what leaves now costs another sum
 * than the desk saw, or was paid online since), not_ready, not_paid, bad_count, bad_input {fields}.
 */
export async function handOver(
  db: Db,
  staff: StaffMember,
  { pass, proof, lines, note, seen_due = null }: HandOver,
  now = new Date(),
): Promise<{ act_id: string; is_last: boolean }> {
  await sql`select from orders where id = ${pass.order_id}::uuid for update`.execute(db);
  const order = await getOrder(db, pass.order_id);
  if (!order || !(await isOrderOf(db, ownBranches(staff), order.id))) throw new Refusal('not_found');
  const all = await waitingLines(db, order.id);
  const waiting = all.filter((line) => line.waiting > 0);
  const reported = waiting.map((line) => {
    const entry = lines.find(({ order_line_id }) => order_line_id === line.order_line_id);
    const given = entry?.given ?? 0;
    return {
      ...line,
      given,
      // A reason that was chosen before the whole line was given after all explains nothing.
      problem: given === line.waiting ? null : (entry?.problem ?? null),
      note: entry?.note ?? '',
      photo: entry?.photo ?? null,
    };
  });
  const unexplained = reported.filter(({ given, waiting, problem }) => given !== waiting && problem === null);
  if (unexplained.length > 0) {
    const fields = unexplained.map(({ order_line_id }) => [
      `problem_${order_line_id}`,
      'Укажите, почему выдано меньше',
    ]);
    throw new Refusal('bad_input', { fields: Object.fromEntries(fields) });
  }
  const leaving = reported.map(({ order_line_id, given }) => ({ order_line_id, count: given }));
  const taken_kopecks = dueNow(order, all, leaving);
  checkDue(order, taken_kopecks, seen_due);
  await spendDelegated(db, pass, now);
  const is_last = await handOverLines(db, order.id, leaving, {
    who: `сотрудник ${staff.full_name}`,
    why: 'выдан получателю',
    now,
  });
  const { id } = await db
    .insertInto('handovers')
    .values({
      order_id: order.id,
      department_id_1c: order.receiving.department?.id_1c ?? order.branch.id_1c,
      staff_user_id: staff.user_id,
      staff_name: staff.full_name,
      recipient_name: pass.delegated?.name ?? recipientOf(order),
      proof: pass.delegated ? 'delegated' : proof,
      delegated_pass_id: pass.delegated?.id ?? null,
      note: note.trim().slice(0, 1_000),
      is_last,
      taken_kopecks,
      at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('handover_lines')
    .values(
      reported.map((line, index) => ({
        handover_id: id,
        position: index + 1,
        order_line_id: line.order_line_id,
        name: line.name,
        unit: line.unit,
        expected: line.waiting,
        given: line.given,
        problem: line.problem,
        note: line.note.trim().slice(0, 500),
        photo: line.photo?.bytes ?? null,
        photo_type: line.photo?.type ?? null,
      })),
    )
    .execute();
  return { act_id: id, is_last };
}

/**
 * The buyer may pay on the way to the desk, and a part costs less than all: whoever hands out takes what leaves costs,
 * and takes it once.
 */
function checkDue(order: OrderView, due: number, seen_due: number | null): void {
  if (seen_due === null || seen_due === due) return;
  throw new Refusal('due_changed', { due }, dueWords(order, due));
}

function dueWords(order: OrderView, due: number): string {
  const again = 'нажмите «Выдать» ещё раз';
  if (due > 0) return `За то, что вы выдаёте, к оплате ${formatPrice(due)}. Примите эту сумму и ${again}`;
  if (dueAtDesk(order) > 0) return `За то, что вы выдаёте, денег не берите. Если уже взяли, верните их и ${again}`;
  return `Заказ только что оплачен онлайн: денег не берите. Если уже взяли, верните их и ${again}`;
}

/** Who comes for the order when its own pass is shown. */
export function recipientOf(order: Pick<OrderView, 'receiving' | 'contact'>): string {
  return order.receiving.recipient?.name ?? order.contact.name;
}

/** A delegated pass is good once, whoever scans it first; the order's lock is held. */
async function spendDelegated(db: Db, { delegated, order_id }: Pass, now: Date): Promise<void> {
  if (!delegated) return;
  const { numAffectedRows } = await sql`
    update delegated_passes set used_at = ${now}
    where id = ${delegated.id}::uuid and order_id = ${order_id}::uuid and used_at is null and revoked_at is null`.execute(
    db,
  );
  if (Number(numAffectedRows) === 1) return;
  const row = await db
    .selectFrom('delegated_passes')
    .select('used_at')
    .where('id', '=', delegated.id)
    .executeTakeFirst();
  throw new Refusal(row?.used_at ? 'pass_used' : 'pass_revoked');
}
