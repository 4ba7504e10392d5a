import type { FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { Partners } from '#integrations/partners.ts';
import { priceContextOf } from '#modules/departments/queries.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { RenderedResponse } from '#platform/page-cache.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { contentSecurityPolicy, securityHeaders } from '#platform/security.ts';
import type { Tag } from '#shared/cache-tags.ts';
import type { Config } from '../config.ts';
import { type Split, splitCookie } from './landing-split.ts';
import type { RenderedDocument } from './parts/request/context.ts';

export type PageRendererOptions = {
  db: Db;
  config: Config;
  keys: SecretKeys;
  partners: Partners;
  build: ServerBuild;
};

/**
 * Renders pages with React Router: a request of Fastify goes in with its request context, the whole response comes out.
 */
export function createPageRenderer({ db, config, keys, partners, build }: PageRendererOptions) {
  const { shop, document, withPageErrors } = build.entry.module as unknown as typeof import('./entry.server.tsx');
  const mode = process.env.NODE_ENV === 'development' ? 'development' : 'production';
  const render = createRequestHandler(withPageErrors(build), mode);

  /** `read`: where the page reads, when that is a transaction of its own. */
  function contextOf(
    request: FastifyRequest,
    requestContext: RequestContext,
    tags: Set<Tag>,
    read: Db = db,
  ): RouterContextProvider {
    const context = new RouterContextProvider();
    context.set(shop, { db: read, config, keys, partners, requestContext, log: request.log as Log, tags });
    return context;
  }

  /** Throws why not even a page that tells of an error could be rendered. */
  async function answerTo(
    asked: Request,
    context: RouterContextProvider,
  ): Promise<RenderedResponse & { cookies: string[] }> {
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

  return { contextOf, answerTo };
}

/** What a page of all visitors may know of the one who asked first: nothing. */
export function anonymous(requestContext: RequestContext, split: Split | null): RequestContext {
  return {
    ...requestContext,
    here: requestContext.origin,
    visitor: null,
    cookies: splitCookie(split),
    kind: 'guest',
    account: null,
    preview: null,
    address: '',
    userAgent: '',
    priceContext: priceContextOf(requestContext.department),
  };
}

export function isReading({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * `isAnonymous`: asked for as GET even when the request is HEAD, since what is cached must have its body, and without
 * what tells of the visitor.
 */
export function webRequest(request: FastifyRequest, url: URL, isAnonymous: boolean): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !(isAnonymous && (name === 'cookie' || name === 'referer')))
      headers.set(name, value);
  }
  return new Request(url, {
    method: isAnonymous ? 'GET' : request.method,
    headers,
    body: isReading(request) ? undefined : (request.body as Buffer<ArrayBuffer>),
  });
}
