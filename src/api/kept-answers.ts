import { hash as sha } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { followedRevision } from '#modules/catalogue-index/catalogue-index.ts';
import type { Shelf } from '#modules/departments/queries.ts';
import { createCache } from '#platform/cache.ts';
import { accepts } from '#platform/cached-response.ts';
import type { Db } from '#platform/database.ts';

const compress = promisify(gzip);
const uncompress = promisify(gunzip);

type KeptAnswer = {
  /** null: only the compressed form is kept. */
  body: Buffer | null;
  gzipped: Promise<Buffer> | null;
  etag: string;
  hits: number;
  made_at: number;
  /** What it counts for in the store. */
  bytes: number;
};

const json = 'application/json; charset=utf-8';
/** Answers hold words of the clock («Сегодня с 15:40», «открыто»); kept pages are renewed after the same time. */
const longestMs = 60_000;
/** All shelves and questions together; the longest unasked go first. */
const mostBytes = 24 * 1024 * 1024;
/** Shorter answers are not worth a compression. */
const leastCompressed = 1_000;
/** In a large shop an answer is a list of thousands of filter values, which is a tenth of itself when compressed. */
const leastPacked = 8_000;
/** Of all shelves together; the cards of the shelf that was asked for longest ago go first. */
const mostCardBytes = 12 * 1024 * 1024;
const cardBytes = 1_024;
/** Places to remember questions in whose answers had no room, or had to go; a power of two. */
const mostGone = 2 ** 13;

/**
 * Ready answers of the catalogue's calls, as bytes: the same question at the same shelf is not worked out and written as JSON again while
 * nothing has changed. Everything is dropped by any invalidation and whenever the catalogue in memory takes in a change (`revision`), so an answer is
 * never older than the lists themselves, and never older than a minute. Once the room is full, a question has to be asked twice for its answer to take the
 * place of another's: those asked once, by a crawl through all filters, drive nothing out and cost no copy and no ETag. Long answers that have been driven out
 * themselves are then kept compressed only. Where the catalogue is not followed, or not read yet, nothing is kept. See decision 340.
 */
export function keepAnswers(db: Db, room = mostBytes) {
  const answers = createCache<string, KeptAnswer>({
    name: 'api_answers',
    maxBytes: room,
    bytesOf: (answer) => answer.bytes,
    tags: 'any',
    evicted(_answer, key) {
      const hash = hashOf(key);
      gone[(hash >>> 1) % mostGone] = hash | 1;
    },
  });
  /** Hashes of questions whose answers had no room, or stood here and had to go: these are odd. A later one may take the place of another. */
  const gone = new Int32Array(mostGone);
  /** Weighed anew at each call of `cardsOf`, which hands them out to be filled. */
  const cards = createCache<string, Map<number, string>>({
    name: 'api_cards',
    maxBytes: mostCardBytes,
    bytesOf: (own) => (own.size + 1) * cardBytes,
    tags: 'any',
  });
  let cardsBegun = 0;
  let revision: number | null = null;

  /**
   * `work` gives JSON in bytes (`jsonBytes`), just what the route's schema describes (a test compares them): holding a long list
   * against the schema would take longer than finding it. `question` names everything besides the shelf that it depends on.
   */
  async function answerKept(
    request: FastifyRequest,
    reply: FastifyReply,
    shelf: Shelf,
    question: string,
    work: () => Promise<string>,
  ): Promise<FastifyReply> {
    const current = revisionNow();
    if (current === null) return sendOnce(await work(), reply);
    const key = `${keyOf(shelf)}\n${question}`;
    const known = answers.get(key);
    if (known && Date.now() - known.made_at < longestMs) return send(known, request, reply);
    const begun = answers.invalidations();
    const text = await work();
    if (begun !== answers.invalidations() || current !== followedRevision(db)) return sendOnce(text, reply);
    // The compressed form is counted from the beginning, at a third of the text.
    const size = key.length * 2 + Math.ceil(text.length * 1.33) + 300;
    const hash = hashOf(key);
    const place = (hash >>> 1) % mostGone;
    const isKnown = (gone[place]! | 1) === (hash | 1);
    if (answers.size().bytes + size > room && !isKnown && !known) {
      gone[place] = hash & ~1;
      return sendOnce(text, reply);
    }
    // Not from Node's common pool: a kept piece keeps its 64 KB, half of which were passing texts.
    const body = Buffer.allocUnsafeSlow(text.length);
    body.write(text, 'latin1');
    const etag = `"${sha('sha1', body, 'base64url')}"`;
    const made: KeptAnswer = { body, gzipped: null, etag, hits: 0, made_at: Date.now(), bytes: size };
    const hasStood = isKnown && (gone[place]! & 1) === 1;
    if (isKnown) gone[place] = 0;
    if (hasStood && body.length >= leastPacked) void keepPacked(key, made, body);
    else answers.set(key, made);
    return send(made, request, reply);
  }

  /** The compressed form in place of the text, at the lowest level: whoever asks again has waited for the answer already. */
  async function keepPacked(key: string, made: KeptAnswer, body: Buffer): Promise<void> {
    const [begun, current] = [answers.invalidations(), revision];
    made.gzipped = compress(body, { level: 1 });
    const packed = await made.gzipped;
    if (begun !== answers.invalidations() || current !== followedRevision(db)) return;
    made.body = null;
    made.bytes = key.length * 2 + packed.length + 300;
    answers.set(key, made);
  }

  /**
   * The cards of this shelf's lists as bytes, by product, under the same rules: most lists show goods that another one has shown. To be filled with
   * what the catalogue in memory holds at the call; null: nothing is kept now.
   */
  function cardsOf(shelf: Shelf): Map<number, string> | null {
    if (revisionNow() === null) return null;
    const now = Date.now();
    if (now - cardsBegun >= longestMs) {
      cards.clear();
      cardsBegun = now;
    }
    const key = keyOf(shelf);
    const own = cards.get(key) ?? new Map<number, string>();
    cards.set(key, own);
    return own;
  }

  /** Of the catalogue in memory; what was made from another one goes first. */
  function revisionNow(): number | null {
    const current = followedRevision(db);
    if (current !== null && current !== revision) {
      revision = current;
      answers.clear();
      cards.clear();
    }
    return current;
  }

  return { answerKept, cardsOf, size: answers.size };
}

function keyOf({ department_id_1c, price_column, buyer_price_column, store }: Shelf): string {
  return `${department_id_1c}\n${price_column}\n${buyer_price_column ?? ''}\n${store}`;
}

/** FNV-1a. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash;
}

const kept = { 'Cache-Control': 'private, no-cache', Vary: 'Cookie, Accept-Encoding' };

/** What is not kept goes out as the text it is, head and body in one piece: Fastify would have it encoded as UTF-8 once more, or copied before. */
function sendOnce(text: string, reply: FastifyReply): FastifyReply {
  const headers = reply.headers({ ...kept, 'Content-Type': json, 'Content-Length': text.length }).getHeaders();
  reply.hijack();
  reply.raw.writeHead(200, headers as OutgoingHttpHeaders).end(text, 'latin1');
  return reply;
}

async function send(answer: KeptAnswer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  answer.hits++;
  reply.headers({ ...kept, ETag: answer.etag });
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send();
  reply.header('Content-Type', json);
  const { body } = answer;
  const takesGzip = accepts(request.headers['accept-encoding'] ?? '', 'gzip');
  if (body === null) {
    const packed = await answer.gzipped!;
    return takesGzip ? reply.header('Content-Encoding', 'gzip').send(packed) : reply.send(await uncompress(packed));
  }
  // Once per answer, and only for what is asked for again: most questions are asked once.
  if (body.length < leastCompressed || !takesGzip || answer.hits < 2) return reply.send(body);
  answer.gzipped ??= compress(body, { level: 6 });
  return reply.header('Content-Encoding', 'gzip').send(await answer.gzipped);
}
