import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { draftsOfLook, showDrafts } from '#modules/drafts/show-drafts.ts';
import { noteSeen } from '#modules/landings/count-variants.ts';
import { rowsOfLook, showRows } from '#modules/releases/show-rows.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import type { ShopPreview } from '#modules/visitors/shop-preview.ts';
import { accepts, gzipOf, replyCached, sendCached } from '#platform/cached-response.ts';
import type { Db } from '#platform/database.ts';
import { within } from '#platform/deadline.ts';
import { longestLoadMs } from '#platform/loading-cache.ts';
import type { Log } from '#platform/log.ts';
import type { PageCache, RenderedPage, RenderedResponse } from '#platform/page-cache.ts';
import { rehearse } from '#platform/rehearse.ts';
import { framedBy, httpsHeaders } from '#platform/security.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import type { Tag } from '#shared/cache-tags.ts';
import { cachedDataMs } from '#shared/constants.ts';
import { isDataAddress } from '#shared/data-address.ts';
import { addressIn, cacheKeyOf, isMarkedOwn, withCampaign } from './cache-key.ts';
import { type Split, splitCookie, splitOf } from './landing-split.ts';
import { anonymous, createPageRenderer, isReading, type PageRendererOptions, webRequest } from './page-renderer.ts';
import { seenPage } from './seen-page.ts';

export type PageServerOptions = PageRendererOptions & {
  cache: PageCache;
  /** Counts visits (`product` null) and views of goods. */
  noteView: (view: { host: string; product: string | null }) => void;
};

/**
 * Browsers may keep the page but ask each time; what a script fetched for a navigation (S7-25) they keep for as long as
 * S9-06 says, so that a link fetched ahead is not asked for again. The device, the visitor's kind and the coding change
 * it: whoever signs in or out begins again.
 */
function pageCaching(url: string, status: number) {
  const isData = isDataAddress(url) && status < 400;
  return {
    'Cache-Control': isData ? `private, max-age=${cachedDataMs / 1000}` : 'private, no-cache',
    Vary: 'User-Agent, Cookie, Accept-Encoding',
  };
}

/**
 * Answers all pages. `answerCached` is asked before Fastify and sends a cached page at once; `handle` renders the rest:
 * anonymous pages without any cookie of the visitor (so they cannot hold one), personal pages for this visitor with
 * no-store.
 */
export function createPageServer({ cache, noteView, ...options }: PageServerOptions) {
  const { config } = options;
  const { contextOf, answerTo } = createPageRenderer(options);
  const underDrafts = rendererUnderDrafts(options.db);

  /** False: not cached, or `handle` must write it for this visitor. */
  function answerCached(request: IncomingMessage, response: ServerResponse): boolean {
    const split = splitOf(request);
    const key = split?.cookie || split?.seen || isMarkedOwn(request) ? null : cacheKeyOf(request, config, split);
    const page = key && cache.get(key);
    const isSent = page ? sendCached(page, request, response) : false;
    if (isSent) countSeen(request, noteView);
    return isSent;
  }

  async function handle(request: FastifyRequest, reply: FastifyReply) {
    const split = splitOf(request.raw);
    if (split?.cookie) reply.header('Set-Cookie', split.cookie);
    // Asked of the session, not of the mark: whoever makes up a mark gets the page of everybody.
    const { kind, preview } = request.requestContext;
    if (preview) return sendPreview(request, reply, preview, split);
    if (kind !== 'staff') countWhenAnswered(request, reply, split, options.db, noteView);
    const isOwn = kind === 'b2b' || kind === 'staff';
    const key = isOwn ? null : cacheKeyOf(request.raw, config, split);
    if (!key) return sendPersonal(request, reply, split);
    const render = () => renderShared(request, anonymous(request.requestContext, split), addressIn(key));
    const page = cache.get(key, render) ?? (await cache.make(key, render, { isDoubtful: key.includes('?') }));
    return 'etag' in page
      ? replyCached(page, request, reply)
      : sendRendered(withCampaign(page, request.url), request, reply);
  }

  /**
   * The cached page, however stale, for a request that failed because the database is away; false when there is none,
   * or it is a visitor's own.
   */
  async function sendStale(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const key = isMarkedOwn(request.raw) ? null : cacheKeyOf(request.raw, config, splitOf(request.raw));
    const page = key && cache.stale(key);
    if (page) await replyCached(page, request, reply);
    return Boolean(page);
  }

  async function renderShared(
    request: FastifyRequest,
    requestContext: RequestContext,
    url: string,
  ): Promise<RenderedPage> {
    const tags = new Set<Tag>();
    const asked = webRequest(request, new URL(url, requestContext.origin), true);
    const { status, headers, body } = await answerTo(asked, contextOf(request, requestContext, tags));
    if (![...tags].some((tag) => tag.startsWith('product:'))) tags.add('products');
    return {
      status,
      headers: { ...pageCaching(url, status), ...(requestContext.isSecure && httpsHeaders), ...headers },
      body,
      tags: [...tags, 'catalogue', 'departments', 'content'],
    };
  }

  /** The page of everybody at another moment: for nobody in particular, stored nowhere, in no search engine. */
  async function sendPreview(request: FastifyRequest, reply: FastifyReply, given: ShopPreview, split: Split | null) {
    // The same cookie may open a tab beside the frame: that one keeps its own strip and its own headers.
    const preview = request.headers['sec-fetch-dest'] === 'iframe' ? given : { ...given, frame: null };
    const requestContext = previewContext(request.requestContext, preview, split);
    const asked = webRequest(request, new URL(request.url, requestContext.origin), true);
    const render = async (db: Db, moreDrafts: number) => {
      const shown = { ...requestContext, preview: { ...preview, moreDrafts } };
      return answerTo(asked, contextOf(request, await withBranchIn(db, shown), new Set(), db));
    };
    const { status, headers, body } = await within(longestLoadMs, underDrafts(preview, render));
    // When the look's time is over the browser loads the page again by itself, as anybody's.
    const left = Math.max(1, Math.ceil((preview.until.getTime() - Date.now()) / 1000) + 1);
    const own = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex', Refresh: String(left) };
    return sendRendered({ status, headers: { ...shownTo(preview, headers, reply), ...own }, body }, request, reply);
  }

  async function sendPersonal(request: FastifyRequest, reply: FastifyReply, split: Split | null) {
    const requestContext = {
      ...request.requestContext,
      cookies: { ...request.requestContext.cookies, ...splitCookie(split) },
    };
    const context = contextOf(request, requestContext, new Set());
    const answer = answerTo(webRequest(request, new URL(request.url, requestContext.here), false), context);
    // What changes something is waited for: it may be done although it is late.
    const { status, headers, body, cookies } = await (isReading(request) ? within(longestLoadMs, answer) : answer);
    if (cookies.length > 0) reply.header('Set-Cookie', cookies); // Fastify adds to what was set before
    return sendRendered(
      { status, headers: { ...headers, 'Cache-Control': 'private, no-store' }, body },
      request,
      reply,
    );
  }

  return { answerCached, handle, sendStale };
}

export type PageServer = ReturnType<typeof createPageServer>;

/**
 * Renders over the fields, and the forms, posts and wheels, that wait as drafts: they stand in their records, in force,
 * in a transaction that is rolled back when the page is there. What is read in a transaction is remembered nowhere.
 */
function rendererUnderDrafts(db: Db) {
  // Each holds a connection while its page asks for more: many at once would wait for each other's.
  const inTurn = createWorkQueue({ atOnce: 1, mostWaiting: 30, mostOfOwner: 30, mostWaitMs: longestLoadMs });

  return async function underDrafts<Page>(
    preview: ShopPreview,
    render: (db: Db, moreDrafts: number) => Promise<Page>,
  ): Promise<Page> {
    const [{ ids, left }, keys] = await Promise.all([draftsOfLook(db, preview), rowsOfLook(db, preview.drafts)]);
    if (ids.length + keys.length === 0) return render(db, left);
    const rehearsed = () =>
      rehearse(db, async (db) => {
        await showDrafts(db, ids);
        // Of a look at this very moment they are out when it was asked for, not after it.
        await showRows(db, keys, new Date(Math.min(preview.at.getTime(), Date.now())));
        return render(db, left);
      });
    return inTurn(rehearsed, { owner: 'looks' });
  };
}

/** Headers of a page of a look: the back office may show it in a frame if the look was made for one. */
function shownTo({ frame }: ShopPreview, headers: Record<string, string>, reply: FastifyReply): Record<string, string> {
  if (frame === null) return headers;
  reply.removeHeader('X-Frame-Options');
  const { 'X-Frame-Options': _, 'Content-Security-Policy': policy = '', ...others } = headers;
  return { ...others, ...(policy && { 'Content-Security-Policy': framedBy(policy, frame) }) };
}

/** The branch as it stands in a look's transaction: its texts may be among the drafts. */
async function withBranchIn(db: Db, requestContext: RequestContext): Promise<RequestContext> {
  if (!db.isTransaction) return requestContext;
  const { id_1c } = requestContext.department;
  const department = (await departmentDirectory(db)).find((other) => other.id_1c === id_1c);
  return department ? { ...requestContext, department } : requestContext;
}

/** Of nobody in particular, at the moment of the look, with the prices that plans will have set by then. */
function previewContext(own: RequestContext, preview: ShopPreview, split: Split | null): RequestContext {
  const everybody = anonymous(own, split);
  const { planned = new Map() } = own.priceContext;
  const device = preview.device ?? own.device;
  const priceContext = { ...everybody.priceContext, planned, shown_at: preview.at };
  return { ...everybody, preview, device, priceContext };
}

/** Of a landing page that the browser sees for the first time it remembers that too; Fastify adds the cookie. */
function countWhenAnswered(
  request: FastifyRequest,
  reply: FastifyReply,
  split: Split | null,
  db: Db,
  noteView: PageServerOptions['noteView'],
): void {
  if (split?.seen) reply.header('Set-Cookie', split.seen.cookie);
  reply.raw.once('finish', () => {
    if (reply.statusCode >= 300 && reply.statusCode !== 304) return;
    countSeen(request.raw, noteView);
    if (!split?.seen) return;
    const department_id_1c = request.requestContext.department.id_1c;
    noteSeen(db, { slug: split.seen.slug, department_id_1c, bucket: Number(split.bucket) }, request.log as Log);
  });
}

function countSeen(request: IncomingMessage, noteView: PageServerOptions['noteView']): void {
  const seen = seenPage(request);
  if (!seen) return;
  const { host, isVisit, product } = seen;
  if (isVisit) noteView({ host, product: null });
  if (product !== null) noteView({ host, product });
}

async function sendRendered({ status, headers, body }: RenderedResponse, request: FastifyRequest, reply: FastifyReply) {
  reply.code(status).headers(headers);
  if (status === 304 || status === 204) return reply.send();
  if (body.length > 1_000 && accepts(request.headers['accept-encoding'] ?? '', 'gzip')) {
    return reply.header('Content-Encoding', 'gzip').send(await gzipOf(body, 4));
  }
  return reply.send(body);
}
