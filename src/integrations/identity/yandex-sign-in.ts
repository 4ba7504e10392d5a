import { createHash } from 'node:crypto';
import { newSecret } from '#modules/accounts/requester.ts';
import type { YandexProfile } from '#modules/accounts/sign-in-by-yandex.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { readOwnAddress } from '#platform/own-address.ts';
import { Refusal } from '#platform/refusal.ts';
import { isSigned, type SecretKeys, sign } from '#platform/secret-keys.ts';
import { cookieDomain, serializeCookie } from '#shared/cookies.ts';
import { safeBack } from '#shared/urls.ts';
import type { Config } from '../../config.ts';
import type { Processor } from '../processor.ts';
import { demonstrationApp } from './demonstration.ts';
import { authorizeUrl, exchangeCode, readProfile, type YandexApp } from './yandex.ts';

const stateCookie = 'yandex';
const stateSeconds = 600;

/**
 * Sign-in through Yandex ID is offered only when the application's id and secret are set, or in a demonstration, which
 * plays it.
 */
export function isYandexOn(config: Config): boolean {
  return hasOwnApp(config) || isPlayedYandex(config);
}

/** A demonstration without an application of its own: /dev/yandex/ stands in. */
export function isPlayedYandex(config: Config): boolean {
  return config.isDemonstration && !hasOwnApp(config);
}

/** null: nobody signs in through Yandex itself. */
export function yandexProcessor(config: Config): Processor | null {
  if (!hasOwnApp(config)) return null;
  return {
    name: 'Яндекс ID (id.yandex.ru)',
    gets: 'То, что вы входите в этот магазин; сам Яндекс с вашего согласия сообщает магазину имя, почту и телефон',
    purpose: 'Войти без пароля, если вы сами выбрали вход через Яндекс',
  };
}

function hasOwnApp({ YANDEX_CLIENT_ID, YANDEX_CLIENT_SECRET }: Config): boolean {
  return Boolean(YANDEX_CLIENT_ID && YANDEX_CLIENT_SECRET);
}

/**
 * The way to Yandex's consent page, and the cookie that binds its answer to this browser for ten minutes: state and
 * PKCE verifier, signed. The answer comes to `/auth/yandex` of the same branch; each branch's address is registered
 * with the application. `back`: the page that asked for the sign-in. Send the browser there from a link: form-action of
 * our policy forbids a form to end at Yandex. Throws yandex_off.
 */
export function beginYandexSignIn(
  config: Config,
  keys: SecretKeys,
  requestContext: RequestContext,
  back: string,
  now = new Date(),
): { url: string; cookie: string } {
  const app = appOf(config, requestContext.here);
  const state = newSecret();
  const verifier = newSecret();
  const until = Math.floor(now.getTime() / 1000) + stateSeconds;
  const kept = [state, verifier, until.toString(36), Buffer.from(back).toString('base64url')].join('.');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  return {
    url: authorizeUrl(app, { redirect_uri: `${requestContext.here}/auth/yandex`, state, code_challenge }),
    cookie: stateCookieOf(requestContext, config, `${kept}.${sign(keys, 'yandex state', kept)}`, stateSeconds),
  };
}

/** The page that asked for the sign-in, as this browser's cookie remembers it; else `otherwise`. */
export function yandexBack(
  keys: SecretKeys,
  requestContext: RequestContext,
  otherwise: string,
  now = new Date(),
): string {
  return safeBack(readState(keys, requestContext, now)?.back, otherwise);
}

/** The Set-Cookie value after Yandex's answer was used: state and verifier are good once. */
export function forgetYandexState(requestContext: RequestContext, config: Config): string {
  return stateCookieOf(requestContext, config, '', 0);
}

/**
 * What Yandex's answer hands over: an authorization code with the state it came with, or (no state) an access token.
 */
export type OauthKey = { oauth_key: string; state?: string | undefined };

/**
 * Whose Yandex account it is. A code is exchanged only in the browser that began (state and PKCE of its cookie); a
 * token must have been made for our application. Throws yandex_off, yandex_refused, and yandex_failed, which is logged.
 */
export async function readYandexProfile(
  { db, config }: { db: Db; config: Config },
  keys: SecretKeys,
  requestContext: RequestContext,
  { oauth_key, state }: OauthKey,
  log: Log,
  now = new Date(),
): Promise<YandexProfile> {
  const app = appOf(config, isPlayedYandex(config) ? await readOwnAddress(db, config) : '');
  try {
    if (state === undefined) return await readProfile(app, oauth_key);
    const begun = readState(keys, requestContext, now);
    if (!begun || begun.state !== state) throw new Refusal('yandex_refused');
    return await readProfile(app, await exchangeCode(app, oauth_key, begun.verifier));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'yandex_failed') log.warn({ err: error.cause }, 'Yandex ID failed');
    throw error;
  }
}

function readState(keys: SecretKeys, { cookies }: RequestContext, now: Date) {
  const match = /^(([\w-]{43})\.([\w-]{43})\.([0-9a-z]{1,9})\.([\w-]*))\.([\w-]{43})$/.exec(cookies[stateCookie] ?? '');
  if (!match) return null;
  const [, kept = '', state = '', verifier = '', until = '', back = '', signature = ''] = match;
  if (!isSigned(keys, 'yandex state', kept, signature)) return null;
  if (Number.parseInt(until, 36) * 1000 <= now.getTime()) return null;
  return { state, verifier, back: Buffer.from(back, 'base64url').toString() };
}

function stateCookieOf(requestContext: RequestContext, config: Config, value: string, maxAgeSeconds: number): string {
  const domain = cookieDomain(requestContext.host, config.MAIN_DOMAIN);
  return serializeCookie(stateCookie, value, {
    domain,
    maxAgeSeconds,
    httpOnly: true,
    secure: requestContext.isSecure,
  });
}

/**
 * `playedAt`: scheme://host[:port] where the demonstration's own Yandex is asked, by the browser or by this process.
 */
function appOf(config: Config, playedAt: string): YandexApp {
  if (isPlayedYandex(config)) {
    const url = `${playedAt}/dev/yandex`;
    return { ...demonstrationApp, oauth_url: url, info_url: `${url}/info` };
  }
  const { YANDEX_CLIENT_ID, YANDEX_CLIENT_SECRET, YANDEX_OAUTH_URL, YANDEX_INFO_URL } = config;
  if (!YANDEX_CLIENT_ID || !YANDEX_CLIENT_SECRET) throw new Refusal('yandex_off');
  return {
    client_id: YANDEX_CLIENT_ID,
    client_secret: YANDEX_CLIENT_SECRET,
    oauth_url: YANDEX_OAUTH_URL.replace(/\/$/, ''),
    info_url: YANDEX_INFO_URL,
  };
}
