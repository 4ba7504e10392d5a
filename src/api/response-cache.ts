import { hash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { followedRevision } from '#modules/catalogue-index/catalogue-index.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { createCache } from '#platform/cache.ts';
import { accepts, type CachedResponse, compressed, replyCached } from '#platform/cached-response.ts';
import type { Db } from '#platform/database.ts';

type CachedJson = CachedResponse & {
  /** What it counts for in the cache. */
  bytes: number;
  isCompressing: boolean;
};

const headers = {
  'Cache-Control': 'private, no-cache',
  Vary: 'Cookie, Accept-Encoding',
  'Content-Type': 'application/json; charset=utf-8',
};
/** Responses hold words of the clock («Сегодня с 15:40», «открыто»); cached pages are renewed after the same time. */
const longestMs = 60_000;
/** All price contexts and queries together; the longest unasked go first. */
const mostBytes = 16 * 1024 * 1024;
/** Shorter responses are not worth a compression. */
const leastCompressed = 1_000;
/** A product is a quarter of itself when compressed; in a large shop a list has thousands of filter values, a tenth. */
const leastPacked = 2_000;
/** Of all price contexts together; the cards of the one that was asked for longest ago go first. */
const mostCardBytes = 12 * 1024 * 1024;
const cardBytes = 1_024;
/** So many queries are remembered whose responses had no room, or had to go. */
const mostRemembered = 8_192;

/**
 * Responses of the catalogue's calls, as bytes: the same query in the same price context is not worked out and written
 * as JSON again while nothing has changed. Everything is dropped by any invalidation and whenever the catalogue in
 * memory takes in a change (`revision`), so a response is never older than the lists themselves, and never older than a
 * minute. Once the room is full, a query has to be asked twice for its response to take the place of another's: those
 * asked once, by a crawl through all filters, drive nothing out and cost no copy and no ETag. Long responses that have
 * been driven out themselves are then cached compressed only. Where the catalogue is not followed, or not read yet,
 * nothing is cached. See decision 340.
 */
export function createResponseCache(db: Db, room = mostBytes) {
  const remembered = createCache<string, 'had no room' | 'was evicted'>({
    name: 'api_queries',
    max: mostRemembered,
  });
  const responses = createCache<string, CachedJson>({
    name: 'api_responses',
    maxBytes: room,
    bytesOf: ({ bytes }) => bytes,
    tags: 'any',
    maxAgeMs: longestMs,
    evicted: (_response, key) => remembered.set(digestOf(key), 'was evicted'),
  });
  const cards = createCards();
  let revision: number | null = null;

  /**
   * `work` gives JSON in bytes (`jsonBytes`), just what the route's schema describes (a test compares them): holding a
   * long list against the schema would take longer than finding it. `query` names everything besides the price context
   * that it depends on.
   */
  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    priceContext: PriceContext,
    query: string,
    work: () => Promise<string>,
  ): Promise<FastifyReply> {
    const current = revisionNow();
    if (current === null || priceContext.planned) return sendOnce(await work(), reply);
    const key = `${keyOf(priceContext)}\n${query}`;
    const known = responses.get(key);
    if (known) return sendAgain(known, request, reply, (plain) => compress(key, known, plain, 'text and gzip'));
    const begun = responses.invalidations();
    const text = await work();
    if (begun !== responses.invalidations() || current !== followedRevision(db)) return sendOnce(text, reply);
    const bytes = bytesOfEntry(key, text, null);
    const digest = digestOf(key);
    const former = remembered.peek(digest);
    if (responses.size().bytes + bytes > room && !former && !responses.peek(key)) {
      remembered.set(digest, 'had no room');
      return sendOnce(text, reply);
    }
    remembered.delete(digest);
    const body = ownBufferOf(text);
    const made = uncompressed(body, bytes);
    if (former === 'was evicted' && body.length >= leastPacked) void compress(key, made, body, 'gzip alone');
    else responses.set(key, made);
    return replyCached(made, request, reply);
  }

  /**
   * Caches gzip with or without the text; without it at the fastest level, as an answer is on its way meanwhile.
   * Nothing is cached when something was invalidated since.
   */
  async function compress(
    key: string,
    made: CachedJson,
    body: Buffer,
    forms: 'gzip alone' | 'text and gzip',
  ): Promise<CachedJson> {
    const [begun, current] = [responses.invalidations(), revision];
    const gzipped = await compressed(body, forms === 'gzip alone' ? 1 : 6);
    const plain = forms === 'gzip alone' ? null : body;
    const both = { ...made, plain, gzipped, bytes: bytesOfEntry(key, plain, gzipped) };
    if (begun !== responses.invalidations() || current !== followedRevision(db)) return both;
    if (!plain) responses.set(key, both);
    // Made again meanwhile, its entry is younger than what was compressed.
    else if (responses.peek(key) === made) responses.reform(key, both);
    return both;
  }

  /**
   * The cards of this price context's lists as bytes, by product, under the same rules: most lists show goods that
   * another one has shown. To be filled with what the catalogue in memory holds at the call; null: nothing is cached
   * now.
   */
  function cardsOf(priceContext: PriceContext): Map<number, string> | null {
    if (revisionNow() === null || priceContext.planned) return null;
    return cards.of(keyOf(priceContext));
  }

  /** Of the catalogue in memory; what was made from another one goes first. */
  function revisionNow(): number | null {
    const current = followedRevision(db);
    if (current !== null && current !== revision) {
      revision = current;
      responses.clear();
      cards.clear();
    }
    return current;
  }

  return { respond, cardsOf, size: responses.size };
}

/** By price context and product. */
function createCards() {
  /** Weighed again at each call of `of`, which hands them out to be filled. */
  const cards = createCache<string, Map<number, string>>({
    name: 'api_cards',
    maxBytes: mostCardBytes,
    bytesOf: (own) => (own.size + 1) * cardBytes,
    tags: 'any',
    maxAgeMs: longestMs,
  });

  function of(key: string): Map<number, string> {
    const known = cards.get(key);
    const own = known ?? new Map<number, string>();
    if (known) cards.reform(key, own);
    else cards.set(key, own);
    return own;
  }

  return { of, clear: cards.clear };
}

function uncompressed(body: Buffer, bytes: number): CachedJson {
  return {
    headers,
    etag: `"${hash('sha1', body, 'base64url')}"`,
    plain: body,
    gzipped: null,
    brotlied: null,
    bytes,
    isCompressing: false,
  };
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

function keyOf({ department_id_1c, price_column, buyer_price_column, store }: PriceContext): string {
  return `${department_id_1c}\n${price_column}\n${buyer_price_column ?? ''}\n${store}`;
}

/** The key's two bytes a character, the forms that there are, and what an entry itself takes. */
function bytesOfEntry(key: string, plain: string | Buffer | null, gzipped: Buffer | null): number {
  return key.length * 2 + (plain?.length ?? 0) + (gzipped?.length ?? 0) + 300;
}

/** Queries may be long; what is remembered of them is not. */
function digestOf(key: string): string {
  return hash('sha1', key, 'base64url');
}

/** Not from Node's common pool: a cached piece would hold its 64 KB, half of which were passing texts. */
function ownBufferOf(text: string): Buffer {
  const body = Buffer.allocUnsafeSlow(text.length);
  body.write(text, 'latin1');
  return body;
}

/**
 * What is not cached goes out as the text it is, head and body in one piece: Fastify would have it encoded as UTF-8
 * once more, or copied before.
 */
function sendOnce(text: string, reply: FastifyReply): FastifyReply {
  const sent = reply.headers({ ...headers, 'Content-Length': text.length }).getHeaders();
  reply.hijack();
  reply.raw.writeHead(200, sent as OutgoingHttpHeaders).end(text, 'latin1');
  return reply;
}

/**
 * Compressed once, and only what is asked for again: most queries are asked once. The entry then weighs both forms.
 */
async function sendAgain(
  known: CachedJson,
  request: FastifyRequest,
  reply: FastifyReply,
  compress: (plain: Buffer) => Promise<CachedJson>,
): Promise<FastifyReply> {
  const { plain, gzipped, isCompressing } = known;
  const takesGzip = accepts(request.headers['accept-encoding'] ?? '', 'gzip');
  if (!takesGzip || !plain || plain.length < leastCompressed || gzipped || isCompressing)
    return replyCached(known, request, reply);
  known.isCompressing = true;
  return replyCached(await compress(plain), request, reply);
}
