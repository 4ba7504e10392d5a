import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { Tag } from '#shared/cache-tags.ts';
import { createCache } from './cache.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { createLoadingCache, longestAwayMs, longestLoadMs } from './loading-cache.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const expandGzip = promisify(gunzip);

export type PageAnswer = { status: number; headers: Record<string, string>; body: Buffer };

export type RenderedPage = PageAnswer & { tags: Iterable<Tag> };

export type KeptPage = {
  key: string;
  headers: Record<string, string>;
  etag: string;
  gzipped: Buffer;
  /** Made on the second hit: most keys are asked for once, and brotli costs five times gzip. */
  brotlied: Buffer | null;
  hits: number;
  tags: ReadonlySet<Tag>;
  /** Anybody can make up any number of addresses like its own. */
  isDoubtful: boolean;
};

export type PageStoreOptions = {
  maxBytes?: number;
  /** After this age a page is served once more while it is rendered anew. */
  freshMs?: number;
  /** Beyond this age it is served only while it cannot be rendered again. */
  maxAgeMs?: number;
  /** Beyond this age it is never served: how long a page outlives the database. */
  awayMs?: number;
  /** A render that takes longer is given up by all who wait for it. */
  renderMs?: number;
  /** So many of the questions asked once are remembered. */
  mostOnce?: number;
  /** True while invalidations may be missed: pages are rendered again as often as once a second, beside being served. */
  isInDoubt?: () => boolean;
  now?: () => number;
};

/** After a render that failed the next one is tried so much later, or every request would try. */
const retryMs = 1_000;
/** How old a page may be while invalidations may have been missed. */
const doubtfulFreshMs = 1_000;

/** An answer that is no page to keep: passed on to who waits for it. */
class Unkept extends Error {
  readonly answer: PageAnswer;
  constructor(answer: PageAnswer) {
    super(`not kept: ${answer.status}`);
    this.answer = answer;
  }
}

/**
 * Whole rendered answers of anonymous pages, kept compressed and bounded, the least recently used dropped first.
 * One render per key at a time, given up after `renderMs`. A page being rendered during an invalidation is served to those who wait for it,
 * neither kept nor joined.
 */
export function createPageStore({
  maxBytes = 40 * 1024 * 1024,
  freshMs = 60_000,
  maxAgeMs = 300_000,
  awayMs = longestAwayMs,
  renderMs = longestLoadMs,
  mostOnce = 10_000,
  isInDoubt = () => false,
  now = () => Date.now(),
}: PageStoreOptions = {}) {
  const pages = createLoadingCache<KeptPage>({
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
    isOutage: (error) => (error instanceof Unkept ? error.answer.status === 503 : isDatabaseUnavailable(error)),
    now,
  });
  const askedOnce = createCache<string, true>({ name: 'pages_asked_once', max: mostOnce });

  /** A page that may be served now, or null. A stale one starts its own renewal through `render`. */
  function get(key: string, render?: () => Promise<RenderedPage>): KeptPage | null {
    const page = pages.get(key, render && (({ isDoubtful }) => drawn(key, render, isDoubtful)));
    if (!page) return null;
    page.hits++;
    if (page.hits === 2) addBrotli(page).catch(() => {});
    return page;
  }

  /**
   * Renders a missing page, or waits for the render of the same key that is under way. `isDoubtful`: anybody can make up any number of such
   * keys, so the page is kept only when its key is asked for again, and all such pages have half of the room; else a stranger could drive all real
   * pages out of the store.
   */
  async function make(
    key: string,
    render: () => Promise<RenderedPage>,
    { isDoubtful = false } = {},
  ): Promise<KeptPage | PageAnswer> {
    try {
      return await pages.load(key, async () => {
        const isPassing = isDoubtful && isFirstTime(key);
        return { ...(await drawn(key, render, isDoubtful)), isPassing };
      });
    } catch (error) {
      if (error instanceof Unkept) return error.answer;
      throw error;
    }
  }

  function isFirstTime(key: string): boolean {
    if (askedOnce.get(key)) return false;
    askedOnce.set(key, true);
    return true;
  }

  async function drawn(
    key: string,
    render: () => Promise<RenderedPage>,
    isDoubtful: boolean,
  ): Promise<{ value: KeptPage }> {
    const { status, headers, body, tags } = await render();
    if (status !== 200) {
      // A fault takes the page away; what cannot be rendered because the database is away leaves it.
      if (status !== 503) pages.delete(key);
      throw new Unkept({ status, headers, body });
    }
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const gzipped = ownBytes(await compressGzip(body, { level: 6 }));
    return { value: { key, headers, etag, gzipped, brotlied: null, hits: 0, tags: new Set(tags), isDoubtful } };
  }

  async function addBrotli(page: KeptPage): Promise<void> {
    const expanded = await expandGzip(page.gzipped);
    page.brotlied = ownBytes(await compressBrotli(expanded, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
    pages.resized(page.key, page);
  }

  return {
    get,
    make,
    /** What is left when the database does not answer: the page if it is no older than `awayMs`, else null. */
    held: (key: string): KeptPage | null => pages.held(key) ?? null,
    size: pages.size,
  };
}

/** A small Buffer of zlib is a piece of Node's common pool of 64 KB, and keeping the piece keeps the pool: four times the bytes. */
function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

export type PageStore = ReturnType<typeof createPageStore>;

/** The bytes to send for an Accept-Encoding: brotli when it is ready, else gzip, else expanded. */
export async function encodedBody(
  page: KeptPage,
  acceptEncoding: string | undefined,
): Promise<{ body: Buffer; encoding: 'br' | 'gzip' | null }> {
  const ready = readyBody(page, acceptEncoding);
  return ready ?? { body: await expandGzip(page.gzipped), encoding: null };
}

/** The same without waiting; null when the client takes neither encoding. */
export function readyBody(page: KeptPage, acceptEncoding = ''): { body: Buffer; encoding: 'br' | 'gzip' } | null {
  if (page.brotlied && accepts(acceptEncoding, 'br')) return { body: page.brotlied, encoding: 'br' };
  if (accepts(acceptEncoding, 'gzip')) return { body: page.gzipped, encoding: 'gzip' };
  return null;
}

/** True when the header names the coding without q=0. */
export function accepts(acceptEncoding: string, coding: string): boolean {
  const at = acceptEncoding.indexOf(coding);
  if (at < 0) return false;
  const parameters = acceptEncoding.slice(at + coding.length).split(',', 1)[0] ?? '';
  return !/;\s*q=0(\.0*)?\s*$/.test(parameters);
}
