import { Refusal } from '#platform/refusal.ts';
import type { SignedIn } from './signed-in.ts';

/**
 * S6-05: contacts, passwords, sessions, personal data, bonuses, roles in a firm and the account itself belong to the
 * customer alone. Called by both entry points before the verb; throws not_while_acting.
 */
export function refuseWhileActing(account: Pick<SignedIn, 'acting'>): void {
  if (account.acting) throw new Refusal('not_while_acting');
}
