import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { within } from './deadline.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const expandGzip = promisify(gunzip);

export type PageAnswer = { status: number; headers: Record<string, string>; body: Buffer };

export type RenderedPage = PageAnswer & { tags: Iterable<string> };

export type KeptPage = {
  key: string;
  headers: Record<string, string>;
  etag: string;
  gzipped: Buffer;
  /** Made on the second hit: most keys are asked for once, and brotli costs five times gzip. */
  brotlied: Buffer | null;
  hits: number;
  tags: Set<string>;
  /** Anybody can make up any number of addresses like its own. */
  isDoubtful: boolean;
  made_at: number;
  /** Until then no other renewal is tried, because one has just failed; 0: none failed. */
  retry_at: number;
  /** Place in the queue of the least recently used, moved at most once a second. */
  used_at: number;
  bytes: number;
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
  /** So many of the questions asked once are remembered, and as many before them. */
  mostOnce?: number;
  now?: () => number;
};

/** A cached page is served for so long after it was made while the database does not answer; its prices may be that old. */
const longestAwayMs = 15 * 60_000;
/** Longer than the pool waits for a connection and a statement together. */
export const longestRenderMs = 20_000;
/** After a render that failed the next one is tried so much later, or every request would try. */
const retryMs = 1_000;
/** How old a page may be while touches may have been missed. */
const doubtfulFreshMs = 1_000;

export type PageStoreCounts = { hits: number; misses: number; stale: number; bytes: number; pages: number };

/**
 * Whole rendered answers of anonymous pages, kept compressed and bounded, the least recently used dropped first.
 * One render per key at a time, given up after `renderMs`. A page being rendered while data are touched is served to those who wait for it, neither kept nor joined.
 */
export function createPageStore({
  maxBytes = 40 * 1024 * 1024,
  freshMs = 60_000,
  maxAgeMs = 300_000,
  awayMs = longestAwayMs,
  renderMs = longestRenderMs,
  mostOnce = 5_000,
  now = () => Date.now(),
}: PageStoreOptions = {}) {
  const pages = new Map<string, KeptPage>();
  const renders = new Map<string, Promise<KeptPage | PageAnswer>>();
  const counts = { hits: 0, misses: 0, stale: 0 };
  let askedOnce = new Set<string>();
  let askedBefore = new Set<string>();
  let bytes = 0;
  let doubtfulBytes = 0;
  let touches = 0;
  let isInDoubt = false;

  /** A page that may be served now, or null. A stale one starts its own renewal through `render`. */
  function get(key: string, render?: () => Promise<RenderedPage>): KeptPage | null {
    const page = pages.get(key);
    if (!page) return null;
    const age = now() - page.made_at;
    // Since its last render failed it is served at once, and tried again beside that.
    const hasFailed = page.retry_at > 0;
    if (age >= maxAgeMs && !hasFailed) return null;
    if (age >= (isInDoubt ? doubtfulFreshMs : freshMs)) {
      if (!render || age >= awayMs) return null;
      counts.stale++;
      if (now() >= page.retry_at && !renders.has(key)) renew(key, render, page).catch(() => {});
    } else counts.hits++;
    page.hits++;
    if (now() - page.used_at > 1_000) {
      page.used_at = now();
      pages.delete(key); // a Map keeps the order of insertion: the first is the least recently used
      pages.set(key, page);
    }
    if (page.hits === 2) addBrotli(page).catch(() => {});
    return page;
  }

  /** What is left when the database does not answer: the page if it is no older than `awayMs`, else null. */
  function held(key: string): KeptPage | null {
    const page = pages.get(key);
    return page && now() - page.made_at < awayMs ? page : null;
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
    counts.misses++;
    return renders.get(key) ?? renew(key, render, { isDoubtful }, isDoubtful && isFirstTime(key));
  }

  function isFirstTime(key: string): boolean {
    if (askedOnce.has(key) || askedBefore.has(key)) return false;
    if (askedOnce.size >= mostOnce) {
      askedBefore = askedOnce;
      askedOnce = new Set();
    }
    askedOnce.add(key);
    return true;
  }

  function renew(
    key: string,
    render: () => Promise<RenderedPage>,
    { isDoubtful }: Pick<KeptPage, 'isDoubtful'>,
    isPassing = false,
  ): Promise<KeptPage | PageAnswer> {
    const begun = touches;
    const work = (async () => {
      const rendered = await within(renderMs, render()).catch((error: unknown) => {
        const former = isDatabaseUnavailable(error) ? heldOnFailure(key) : null;
        if (former) return former;
        throw error;
      });
      if ('etag' in rendered) return rendered;
      if (rendered.status !== 200) {
        const former = rendered.status === 503 ? heldOnFailure(key) : null;
        if (former) return former;
        const gone = pages.get(key);
        if (gone) remove(gone);
        return rendered;
      }
      const gzipped = ownBytes(await compressGzip(rendered.body, { level: 6 }));
      const page: KeptPage = {
        key,
        headers: rendered.headers,
        etag: `"${createHash('sha256').update(rendered.body).digest('base64url').slice(0, 22)}"`,
        gzipped,
        brotlied: null,
        hits: 0,
        tags: new Set(rendered.tags),
        isDoubtful,
        made_at: now(),
        retry_at: 0,
        used_at: 0,
        bytes: gzipped.length + key.length * 2 + 1_000,
      };
      if (touches === begun && !isPassing) keep(page);
      return page;
    })().finally(() => renders.get(key) === work && renders.delete(key));
    renders.set(key, work);
    return work;
  }

  function heldOnFailure(key: string): KeptPage | null {
    const page = held(key);
    if (page) page.retry_at = now() + retryMs;
    return page;
  }

  function keep(page: KeptPage): void {
    const former = pages.get(page.key);
    if (former) remove(former);
    pages.set(page.key, page);
    add(page, page.bytes);
    for (const oldest of pages.values()) {
      if (doubtfulBytes <= maxBytes / 2) break;
      if (oldest.isDoubtful) remove(oldest);
    }
    for (const oldest of pages.values()) {
      if (bytes <= maxBytes) break;
      remove(oldest);
    }
  }

  function add({ isDoubtful }: KeptPage, more: number): void {
    bytes += more;
    if (isDoubtful) doubtfulBytes += more;
  }

  function remove(page: KeptPage): void {
    if (pages.get(page.key) !== page) return;
    pages.delete(page.key);
    add(page, -page.bytes);
  }

  async function addBrotli(page: KeptPage): Promise<void> {
    const brotlied = ownBytes(
      await compressBrotli(await expandGzip(page.gzipped), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    );
    if (pages.get(page.key) !== page) return;
    page.brotlied = brotlied;
    page.bytes += brotlied.length;
    add(page, brotlied.length);
  }

  /** Drops what the tags name. '*' drops all; a 'product:ID' also drops pages that never said which products they show. */
  function drop(tags: string[]): void {
    touches++;
    renders.clear(); // what was begun before the touch is for those who asked before it
    if (tags.includes('*')) {
      pages.clear();
      bytes = 0;
      doubtfulBytes = 0;
      return;
    }
    const namesProducts = tags.some((tag) => tag.startsWith('product:'));
    for (const page of [...pages.values()]) {
      if (tags.some((tag) => page.tags.has(tag)) || (namesProducts && page.tags.has('products'))) remove(page);
    }
  }

  /**
   * Touches may be missed from now on (`true`), or are heard again (`false`, with everything dropped by `drop`). Meanwhile pages are served, and
   * rendered again beside that as often as once a second.
   */
  function doubt(isDoubted: boolean): void {
    isInDoubt = isDoubted;
  }

  return { get, held, make, drop, doubt, counts: (): PageStoreCounts => ({ ...counts, bytes, pages: pages.size }) };
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
