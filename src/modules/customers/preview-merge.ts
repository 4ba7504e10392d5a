import { sql } from 'kysely';
import { type Contact, listContacts } from '#modules/accounts/contacts.ts';
import { type MergedPair, mergeObstacles } from '#modules/accounts/merge-users.ts';
import { moveCartObstacle } from '#modules/cart/merge-carts.ts';
import { cardsOf } from '#modules/loyalty/cards.ts';
import { customersOf } from '#modules/orders/branch-scope.ts';
import type { Db } from '#platform/database.ts';
import { mergeRules } from './merge-rules.ts';
import { isCustomer } from './scope.ts';

export type MergePreview = {
  /** Why it cannot be done, in words; empty: it can. */
  obstacles: string[];
  /** Rows that come from the other account, none left out, in the order of the rules; what has none is not named. */
  moves: { words: string; count: number }[];
  /** Whole bonuses of both now, those held for orders with them. */
  bonuses: { kept: number; gone: number };
  contacts: (Contact & { is_kept: boolean })[];
  /** A phone or an email stands in both accounts. */
  has_common_contact: boolean;
};

/** What merging would do, without doing it. */
export async function previewMerge(db: Db, { kept, gone }: MergedPair, now = new Date()): Promise<MergePreview> {
  const [reasons, cart, own, other, keptBonuses, goneBonuses] = await Promise.all([
    mergeObstacles(db, { kept, gone }),
    moveCartObstacle(db, gone, kept),
    listContacts(db, kept),
    listContacts(db, gone),
    bonusesOf(db, kept, now),
    bonusesOf(db, gone, now),
  ]);
  const moves: MergePreview['moves'] = [];
  for (const [column, rule] of Object.entries(mergeRules)) {
    if (rule.does !== 'moves' || !rule.words) continue;
    const count = await countOf(db, column, gone);
    if (count > 0) moves.push({ words: rule.words, count });
  }
  return {
    // A cart is told only where nothing else is in the way: of whoever is no customer it is nobody's business.
    obstacles:
      cart && reasons.length === 0 ? [`Корзины не складываются: ${cart[0]?.toLowerCase()}${cart.slice(1)}`] : reasons,
    moves,
    bonuses: { kept: keptBonuses, gone: goneBonuses },
    contacts: [
      ...own.map((contact) => ({ ...contact, is_kept: true })),
      ...other.map((contact) => ({ ...contact, is_kept: false })),
    ],
    has_common_contact: own.some(({ type, value }) =>
      other.some((contact) => contact.type === type && contact.value === value),
    ),
  };
}

export type Double = { id: string; full_name: string; created_at: Date; contact: string; type: 'phone' | 'email' };

/**
 * Other customers of these branches (null: of all) who gave the same phone or email, at most five, the oldest first.
 */
export async function possibleDoubles(db: Db, user_id: string, branches: string[] | null): Promise<Double[]> {
  const { rows } = await sql<Double>`
    select distinct on (u.created_at, u.id) u.id, u.full_name, u.created_at, k.value as contact, k.type
    from contacts own
    join contacts k on k.type = own.type and k.value = own.value and k.user_id <> own.user_id
    join users u on u.id = k.user_id
    where own.user_id = ${user_id}::uuid and own.type in ('phone', 'email') and ${isCustomer} and ${customersOf(branches)}
    order by u.created_at, u.id, k.id limit 5`.execute(db);
  return rows;
}

async function bonusesOf(db: Db, user_id: string, now: Date): Promise<number> {
  const cards = await cardsOf(db, user_id, now);
  return cards.reduce((sum, { balance, held }) => sum + balance + held, 0);
}

async function countOf(db: Db, place: string, user_id: string): Promise<number> {
  const [table = '', column = ''] = place.split('.');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${user_id}::uuid`.execute(db);
  return rows[0]?.count ?? 0;
}
