import type { Db } from '#platform/database.ts';
import { isSigned, type SecretKeys, sign } from '#platform/secret-keys.ts';
import { type Card, readCard } from './cards.ts';

/**
 * What opens a card on a phone at the cash desk (/qr/b/…): the card's id and a signature over its number, so that the
 * link of a lost card dies with its number. It shows number and balance and changes nothing.
 */
export function cardToken(keys: SecretKeys, { id, number }: Pick<Card, 'id' | 'number'>): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') + sign(keys, 'card', `${id} ${number}`);
}

/** The card of a token, or null: forged, its number was replaced, it is blocked. */
export async function cardOfToken(db: Db, keys: SecretKeys, token: string): Promise<Card | null> {
  if (!/^[A-Za-z0-9_-]{65}$/.test(token)) return null;
  const hex = Buffer.from(token.slice(0, 22), 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const card = await readCard(db, id);
  return card && !card.blocked_at && isSigned(keys, 'card', `${card.id} ${card.number}`, token.slice(22)) ? card : null;
}
