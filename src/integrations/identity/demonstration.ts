import { createHash, randomBytes } from 'node:crypto';
import { type Cache, createCache } from '#platform/cache.ts';

/** What the demonstration knows its one application by. */
export const demonstrationApp = { client_id: 'demonstration', client_secret: 'no-yandex-here' } as const;

/** An account as /info describes it. */
export type PlayedAccount = {
  id: string;
  login: string;
  default_email: string;
  real_name: string;
  default_phone: { number: string };
};

/** Nobody's accounts: the first has the email of a person of the demo shop, the second is new to it. */
export const playedAccounts: PlayedAccount[] = [
  {
    id: 'demonstration-1',
    login: 'anna.smirnova',
    default_email: 'anna@pochta.example',
    real_name: 'Анна Смирнова',
    default_phone: { number: '+79210000101' },
  },
  {
    id: 'demonstration-2',
    login: 'olga.sokolova',
    default_email: 'olga@pochta.example',
    real_name: 'Ольга Соколова',
    default_phone: { number: '+79210000106' },
  },
];

const codeMs = 600_000;
/** Of codes and of tokens each: what is older is forgotten first. */
const mostRemembered = 1_000;

/**
 * Yandex ID as far as the shop meets it: authorization codes of ten minutes and one use, PKCE, tokens, /info. Remembers
 * nothing beyond the process.
 */
export function playYandex(now = Date.now) {
  type Granted = { account: PlayedAccount; challenge: string; until: number };
  const codes = createCache<string, Granted>({ name: 'demonstration_codes', max: mostRemembered });
  const tokens = createCache<string, PlayedAccount>({ name: 'demonstration_tokens', max: mostRemembered });
  return {
    /** The code that the browser carries back to the shop. */
    grant(account: PlayedAccount, challenge: string): string {
      return remember(codes, { account, challenge, until: now() + codeMs });
    },
    /** POST /token. */
    token(form: Record<string, string | undefined>): { status: number; json: object } {
      const { grant_type, client_id, client_secret, code = '', code_verifier = '' } = form;
      if (client_id !== demonstrationApp.client_id || client_secret !== demonstrationApp.client_secret)
        return { status: 401, json: { error: 'invalid_client' } };
      if (grant_type !== 'authorization_code') return { status: 400, json: { error: 'unsupported_grant_type' } };
      const granted = codes.get(code);
      codes.delete(code);
      const proof = createHash('sha256').update(code_verifier).digest('base64url');
      if (!granted || granted.until < now() || granted.challenge !== proof)
        return { status: 400, json: { error: 'invalid_grant' } };
      return { status: 200, json: { token_type: 'bearer', access_token: remember(tokens, granted.account) } };
    },
    /** GET /info. */
    info(authorization = ''): { status: number; json: object } {
      const account = tokens.get(authorization.replace(/^OAuth /, ''));
      if (!account) return { status: 401, json: { error: 'invalid_token' } };
      return { status: 200, json: { ...account, client_id: demonstrationApp.client_id } };
    },
  };

  function remember<T extends {}>(into: Cache<string, T>, value: T): string {
    const key = randomBytes(24).toString('base64url');
    into.set(key, value);
    return key;
  }
}
