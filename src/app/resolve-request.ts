import type { FastifyReply, FastifyRequest } from 'fastify';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { answerHost, configuredOrigin, hostName, isLocalHost } from '#modules/departments/hosts.ts';
import type { Department } from '#modules/departments/queries.ts';
import { closedRobotsText } from '#modules/feeds/robots.ts';
import { asLooked } from '#modules/pricing/planned-prices.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { withSession } from '#modules/visitors/request-session.ts';
import { resolveRequestContext } from '#modules/visitors/resolve-request-context.ts';
import { previewCookie, readShopPreview } from '#modules/visitors/shop-preview.ts';
import type { Database } from '#platform/database.ts';
import { quietly } from '#platform/failures.ts';
import { isLocalRequest } from '#platform/local-request.ts';
import type { Log } from '#platform/log.ts';
import { plainAddress } from '#platform/networks.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { contentSecurityPolicy, httpsHeaders, isOwnOrigin, securityHeaders } from '#platform/security.ts';
import { schemeOf } from '#platform/trusted-proxy.ts';
import { judgeAddress } from '#web/page-address.ts';
import { unknownHostPage } from '#web/unknown-host-page.ts';
import type { Config } from '../config.ts';
import { isMutation } from './request-kinds.ts';

declare module 'fastify' {
  interface FastifyRequest {
    requestContext: RequestContext;
  }
  interface FastifyContextConfig {
    /** Answers on every host, also where no branch lives. */
    anyHost?: boolean;
  }
}

/** Built files of the pages and of the back office: nobody's in particular. */
const assets = /^\/(?:admin\/)?assets\//;
const fileMethods = ['GET', 'HEAD'];
const knownMethods = [...fileMethods, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Calls that renew no session on the way. S4-01: of signing in and of the cart's state, which tell the browser that its
 * access token has run out, and it renews it itself. And content that is the same for all, which a page asks for beside
 * them: a session renewed by it could be set in the browser after its end was answered.
 */
const renewsNothing = /^\/api\/(auth|_auth|_visitor|ecm\/sites-content)\//;

/** What a look at the shop does not hold back: the back office, and the renewal of its session. */
const ofTheOffice = /^\/api\/(admin|_auth)\//;

/**
 * What every request meets first: headers of every answer, the judgement of method and address. Returns the reply when
 * it is answered.
 */
export async function checkAddress(request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ ...securityHeaders, 'X-Request-Id': request.id });
  if (request.protocol === 'https') reply.headers(httpsHeaders);
  const methods = assets.test(request.url) ? fileMethods : knownMethods;
  if (!methods.includes(request.method)) {
    reply.header('Allow', methods.join(', '));
    throw new Refusal('bad_method');
  }
  if (request.raw.url?.startsWith('//')) throw new Refusal('bad_input', {}, 'Адрес не может начинаться с «//»');
  if (request.routeOptions.url?.startsWith('/dev/') && !mayUseDevTools(request))
    throw new Refusal('not_found', {}, 'Служебные страницы демонстрации открываются только на том же компьютере');
  const verdict = judgeAddress(request.raw.url ?? '/');
  if (verdict === 'refused') throw new Refusal('bad_address');
  if (verdict !== 'normal') return reply.redirect(verdict.moved, isMutation(request) ? 308 : 301);
}

export type ResolveOptions = {
  db: Database;
  config: Config;
  keys: SecretKeys;
  log: Log;
  /** Of the contact centre. */
  phones: () => Promise<string[]>;
  /** Of every page. */
  styles: string[];
};

/**
 * A hook that puts `requestContext` on the request: whose branch the host is, who asks; a session that has run out is
 * renewed on the way. Unknown hosts are answered here.
 */
export function requestContextResolver({ db, config, keys, log, phones, styles }: ResolveOptions) {
  return async function resolve(request: FastifyRequest, reply: FastifyReply) {
    if (request.routeOptions.config.anyHost || assets.test(request.url)) return;
    const departments = await departmentDirectory(db, quietly(log, 'departments', 'departments could not be read'));
    const { kind, department } = answerHost(hostName(request.headers.host ?? ''), departments, config);
    if (kind === 'unknown') return answerUnknownHost(request, reply, departments);
    if (kind === 'moved')
      return reply.redirect(`${originOf(request, department)}${request.url}`, isMutation(request) ? 308 : 301);
    const guest = requestContextOf(request, department);
    request.requestContext = guest;
    if (isMutation(request) && !isOwnOrigin(request.headers.origin, guest.here)) throw new Refusal('foreign_origin');
    const { requestContext, cookies } = await withSession(
      db,
      keys,
      guest,
      config.MAIN_DOMAIN,
      !renewsNothing.test(request.url),
    );
    const preview = readShopPreview(keys, requestContext.cookies[previewCookie], requestContext);
    request.requestContext = { ...requestContext, preview };
    if (preview) request.requestContext.priceContext = await asLooked(db, requestContext.priceContext, preview);
    if (preview && isMutation(request) && !ofTheOffice.test(request.url))
      throw new Refusal('forbidden', {}, 'В предпросмотре ничего не меняется: закончите его в полосе наверху страницы');
    if (cookies.length > 0) reply.header('Set-Cookie', cookies);
  };

  function requestContextOf(request: FastifyRequest, department: Department): RequestContext {
    return resolveRequestContext(
      {
        requestId: request.id,
        origin: originOf(request, department),
        here: hereOf(request, department),
        userAgent: request.headers['user-agent'],
        cookieHeader: request.headers.cookie,
        address: plainAddress(request.ip),
        isLocal: isLocalRequest(request.raw),
      },
      department,
    );
  }

  function originOf(request: FastifyRequest, branch: Department): string {
    return configuredOrigin(branch, config, request.raw.socket.localPort);
  }

  /** The Host header was found to be a branch's, so it can be parsed; its port is the browser's own. */
  function hereOf(request: FastifyRequest, branch: Department): string {
    const here = `${schemeOf(request.raw, config)}://${request.headers.host}`;
    return URL.canParse(here) ? here : originOf(request, branch);
  }

  async function answerUnknownHost(request: FastifyRequest, reply: FastifyReply, departments: Department[]) {
    if (request.url.startsWith('/api/')) throw new Refusal('not_found', {}, 'По этому адресу магазина нет');
    if (/^\/robots\.txt(\?|$)/.test(request.url)) return reply.type('text/plain; charset=utf-8').send(closedRobotsText);
    const html = unknownHostPage(
      departments,
      configuredOrigin({ domain: '', is_main: true }, config, request.raw.socket.localPort),
      config.MAIN_DOMAIN,
      await phones(),
      styles,
    );
    reply.header('Content-Security-Policy', contentSecurityPolicy());
    return reply.code(404).type('text/html; charset=utf-8').send(html);
  }
}

/**
 * Pages and calls that play partners and show emails are not for strangers: asked by this machine itself, by no proxy,
 * and by a name that leads nowhere else, since a page of another site may have found its way to loopback.
 */
function mayUseDevTools(request: FastifyRequest): boolean {
  return isLocalRequest(request.raw) && isLocalHost(request.headers.host ?? '');
}
