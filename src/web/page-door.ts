import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RouterContextProvider, type ServerBuild } from 'react-router';
import type { Partners } from '#integrations/partners.ts';
import { hostName } from '#modules/departments/hosts.ts';
import { shelfOf } from '#modules/departments/queries.ts';
import type { Visit } from '#modules/visitors/visit.ts';
import { serializeCookie } from '#platform/cookies.ts';
import type { Db } from '#platform/database.ts';
import { within } from '#platform/deadline.ts';
import { deviceTypeOf, isRobot } from '#platform/device.ts';
import { longestLoadMs } from '#platform/loading-cache.ts';
import type { Log } from '#platform/log.ts';
import {
  accepts,
  encodedBody,
  type KeptPage,
  type PageAnswer,
  type PageStore,
  type RenderedPage,
  readyBody,
} from '#platform/page-store.ts';
import type { ReadyAnswer } from '#platform/ready-response.ts';
import { contentSecurityPolicy, httpsHeaders, securityHeaders } from '#platform/security.ts';
import { trustedPeers } from '#platform/trusted-proxy.ts';
import type { Tag } from '#shared/cache-tags.ts';
import { perObject } from '#shared/per-object.ts';
import type { Config } from '../config.ts';
import { narrowedHandler } from './narrowed-handler.ts';
import { beginningsWith } from './page-facts.ts';
import type { RenderedDocument } from './parts/request/context.ts';

const compress = promisify(gzip);

export type PageDoorOptions = { db: Db; config: Config; partners: Partners; build: ServerBuild; store: PageStore };

/** Pages of one visitor, and what is no page: never cached. Everything else is the same for all visitors of a branch and device. */
const personalPaths = [...beginningsWith(({ cache }) => cache === 'personal'), 'dev', 'api'];
const personalPath = new RegExp(`^/(${personalPaths.join('|')})(/|\\.data|\\?|$)`);

/** A signed link shows a draft: never kept. */
const previewPath = /^\/lp\/[^?]*\?(?:.*&)?preview=/;

/** Marks of campaigns do not change a page and are taken off before it is rendered and kept. */
const campaignParameter = /^(utm_[a-z]+|yclid|ysclid|gclid|fbclid|ymclid|erid|etext|from|_openstat)$/;
const longestKeptUrl = 500;

/** Browsers may keep the page but ask each time; the device, the visitor's kind and the coding change it. */
const pageCaching = { 'Cache-Control': 'private, no-cache', Vary: 'User-Agent, Cookie, Accept-Encoding' };

/**
 * The door of all pages. `readyAnswer` is asked before Fastify and gives a kept page at once; `handle` renders the rest:
 * anonymous pages without any cookie of the visitor (so they cannot hold one), personal pages for this visitor with no-store.
 */
export function createPageDoor({ db, config, partners, build, store }: PageDoorOptions) {
  const { shop, document, withPageErrors } = build.entry.module as unknown as typeof import('./entry.server.tsx');
  const mode = process.env.NODE_ENV === 'development' ? 'development' : 'production';
  const render = narrowedHandler(withPageErrors(build), mode);

  /** A kept page, or word that the browser has it; null: not kept, or `handle` must write it for this visitor. */
  function readyAnswer(request: IncomingMessage): ReadyAnswer | null {
    const split = splitOf(request);
    const key = split?.cookie || isMarkedOwn(request) ? null : keyOf(request, config, split);
    const page = key && store.get(key);
    if (!page) return null;
    const isUnchanged = request.headers['if-none-match'] === page.etag;
    const ready = isUnchanged ? unchanged : readyBody(page, request.headers['accept-encoding']);
    return ready && answerOf(page, ready);
  }

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const split = splitOf(request.raw);
    if (split?.cookie) reply.header('Set-Cookie', split.cookie);
    // Asked of the session, not of the mark: whoever makes up a mark gets the page of everybody.
    const isOwn = request.visit.kind === 'b2b' || request.visit.kind === 'staff';
    const key = isOwn ? null : keyOf(request.raw, config, split);
    if (!key) return sendPersonal(request, reply, split);
    const renderAnonymous = () =>
      renderPage(request, anonymous(request.visit, split), key.slice(key.indexOf('\n') + 1));
    const isDoubtful = key.includes('?');
    const page = store.get(key, renderAnonymous) ?? (await store.make(key, renderAnonymous, { isDoubtful }));
    return 'etag' in page
      ? sendKept(page, request, reply)
      : sendAnswer(withCampaign(page, request.url), request, reply);
  }

  /** The cached page, however stale, for a request that failed because the database is away; false when there is none, or it is a visitor's own. */
  async function sendHeld(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const key = isMarkedOwn(request.raw) ? null : keyOf(request.raw, config, splitOf(request.raw));
    const page = key && store.held(key);
    if (page) await sendKept(page, request, reply);
    return Boolean(page);
  }

  /** Asked for as GET even when the request is HEAD: what is kept must have its body. */
  async function renderPage(request: FastifyRequest, visit: Visit, url: string): Promise<RenderedPage> {
    const asked = webRequest(request, new URL(url, visit.origin), true);
    const tags = new Set<Tag>();
    const { status, headers, body } = await answerTo(asked, contextOf(request, visit, tags));
    if (![...tags].some((tag) => tag.startsWith('product:'))) tags.add('products');
    return {
      status,
      headers: { ...pageCaching, ...(visit.isSecure && httpsHeaders), ...headers },
      body,
      tags: [...tags, 'catalogue', 'departments', 'content'],
    };
  }

  async function sendPersonal(request: FastifyRequest, reply: FastifyReply, split: Split | null) {
    const visit = { ...request.visit, cookies: { ...request.visit.cookies, ...splitCookie(split) } };
    const context = contextOf(request, visit, new Set());
    const asked = webRequest(request, new URL(request.url, visit.here), false);
    const answer = answerTo(asked, context);
    // What changes something is waited for: it may be done although it is late.
    const { status, headers, body, cookies } = await (isReading(request) ? within(longestLoadMs, answer) : answer);
    if (cookies.length > 0) reply.header('Set-Cookie', cookies); // Fastify adds to what was set before
    return sendAnswer({ status, headers: { ...headers, 'Cache-Control': 'private, no-store' }, body }, request, reply);
  }

  function contextOf(request: FastifyRequest, visit: Visit, tags: Set<Tag>): RouterContextProvider {
    const context = new RouterContextProvider();
    context.set(shop, { db, config, partners, visit, log: request.log as Log, tags });
    return context;
  }

  async function answerTo(asked: Request, context: RouterContextProvider) {
    const rendered: RenderedDocument = { body: null, csp: '', failure: null };
    context.set(document, rendered);
    const response = await render(asked, context);
    if (!rendered.body && rendered.failure) throw rendered.failure;
    const body = rendered.body ?? Buffer.from(await response.arrayBuffer());
    const headers: Record<string, string> = { ...securityHeaders };
    for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value;
    if (rendered.body) headers['Content-Security-Policy'] = rendered.csp;
    else if (headers['content-type']?.startsWith('text/html'))
      headers['Content-Security-Policy'] = contentSecurityPolicy();
    return { status: response.status, headers, body, cookies: response.headers.getSetCookie() };
  }

  return { readyAnswer, handle, sendHeld };
}

export type PageDoor = ReturnType<typeof createPageDoor>;

const unchanged = { encoding: 'unchanged', body: null } as const;
type Ready = NonNullable<ReturnType<typeof readyBody>> | typeof unchanged;
const readyAnswers = perObject((_page: KeptPage): Partial<Record<Ready['encoding'], ReadyAnswer>> => ({}));

/** Made once per page and coding. */
function answerOf(page: KeptPage, { encoding, body }: Ready): ReadyAnswer {
  const made = readyAnswers(page);
  made[encoding] ??= body ? whole(page, encoding, body) : notModified(page);
  return made[encoding];
}

function whole({ headers, etag: ETag }: KeptPage, encoding: string, body: Buffer): ReadyAnswer {
  const all = { ...headers, ETag, 'Content-Encoding': encoding, 'Content-Length': String(body.length) };
  return { status: '200 OK', headers: Object.entries(all).flat(), body };
}

function notModified({ etag: ETag }: KeptPage): ReadyAnswer {
  return { status: '304 Not Modified', headers: Object.entries({ ...pageCaching, ETag }).flat(), body: null };
}

/** A visitor's tenth of an A/B split; `cookie`: the Set-Cookie value that makes it last, null when the browser has it or is a robot. */
export type Split = { bucket: string; cookie: string | null };

/**
 * Landing pages may be shown in two variants. The tenth is drawn once per browser and kept in a cookie of one digit, so that the variant is
 * known before a kept page is looked up: the key holds it, and the page comes in its variant at once. Robots see variant a.
 */
function splitOf({ url = '/', headers }: IncomingMessage): Split | null {
  if (!landingPath.test(url)) return null;
  const known = /(?:^|; )split=([0-9])(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  if (known !== undefined) return { bucket: known, cookie: null };
  if (isRobot(headers['user-agent'])) return { bucket: '9', cookie: null };
  const bucket = String(randomInt(10));
  return { bucket, cookie: serializeCookie('split', bucket, { maxAgeSeconds: splitSeconds, httpOnly: true }) };
}

const landingPath = /^\/lp\/(?!(?:magic|fortune)(?:[/.?]|$))/;
/** 90 days: longer than a test runs. */
const splitSeconds = 7_776_000;

function splitCookie(split: Split | null): Record<string, string> {
  return split ? { split: split.bucket } : {};
}

/**
 * `device scheme host`, the tenth of a landing page and the URL without campaign marks, or null for what is never cached.
 * The host is the name of a branch, without the port and whatever its letters: whoever makes one up is answered before pages are rendered, and what a page
 * says of its own address comes from the settings. With a query it is cached from the second asking on.
 */
function keyOf(request: IncomingMessage, config: Config, split: Split | null): string | null {
  const { method, headers, url = '/' } = request;
  if ((method !== 'GET' && method !== 'HEAD') || url.length > longestKeptUrl) return null;
  if (personalPath.test(url) || previewPath.test(url)) return null;
  const scheme = schemeOf(request, config);
  return `${deviceTypeOf(headers['user-agent'])} ${scheme}://${hostName(headers.host ?? '')}${split ? ` ${split.bucket}` : ''}\n${withoutCampaign(url)}`;
}

/** The browser says that it has a session of business or staff, whose pages are its own: who that is only the database knows. */
function isMarkedOwn({ headers }: IncomingMessage): boolean {
  return headers.cookie !== undefined && /(?:^|; )signed=(?:b2b|staff)(?:;|$)/.test(headers.cookie);
}

function withoutCampaign(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const kept = url
    .slice(at + 1)
    .split('&')
    .filter((pair) => pair !== '' && !campaignParameter.test(pair.split('=', 1)[0] ?? ''));
  return kept.length > 0 ? `${url.slice(0, at)}?${kept.join('&')}` : url.slice(0, at);
}

/** A redirect carries the marks of the campaign on, so that an old address in an advertisement still names its campaign (S7-24). */
function withCampaign(answer: PageAnswer, url: string): PageAnswer {
  const { location } = answer.headers;
  const marks = (url.split('?', 2)[1] ?? '')
    .split('&')
    .filter((pair) => campaignParameter.test(pair.split('=', 1)[0] ?? ''));
  if (!location?.startsWith('/') || marks.length === 0) return answer;
  const joint = location.includes('?') ? '&' : '?';
  return { ...answer, headers: { ...answer.headers, location: location + joint + marks.join('&') } };
}

const trustOf = perObject(({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>) => trustedPeers(TRUST_PROXY));

/** https when a proxy of ours says so; the shop itself speaks http. */
export function schemeOf(request: IncomingMessage, config: Pick<Config, 'TRUST_PROXY'>): 'http' | 'https' {
  if (request.headers['x-forwarded-proto'] !== 'https') return 'http';
  return trustOf(config)(request) ? 'https' : 'http';
}

/** What a page of all visitors may know of the one who asked first: nothing. */
function anonymous(visit: Visit, split: Split | null): Visit {
  return {
    ...visit,
    here: visit.origin,
    visitor: null,
    cookies: splitCookie(split),
    kind: 'guest',
    account: null,
    address: '',
    userAgent: '',
    shelf: shelfOf(visit.department),
  };
}

function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function webRequest(request: FastifyRequest, url: URL, isAnonymous: boolean): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !(isAnonymous && (name === 'cookie' || name === 'referer')))
      headers.set(name, value);
  }
  const hasBody = !isReading(request);
  return new Request(url, {
    method: isAnonymous ? 'GET' : request.method,
    headers,
    body: hasBody ? (request.body as Buffer<ArrayBuffer>) : undefined,
  });
}

async function sendKept(page: KeptPage, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ ...page.headers, ETag: page.etag });
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const { body, encoding } = await encodedBody(page, request.headers['accept-encoding']);
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply.code(200).send(body);
}

async function sendAnswer({ status, headers, body }: PageAnswer, request: FastifyRequest, reply: FastifyReply) {
  reply.code(status).headers(headers);
  if (status === 304 || status === 204) return reply.send();
  if (body.length > 1_000 && accepts(request.headers['accept-encoding'] ?? '', 'gzip')) {
    return reply.header('Content-Encoding', 'gzip').send(await compress(body, { level: 4 }));
  }
  return reply.send(body);
}
