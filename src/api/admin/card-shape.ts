import { z } from 'zod';
import { type CardState, movementsOf, openHolds } from '#modules/loyalty/cards.ts';
import { cardKindWords, formatCardNumber, movementWords } from '#modules/loyalty/schema.ts';
import type { Db } from '#platform/database.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';

/** Kopecks, whole bonuses, times ISO with zone. */
export const Card = z.object({
  id: z.string(),
  number: z.string(),
  kind_words: z.string(),
  issued_at: z.string(),
  /** Since when it opens nothing and pays for nothing; null: it is not blocked. */
  blocked_at: z.string().nullable(),
  /** Whether it has bonuses at all. */
  has_bonuses: z.boolean(),
  balance: z.int(),
  held: z.int(),
  level: z.string().nullable(),
  purchases: z.int(),
  expiring: z.object({ amount: z.int(), at: z.string() }).nullable(),
  holds: z.array(z.object({ order_id: z.string(), order_number: z.int(), amount: z.int() })),
  movements: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      words: z.string(),
      amount: z.int(),
      purchase: z.int(),
      order_id: z.string().nullable(),
      order_number: z.int().nullable(),
      expires_at: z.string().nullable(),
      who: z.string(),
      note: z.string(),
    }),
  ),
});

/** A number and its code, which is known only now. */
export const NewCard = z.object({ number: z.string(), code: z.string() });

/** Bonuses up or down by hand, with a reason that the owner of the card reads. */
export const Adjustment = z.object({
  amount: z
    .int('Целое число бонусов')
    .min(-1_000_000, 'Не больше миллиона бонусов')
    .max(1_000_000, 'Не больше миллиона бонусов')
    .refine((amount) => amount !== 0, 'Сколько бонусов начислить или списать'),
  note: z.string().trim().min(1, 'Напишите причину').max(500, 'Максимум 500 символов'),
});

const Bonuses = z.int('Целое число бонусов').min(0, 'Целое число бонусов').max(1_000_000, 'Не больше миллиона бонусов');

/** A purchase at the cash desk. Kopecks, whole bonuses. */
export const Purchase = z.strictObject({
  sum: z.int().min(1, 'Сумма покупки больше нуля').max(20_000_000_00, 'Не больше 20 000 000 ₽'),
  earned: Bonuses.default(0),
  spent: Bonuses.default(0),
  note: z.string().trim().min(1, 'Назовите чек').max(500, 'Максимум 500 символов'),
});

/** «покупка на кассе 4 500 ₽, начислено 45 бонусов, списано 100 бонусов, Чек 4411». */
export function purchaseWords({ sum, earned, spent, note }: z.output<typeof Purchase>): string {
  const many = (count: number) => countOf(count, 'бонус', 'бонуса', 'бонусов');
  return [
    `покупка на кассе ${formatPrice(sum)}`,
    ...(earned > 0 ? [`начислено ${many(earned)}`] : []),
    ...(spent > 0 ? [`списано ${many(spent)}`] : []),
    note,
  ].join(', ');
}

/** «начислено 50 бонусов, причина: …». */
export function adjustedWords(amount: number, note: string): string {
  const many = countOf(Math.abs(amount), 'бонус', 'бонуса', 'бонусов');
  return `${amount > 0 ? 'начислено' : 'списано'} ${many}, причина: ${note}`;
}

/** What a card's page shows of its history. */
const shownMovements = 200;

/** With its history. */
export async function presentCard(db: Db, card: CardState): Promise<z.input<typeof Card>> {
  const [movements, holds] = await Promise.all([movementsOf(db, card.id, shownMovements), openHolds(db, card.id)]);
  const { level, expiring } = card;
  return {
    id: card.id,
    number: formatCardNumber(card.number),
    kind_words: cardKindWords[card.kind],
    issued_at: card.issued_at.toISOString(),
    blocked_at: card.blocked_at?.toISOString() ?? null,
    has_bonuses: card.programme.expiry_days !== null,
    balance: card.balance,
    held: card.held,
    purchases: card.purchases_kopecks,
    level: level && `${level.name}, ${level.percent}\u00a0%`,
    expiring: expiring && { amount: expiring.amount, at: expiring.at.toISOString() },
    holds: holds.map(({ order_id, order_number, amount }) => ({ order_id, order_number, amount })),
    movements: movements.map(({ reason, purchase_kopecks, percent: _, at, expires_at, ...movement }) => ({
      ...movement,
      words: movementWords[reason],
      purchase: purchase_kopecks,
      at: at.toISOString(),
      expires_at: expires_at?.toISOString() ?? null,
    })),
  };
}
