import { type RawBuilder, sql } from 'kysely';
import { type Card, cardColumns } from '#modules/loyalty/cards.ts';
import { readCardNumber } from '#modules/loyalty/schema.ts';
import { customersOf } from '#modules/orders/branch-scope.ts';
import type { Db } from '#platform/database.ts';
import { toE164 } from '#shared/phone.ts';
import { isUuid } from '#shared/uuid.ts';
import { isCustomer } from './scope.ts';

export type CardFilter = {
  /** Number of the card, present or former, or phone: as it was given with the card, or the account's; whole. */
  q?: string | undefined;
  /** It belongs to no account. */
  is_unowned?: boolean | undefined;
  is_blocked?: boolean | undefined;
};

/** A card as staff see it: whoever has the account and whoever blocked it. Bonuses in whole ones, free ones alone. */
export type StaffCard = Card & {
  issued_by: string;
  blocked_by: string | null;
  block_reason: string;
  owner: string | null;
  balance: number;
  /** The card that took over what was on it, when two accounts became one. */
  joined_to: string | null;
};

/**
 * Cards that belong to no account and those of customers of these branches (null: of all), the last issued first, with
 * how many there are, counted to `count_to` + 1.
 */
export async function listCards(
  db: Db,
  branches: string[] | null,
  filter: CardFilter,
  { limit, offset, count_to }: { limit: number; offset: number; count_to: number },
): Promise<{ cards: StaffCard[]; count: number }> {
  const from = sql`cards c left join users u on u.id = c.user_id where ${conditionsOf(branches, filter)}`;
  const [cards, counts] = await Promise.all([
    sql<StaffCard>`select ${columns} from ${from} order by c.issued_at desc, c.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ count: number }>`
      select count(*)::int as count from (select from ${from} limit ${count_to + 1}) counted`.execute(db),
  ]);
  return { cards: cards.rows, count: counts.rows[0]?.count ?? 0 };
}

/** One of these cards; null: there is none in these branches. */
export async function readStaffCard(db: Db, id: string, branches: string[] | null): Promise<StaffCard | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<StaffCard>`
    select ${columns} from cards c left join users u on u.id = c.user_id
    where c.id = ${id}::uuid and ${conditionsOf(branches, {})}`.execute(db);
  return rows[0] ?? null;
}

export type FormerNumber = { number: string; replaced_at: Date; replaced_by: string };

/** Numbers that the card had before it was replaced, the last one first. */
export async function formerNumbersOf(db: Db, card_id: string): Promise<FormerNumber[]> {
  const { rows } = await sql<FormerNumber>`
    select number, replaced_at, replaced_by from card_former_numbers
    where card_id = ${card_id}::uuid order by replaced_at desc`.execute(db);
  return rows;
}

const columns = sql`
  ${cardColumns}, c.issued_by, c.blocked_by, c.block_reason, c.joined_to, u.full_name as owner,
  ((select coalesce(sum(m.amount), 0) from card_movements m where m.card_id = c.id)
    - (select coalesce(sum(h.amount), 0) from bonus_holds h where h.card_id = c.id and h.ended_at is null))::int as balance`;

function conditionsOf(branches: string[] | null, filter: CardFilter): RawBuilder<unknown> {
  const { q = '', is_unowned, is_blocked } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`(c.user_id is null or (${isCustomer} and ${customersOf(branches)}))`];
  if (is_unowned !== undefined) conditions.push(sql`(c.user_id is null) = ${is_unowned}`);
  if (is_blocked !== undefined) conditions.push(sql`(c.blocked_at is not null) = ${is_blocked}`);
  if (q.trim()) conditions.push(searched(q.trim()));
  return sql.join(conditions, sql` and `);
}

function searched(typed: string): RawBuilder<unknown> {
  const number = readCardNumber(typed);
  if (number)
    return sql`(c.number = ${number} or c.id in (select f.card_id from card_former_numbers f where f.number = ${number}))`;
  const phone = toE164(typed);
  if (!phone) return sql`false`;
  return sql`(c.phone = ${phone}
    or c.user_id in (select k.user_id from contacts k where k.type = 'phone' and k.value = ${phone}))`;
}
