import { z } from 'zod';
import { Email } from '#modules/accounts/schema.ts';
import type { YandexProfile } from '#modules/accounts/sign-in-by-yandex.ts';
import { Refusal } from '#platform/refusal.ts';
import { toE164 } from '#shared/phone.ts';

/** Our application at Yandex ID and the addresses of its service. */
export type YandexApp = { client_id: string; client_secret: string; oauth_url: string; info_url: string };

const timeoutMs = 8_000;

/** Where the browser is sent to ask for consent. PKCE: `code_challenge` is the SHA-256 of the verifier kept here. */
export function authorizeUrl(
  { client_id, oauth_url }: YandexApp,
  { redirect_uri, state, code_challenge }: { redirect_uri: string; state: string; code_challenge: string },
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    state,
    code_challenge,
    code_challenge_method: 'S256',
  });
  return `${oauth_url}/authorize?${query}`;
}

/**
 * The access token of an authorization code. Throws yandex_refused for a code that is not good, yandex_failed when
 * Yandex does not answer.
 */
export async function exchangeCode(app: YandexApp, code: string, code_verifier: string): Promise<string> {
  const { client_id, client_secret, oauth_url } = app;
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, client_id, client_secret, code_verifier });
  const answer = await ask(`${oauth_url}/token`, { method: 'POST', body });
  return parse(z.object({ access_token: z.string().min(1) }), answer).access_token;
}

/**
 * Who the token speaks for. A token made for another application is refused: its owner could hand it on to sign in here
 * as somebody else. Throws yandex_refused, yandex_failed.
 */
export async function readProfile(app: YandexApp, access_token: string): Promise<YandexProfile> {
  const headers = { authorization: `OAuth ${access_token}` };
  const info = parse(Info, await ask(`${app.info_url}?format=json`, { headers }));
  if (info.client_id !== app.client_id) throw new Refusal('yandex_refused');
  const names = [info.first_name, info.last_name].filter(Boolean).join(' ');
  return {
    id: info.id,
    login: info.login?.slice(0, 120) || null,
    email: Email.safeParse(info.default_email).data ?? null,
    full_name: (info.real_name || names || info.display_name || '').trim().slice(0, 120),
    phone: toE164(info.default_phone?.number ?? ''),
  };
}

const text = z.string().nullish();

/** Everything but id and client_id may be missing. */
const Info = z.object({
  id: z.string().min(1).max(100),
  client_id: z.string(),
  login: text,
  default_email: text,
  first_name: text,
  last_name: text,
  display_name: text,
  real_name: text,
  default_phone: z.object({ number: text }).nullish(),
});

async function ask(url: string, init: RequestInit): Promise<unknown> {
  let answer: Response;
  let body: unknown;
  try {
    answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    body = await answer.json();
  } catch (cause) {
    throw failed(cause);
  }
  if (answer.ok) return body;
  // The words of `error` name the fault and hold no secret.
  const named = z.object({ error: z.string() }).safeParse(body).data?.error ?? '';
  if (answer.status >= 500 || named === 'invalid_client' || named === 'unauthorized_client') {
    throw failed(new Error(`Yandex answered ${answer.status} ${named}`));
  }
  throw new Refusal('yandex_refused');
}

function parse<T extends z.ZodType>(schema: T, answer: unknown): z.output<T> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw failed(new Error(`Yandex answered something else: ${parsed.error.issues.map(({ path }) => path.join('.'))}`));
}

function failed(cause: unknown): Refusal {
  return Object.assign(new Refusal('yandex_failed'), { cause });
}
