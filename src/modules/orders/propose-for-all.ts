import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { formatCount } from '#shared/plurals.ts';
import type { WantedLine } from './plan-change.ts';
import type { Proposal } from './proposals.ts';
import { lockEditable, type ProposedChange, planProposal, proposeChange } from './propose-change.ts';
import type { OrderView } from './queries.ts';

/** What is short, in which store, and what is offered instead of it; `after`: orders up to this number are done. */
export type Replacement = { product_id: number; store: string; replacement_id: number; after: number };

/** What became of one order: a proposal, or why there is none. */
export type ReplacementResult = { order_id: string; number: number; is_proposed: boolean; words: string };

/** Orders of one call, the oldest first. */
const mostOrders = 100;

type Holder = { id: string; number: number; count: number };

/**
 * Proposes one replacement to everybody who would not get a short product: what is in the store goes to the orders that
 * are assembled and then to the oldest, what is missing in the others is proposed to be replaced, at most at the price
 * of before. Each order has a transaction of its own, in which `note` keeps its line of the audit log. What open
 * proposals promise of the replacement is not promised again. Orders out of `branches` (null: all) are left alone.
 * At most a hundred orders at once; `left`: how many come after the last of them. Throws bad_input.
 */
export async function proposeForAll(
  db: Db,
  keys: SecretKeys,
  replacement: Replacement,
  asked: Pick<ProposedChange, 'note' | 'staff' | 'hours'>,
  {
    branches,
    note,
    now,
  }: {
    branches: string[] | null;
    note: (db: Db, order: OrderView, proposal: Proposal) => Promise<unknown>;
    now: Date;
  },
): Promise<{ results: ReplacementResult[]; left: number }> {
  if (replacement.product_id === replacement.replacement_id)
    throw new Refusal('bad_input', { fields: { replacement: 'Выберите другой товар' } });
  const { short, left } = await shortHolders(db, replacement, branches);
  const results: ReplacementResult[] = [];
  for (const { id, number, count } of short) {
    try {
      const proposal = await db.transaction().execute(async (db) => {
        const order = await lockEditable(db, id);
        const lines = await replacedLines(db, order, replacement, count);
        const proposal = await proposeChange(db, keys, id, { ...asked, lines }, now);
        await note(db, order, proposal);
        return proposal;
      });
      results.push({ order_id: id, number, is_proposed: true, words: `Предложение № ${proposal.number} отправлено` });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const words = error.code === 'proposal_open' ? 'Уже есть открытое предложение' : error.message;
      results.push({ order_id: id, number, is_proposed: false, words });
    }
  }
  return { results, left };
}

/** Orders that would not get all of it, with how much they lack, in sales units. */
async function shortHolders(
  db: Db,
  { product_id, store, after }: Replacement,
  branches: string[] | null,
): Promise<{ short: Holder[]; left: number }> {
  const { rows } = await sql<Holder & { is_own: boolean }>`
    select held.id, held.number, held.is_own,
      least(held.count, held.upto - coalesce((select k.on_hand from stock k
        where k.store = ${store} and k.product_id = ${product_id}), 0))::int as count
    from (
      select o.id, o.number, ${inBranches('o', branches)} as is_own,
        sum(r.count)::int as count, sum(sum(r.count)) over (order by o.state not in ('ready', 'in_delivery'), o.number) as upto
      from reservations r join order_lines l on l.id = r.order_line_id join orders o on o.id = l.order_id
      where r.store = ${store} and r.product_id = ${product_id} and r.ended_at is null group by o.id
    ) held
    order by held.number`.execute(db);
  const short = rows.filter(({ count, is_own, number }) => count > 0 && is_own && number > after);
  return { short: short.slice(0, mostOrders), left: Math.max(short.length - mostOrders, 0) };
}

/** The order's lines with the missing part replaced. Throws not_orderable with the reason. */
async function replacedLines(
  db: Db,
  order: OrderView,
  { product_id, replacement_id }: Replacement,
  missing: number,
): Promise<WantedLine[]> {
  if (order.replacement_rule === 'remove')
    throw new Refusal('not_orderable', {}, 'Покупатель просил не заменять, а убрать из заказа');
  // Two calls for one replacement see each other's proposals.
  await sql`select pg_advisory_xact_lock(hashtext('replacement'), ${replacement_id}::int)`.execute(db);
  const { rows } = await sql<{ product_id: number; count: number }>`
    select product_id, count from order_lines where order_id = ${order.id}::uuid
    order by position`.execute(db);
  const lines = rows.flatMap((line): WantedLine[] => {
    const kept = line.product_id === product_id ? line.count - missing : line.count;
    const count = line.product_id === replacement_id ? kept + missing : kept;
    return count > 0 ? [{ product_id: line.product_id, count, instead_of: null, keepsPrice: true }] : [];
  });
  if (!rows.some((line) => line.product_id === replacement_id))
    lines.push({ product_id: replacement_id, count: missing, instead_of: product_id, keepsPrice: true });
  const plan = await planProposal(db, order, lines);
  const planned = plan.lines.find((line) => line.product_id === replacement_id);
  const { rows: promised } = await sql<{ count: number }>`
    select coalesce(sum((l ->> 'count_after')::int - (l ->> 'count_before')::int), 0)::int as count
    from order_proposals p join orders o on o.id = p.order_id cross join jsonb_array_elements(p.lines) l
    where p.state = 'open' and p.order_id <> ${order.id}::uuid and (l ->> 'product_id')::int = ${replacement_id}
      and o.department_id_1c = ${order.branch.id_1c}`.execute(db);
  const free = (planned?.available ?? 0) - (promised[0]?.count ?? 0);
  if (planned?.available === 0) throw new Refusal('not_orderable', {}, 'На складе этого заказа замены нет');
  if (free < (planned?.count_after ?? 0))
    throw new Refusal(
      'not_orderable',
      {},
      `Замены не хватает: нужно ${formatCount(missing)}, свободно ${formatCount(Math.max(free, 0))}`,
    );
  return lines;
}
