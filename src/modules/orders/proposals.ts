import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { lockOrderRow } from './lock-order-row.ts';
import { writeHistory } from './write-history.ts';

export type ProposalState = 'open' | 'accepted' | 'declined' | 'withdrawn' | 'expired';

/**
 * A line of a proposal, as it was shown: counts in sales units, money in kopecks. `price`: for one unit after the
 * change, before the coupon; `instead_of`: id of the product it stands for.
 */
export type ProposalLine = {
  what: 'kept' | 'changed' | 'removed' | 'added';
  product_id: number;
  image: string | null;
  name: string;
  unit: { short: string; parts: number };
  count_before: number;
  count_after: number;
  price: number;
  price_now: number | null;
  sum_before: number;
  sum_after: number;
  instead_of: number | null;
  available: number;
};

export type Proposal = {
  id: string;
  order_id: string;
  number: number;
  state: ProposalState;
  lines: ProposalLine[];
  total_before: number;
  total_after: number;
  note: string;
  proposed_who: string;
  proposed_at: Date;
  expires_at: Date;
  answered_at: Date | null;
  answered_how: 'link' | 'phone' | 'rule' | null;
  answered_who: string | null;
  answer_note: string;
};

export const proposalStateWords: Record<ProposalState, string> = {
  open: 'Ждёт ответа',
  accepted: 'Покупатель согласился',
  declined: 'Покупатель отказался',
  withdrawn: 'Отозвано',
  expired: 'Покупатель не ответил',
};

/** All of an order, oldest first. */
export async function listProposals(db: Db, order_id: string): Promise<Proposal[]> {
  return read(db, sql`order_id = ${order_id}::uuid`);
}

/** null: there is none of this order. */
export async function readProposal(db: Db, order_id: string, id: string): Promise<Proposal | null> {
  const [found] = await read(db, sql`order_id = ${order_id}::uuid and id = ${id}::uuid`);
  return found ?? null;
}

/** The last one that was made: what the buyer's page is about. */
export async function lastProposal(db: Db, order_id: string): Promise<Proposal | null> {
  return (await listProposals(db, order_id)).at(-1) ?? null;
}

async function read(db: Db, which: RawBuilder<unknown>): Promise<Proposal[]> {
  const { rows } = await sql<Proposal>`
    select id, order_id, number, state, lines, total_before, total_after, note, proposed_who, proposed_at, expires_at,
      answered_at, answered_how, answered_who, answer_note
    from order_proposals where ${which} order by number`.execute(db);
  return rows;
}

/** The order is over: nobody answers any more. */
export async function endProposal(db: Db, order_id: string, now: Date): Promise<void> {
  await sql`
    update order_proposals set state = 'withdrawn', answered_at = ${now}
    where order_id = ${order_id}::uuid and state = 'open'`.execute(db);
}

/** Every minute: those whose term has run out. Returns how many. */
export async function expireProposals(db: Db, now = new Date()): Promise<number> {
  const { numAffectedRows } = await sql`
    update order_proposals set state = 'expired', answered_at = ${now}
    where state = 'open' and expires_at <= ${now}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export type Closing = { state: 'accepted' | 'declined'; how: 'link' | 'phone' | 'rule'; who: string; note: string };

/** The buyer's word is kept. The order is locked by the caller. */
export async function closeProposal(db: Db, id: string, { state, how, who, note }: Closing, now: Date): Promise<void> {
  await sql`
    update order_proposals set state = ${state}, answered_at = ${now}, answered_how = ${how}, answered_who = ${who},
      answer_note = ${note.trim().slice(0, 1_000)}
    where id = ${id}::uuid`.execute(db);
}

/** Staff takes it back before it is answered. Throws not_found, proposal_over. */
export async function withdrawProposal(
  db: Db,
  order_id: string,
  proposal_id: string,
  who: string,
  now = new Date(),
): Promise<Proposal> {
  await lockOrderRow(db, order_id);
  const proposal = await readProposal(db, order_id, proposal_id);
  if (!proposal) throw new Refusal('not_found');
  if (proposal.state !== 'open') throw new Refusal('proposal_over');
  await endProposal(db, order_id, now);
  await writeHistory(db, order_id, { who, why: `предложение № ${proposal.number} отозвано`, now });
  return { ...proposal, state: 'withdrawn', answered_at: now };
}
