import { sql } from 'kysely';
import { isPassword } from '#modules/accounts/passwords.ts';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { forgetTries, takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Card, cardColumns } from './cards.ts';
import { cardFields, readCardNumber } from './schema.ts';

/** Who tries a card. */
export type CardRequester = { visitor: string | null; address: string };

const perRequester = { max: 10, windowSeconds: 600 } as const;
/** Ten codes of a million a day for one card, whoever tries them. */
const perCard = { max: 10, windowSeconds: 86_400 } as const;

/**
 * The card whose number and code these are. Every try is counted before anything is looked up, also that of a number
 * nobody has, so that answers and waiting tell nothing about which numbers exist. Throws bad_input at the fields
 * `number` and `code` when they cannot be any card's, wrong_card, too_many, and
 * card_blocked to whoever has both. Not inside a transaction: a rolled back try
 * would not count.
 */
export async function proveCard(
  db: Db,
  typed: { number: string; code: string },
  requester: CardRequester,
  now = new Date(),
): Promise<Card> {
  const { number: typedNumber, code } = checkForm(cardFields, typed);
  const number = readCardNumber(typedNumber) ?? '';
  await takeTry(db, number, requester, now);
  const { rows } = await sql<Card & { code_hash: string }>`
    select ${cardColumns}, c.code_hash from cards c where c.number = ${number}`.execute(db);
  const found = rows[0];
  const isRight = await isPassword(code, found?.code_hash ?? null);
  if (!found || !isRight) throw new Refusal('wrong_card');
  await forgetTries(db, 'card', [`number ${number}`]);
  if (found.blocked_at) throw new Refusal('card_blocked');
  const { code_hash: _hash, ...card } = found;
  return card;
}

async function takeTry(db: Db, number: string, { visitor, address }: CardRequester, now: Date): Promise<void> {
  const requesters = [`address ${address}`, ...(visitor ? [`visitor ${visitor}`] : [])];
  const waits = await Promise.all([
    ...requesters.map((key) => takeLimit(db, 'card', key, perRequester.max, perRequester.windowSeconds, now)),
    takeLimit(db, 'card', `number ${number}`, perCard.max, perCard.windowSeconds, now),
  ]);
  const wait = Math.max(...waits);
  if (wait > 0) throw tooMany(wait, 'Слишком много попыток проверить карту. Попробуйте позже');
}
