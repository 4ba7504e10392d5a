import type { Db } from '#platform/database.ts';
import {
  type GrowingPause,
  limitWait,
  returnTry,
  slowWait,
  takeLimit,
  takeSlowTry,
  tooMany,
} from '#platform/limits.ts';
import type { Requester } from '../requester.ts';
import { waitWords } from '../wait-words.ts';

/**
 * 3 emails in 15 minutes and 10 in a day per address, at a growing distance; 30 in an hour per network that nobody has
 * used (`returnEmail`).
 */
const perEmail = [
  { span: '15 minutes', max: 3, windowSeconds: 900 },
  { span: 'day', max: 10, windowSeconds: 86_400 },
] as const;
const perAddress = { max: 30, windowSeconds: 3_600 } as const;
const pause: GrowingPause = { free: 1, firstSeconds: 60, mostSeconds: 900, forgetSeconds: 86_400 };

/**
 * Takes the right to send one email of this kind ('code', 'password') to the email address. Strangers, each known
 * browser and each known network address have limits of their own (`knowledge`), so that a stranger who asks without
 * end keeps nobody else from asking; a known browser and a known network are also free of the limit per network. Throws
 * too_many. Not inside a transaction.
 */
export async function takeEmail(
  db: Db,
  kind: string,
  email: string,
  knowledge: string,
  requester: Pick<Requester, 'address'>,
  now: Date,
): Promise<void> {
  const key = keyOf(email, knowledge);
  const address = /^(browser|address) /.test(knowledge) ? [] : [`address ${requester.address}`];
  const waits = await Promise.all([
    slowWait(db, `${kind} pause`, key, pause, now),
    ...perEmail.map(({ span, max, windowSeconds }) => limitWait(db, `${kind} ${span}`, [key], max, windowSeconds, now)),
    limitWait(db, `${kind} address`, address, perAddress.max, perAddress.windowSeconds, now),
  ]);
  refuseWaiting(Math.max(...waits));
  // Read first, so that what is refused is not counted; taken then, so that parallel ones are counted exactly.
  refuseWaiting(await takeSlowTry(db, `${kind} pause`, key, pause, now));
  for (const { span, max, windowSeconds } of perEmail)
    refuseWaiting(await takeLimit(db, `${kind} ${span}`, key, max, windowSeconds, now));
  for (const one of address)
    refuseWaiting(await takeLimit(db, `${kind} address`, one, perAddress.max, perAddress.windowSeconds, now));
}

/**
 * The code of an email was entered by a stranger: it went to somebody who wanted it, so the network it was asked from
 * has its place back. That way many customers behind one address (CGNAT) sign in, while emails to people who did not
 * ask stay 30 an hour.
 */
export async function returnEmail(db: Db, kind: string, requester: Pick<Requester, 'address'>): Promise<void> {
  await returnTry(db, `${kind} address`, `address ${requester.address}`);
}

/** Seconds until the next email of this kind may be asked for. */
export async function nextEmail(db: Db, kind: string, email: string, knowledge: string, now: Date): Promise<number> {
  const key = keyOf(email, knowledge);
  const waits = await Promise.all([
    slowWait(db, `${kind} pause`, key, pause, now),
    ...perEmail.map(({ span, max, windowSeconds }) => limitWait(db, `${kind} ${span}`, [key], max, windowSeconds, now)),
  ]);
  return Math.max(...waits);
}

function keyOf(email: string, knowledge: string): string {
  return `${email} ${knowledge}`;
}

function refuseWaiting(wait: number): void {
  if (wait > 0) throw tooMany(wait, `Новое письмо можно запросить ${waitWords(wait)}`);
}
