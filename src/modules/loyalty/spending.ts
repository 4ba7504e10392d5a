import { sql } from 'kysely';
import { spreadByLargestRemainder } from '#modules/pricing/price-lines.ts';
import type { Db } from '#platform/database.ts';
import { formatPrice } from '#shared/money.ts';
import { readCard } from './cards.ts';
import { freeBalance } from './ledger.ts';
import { findProgramme, type Programme } from './programmes.ts';

/** A line as spending sees it: kopecks, the coupon taken off. */
export type SpendableLine = { product_id: number; old_price: number | null; sum: number };

export type Purchase = { lines: readonly SpendableLine[] /** A coupon lowers its sum. */; has_coupon: boolean };

type Rules = Pick<
  Programme,
  'spend_percent' | 'bonus_kopecks' | 'least_paid_kopecks' | 'spends_on_reduced' | 'spends_with_coupon'
>;

/** What a card may pay of a purchase. */
export type Spending = {
  /** Free bonuses of the card, and the most of them that this purchase takes. Whole bonuses. */
  balance: number;
  most: number;
  /** Kopecks of one bonus. */
  bonus_kopecks: number;
  /** Why `most` is 0, in words; null: it is not. */
  why_none: string | null;
  /** What so many bonuses take off each line: kopecks, in the order of the lines, adding up exactly. */
  share(amount: number): number[];
};

/**
 * By the rows of the card's programme as they are now, nothing of a blocked card; null: the kind has no rules of
 * spending.
 */
export async function readSpending(db: Db, card_id: string, purchase: Purchase): Promise<Spending | null> {
  const ids = purchase.lines.map(({ product_id }) => product_id);
  const [programme, balance, closed, card] = await Promise.all([
    findProgramme(db, 'bonus'),
    freeBalance(db, card_id),
    closedProducts(db, ids),
    readCard(db, card_id),
  ]);
  if (!programme?.spend_percent) return null;
  const spending = spendingOf(programme, balance, purchase, closed);
  return card?.blocked_at ? { ...spending, most: 0, why_none: 'Карта заблокирована, обратитесь в магазин' } : spending;
}

/**
 * Pure half of readSpending. The share is counted of the lines that bonuses may pay, after the coupon; what is left to
 * pay for the goods is never below the programme's least sum.
 */
export function spendingOf(
  rules: Rules,
  balance: number,
  { lines, has_coupon }: Purchase,
  closed: ReadonlySet<number>,
): Spending {
  const { bonus_kopecks, least_paid_kopecks, spends_on_reduced, spends_with_coupon } = rules;
  const percent = rules.spend_percent ?? 0;
  const weights = lines.map(({ product_id, old_price, sum }) =>
    closed.has(product_id) || (old_price !== null && !spends_on_reduced) ? 0 : sum,
  );
  const payable = weights.reduce((sum, weight) => sum + weight, 0);
  const whole = lines.reduce((total, { sum }) => total + sum, 0);
  const kopecks = Math.min(Math.floor((payable * percent) / 100), whole - least_paid_kopecks);
  const isClosed = has_coupon && !spends_with_coupon;
  const most = isClosed ? 0 : Math.max(Math.min(Math.floor(kopecks / bonus_kopecks), balance), 0);
  const why_none = isClosed
    ? 'С купоном бонусы не списываются'
    : payable === 0
      ? 'Эти товары бонусами не оплачивают'
      : `Для такой суммы бонусы не списываются: можно до ${percent}\u00a0% стоимости товаров, а заплатить нужно не меньше ${formatPrice(least_paid_kopecks)}`;
  return {
    balance,
    most,
    bonus_kopecks,
    why_none: most > 0 ? null : why_none,
    share: (amount) => spreadByLargestRemainder(amount * bonus_kopecks, weights),
  };
}

/** Of these products those that stand in a category the programme closes, or under one. */
async function closedProducts(db: Db, product_ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ product_id: number }>`
    with recursive closed as (
      select category_id as id from loyalty_closed_categories where kind = 'bonus'
      union select c.id from categories c join closed on c.parent_id = closed.id
    )
    select distinct pc.product_id from product_categories pc join closed on closed.id = pc.category_id
    where pc.product_id = any(${product_ids}::int[])`.execute(db);
  return new Set(rows.map(({ product_id }) => product_id));
}
