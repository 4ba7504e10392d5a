import { createHash } from 'node:crypto';
import type { Tag } from '#shared/cache-tags.ts';
import { createCache } from './cache.ts';
import { addBrotli, type CachedResponse, compressed } from './cached-response.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { createLoadingCache, longestAwayMs, longestLoadMs } from './loading-cache.ts';

export type RenderedResponse = { status: number; headers: Record<string, string>; body: Buffer };

export type RenderedPage = RenderedResponse & { tags: Iterable<Tag> };

/** Cached compressed; brotli is made on the second hit, since most keys are asked for once. */
export type CachedPage = CachedResponse & {
  key: string;
  gzipped: Buffer;
  hits: number;
  tags: ReadonlySet<Tag>;
  /** Anybody can make up any number of addresses like its own. */
  isDoubtful: boolean;
};

export type PageCacheOptions = {
  maxBytes?: number;
  /** After this age a page is served once more while it is rendered again. */
  freshMs?: number;
  /** Beyond this age it is served only while it cannot be rendered again. */
  maxAgeMs?: number;
  /** Beyond this age it is never served: how long a page outlives the database. */
  awayMs?: number;
  /** A render that takes longer is given up by all who wait for it. */
  renderMs?: number;
  /** So many of the keys asked for once are remembered. */
  mostOnce?: number;
  /**
   * True while invalidations may be missed: pages are rendered again as often as once a second, beside being served.
   */
  isInDoubt?: () => boolean;
  now?: () => number;
};

/** After a render that failed the next one is tried so much later, or every request would try. */
const retryMs = 1_000;
/** How old a page may be while invalidations may have been missed. */
const doubtfulFreshMs = 1_000;

/** An answer that is no page to cache: passed on to who waits for it. */
class Uncached extends Error {
  readonly answer: RenderedResponse;
  constructor(answer: RenderedResponse) {
    super(`not cached: ${answer.status}`);
    this.answer = answer;
  }
}

/**
 * Whole rendered answers of anonymous pages, cached compressed and bounded, the least recently used dropped first. One
 * render per key at a time, given up after `renderMs`. A page being rendered during an invalidation is served to those
 * who wait for it, joined by nobody else, and cached unless it was built from what changed.
 */
export function createPageCache({
  maxBytes = 32 * 1024 * 1024,
  freshMs = 60_000,
  maxAgeMs = 300_000,
  awayMs = longestAwayMs,
  renderMs = longestLoadMs,
  mostOnce = 10_000,
  isInDoubt = () => false,
  now = () => Date.now(),
}: PageCacheOptions = {}) {
  const pages = createLoadingCache<CachedPage>({
    name: 'pages',
    maxBytes,
    bytesOf: ({ key, gzipped, brotlied }) => gzipped.length + (brotlied?.length ?? 0) + key.length * 2 + 1_000,
    tags: ({ tags }) => tags,
    isDoubtful: (page) => page.isDoubtful,
    freshMs: () => (isInDoubt() ? doubtfulFreshMs : freshMs),
    maxMs: maxAgeMs,
    awayMs,
    retryMs,
    loadMs: renderMs,
    isOutage: (error) => (error instanceof Uncached ? error.answer.status === 503 : isDatabaseUnavailable(error)),
    now,
  });
  const askedOnce = createCache<string, true>({ name: 'pages_asked_once', max: mostOnce });

  /** A page that may be served now, or null. A stale one starts its own renewal through `render`. */
  function get(key: string, render?: () => Promise<RenderedPage>): CachedPage | null {
    const page = pages.get(key, render && (({ isDoubtful }) => drawn(key, render, isDoubtful)));
    if (!page) return null;
    page.hits++;
    if (page.hits === 2)
      void addBrotli(page).then(
        () => pages.resized(key, page),
        () => {},
      );
    return page;
  }

  /**
   * Renders a missing page, or waits for the render of the same key that is under way. `isDoubtful`: anybody can make
   * up any number of such keys, so the page is cached only when its key is asked for again, and all such pages have
   * half of the room; else a stranger could drive all real pages out of the cache. What is not cached comes as it was
   * rendered, since packing it would be a third of its cost.
   */
  async function make(
    key: string,
    render: () => Promise<RenderedPage>,
    { isDoubtful = false } = {},
  ): Promise<CachedPage | RenderedResponse> {
    try {
      return await pages.load(key, async () => {
        if (isDoubtful && isFirstTime(key)) throw new Uncached(await rendered(key, render));
        return drawn(key, render, isDoubtful);
      });
    } catch (error) {
      if (error instanceof Uncached) return error.answer;
      throw error;
    }
  }

  function isFirstTime(key: string): boolean {
    if (askedOnce.get(key)) return false;
    askedOnce.set(key, true);
    return true;
  }

  /** Throws Uncached for what is no page to cache. */
  async function rendered(key: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const page = await render();
    const { status, headers, body } = page;
    if (status === 200) return page;
    // A fault takes the page away; what cannot be rendered because the database is away leaves it.
    if (status !== 503) pages.delete(key);
    throw new Uncached({ status, headers, body });
  }

  async function drawn(key: string, render: () => Promise<RenderedPage>, isDoubtful: boolean): Promise<CachedPage> {
    const { headers, body, tags } = await rendered(key, render);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const page = { key, headers, etag, plain: null, gzipped: await compressed(body, 6), brotlied: null, hits: 0 };
    return { ...page, tags: new Set(tags), isDoubtful };
  }

  return {
    get,
    make,
    /** What is left when the database does not answer: the page if it is no older than `awayMs`, else null. */
    stale: (key: string): CachedPage | null => pages.stale(key) ?? null,
    size: pages.size,
  };
}

export type PageCache = ReturnType<typeof createPageCache>;
