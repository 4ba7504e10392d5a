import { readSignedIn, type SignedIn } from '#modules/accounts/signed-in.ts';
import { contextOfAccount } from '#modules/visitors/resolve-request-context.ts';
import { sessionCookies } from '#modules/visitors/session-cookies.ts';
import type { Shop } from '#web/parts/request/context.ts';

/** The readable mark `signed` follows a change of firm at once, so that the very next page shows the right prices. */
export async function addAccountCookies(
  { db, requestContext, config }: Pick<Shop, 'db' | 'requestContext' | 'config'>,
  { session_id }: Pick<SignedIn, 'session_id'>,
  answer: unknown,
): Promise<void> {
  if (!(answer instanceof Response)) return;
  const changed = await readSignedIn(db, session_id, new Date());
  if (!changed) return;
  for (const cookie of sessionCookies(contextOfAccount(requestContext, changed), config.MAIN_DOMAIN, null))
    answer.headers.append('Set-Cookie', cookie);
}
