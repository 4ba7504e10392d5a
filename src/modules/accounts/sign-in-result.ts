import type { Tokens } from './sessions.ts';

/**
 * A session was opened; `afterSignIn` makes the cookies of it. `browser` is the secret of the cookie that makes this
 * browser known.
 */
export type OpenedSession = Tokens & { kind: 'signed_in'; session_id: string; user_id: string; browser: string };

/**
 * The email (or the Yandex account) is proven and nobody's yet: `signUp` with this proof makes the account. 30 minutes,
 * once.
 */
export type SignUpNeeded = { kind: 'needs_sign_up'; proof: string; email: string | null; full_name: string };

export type SignInResult = OpenedSession | SignUpNeeded;
