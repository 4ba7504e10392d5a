import { hash as sha } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { followedRevision } from '#modules/catalogue/catalogue-index.ts';
import type { Shelf } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { whenForgotten } from '#platform/kept-copies.ts';
import { accepts } from '#platform/page-store.ts';

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
/** Of all shelves together, a kilobyte each; more are a crawl, and they begin anew. */
const mostCards = 12_000;
/** Places to remember questions in whose answers had no room, or had to go; a power of two. */
const mostGone = 2 ** 13;

/**
 * Ready answers of the catalogue's calls, as bytes: the same question at the same shelf is not worked out and written as JSON again while
 * nothing has changed. Everything is dropped by any touch and whenever the catalogue in memory takes in a change (`revision`), so an answer is
 * never older than the lists themselves, and never older than a minute. Once the room is full, a question has to be asked twice for its answer to take the
 * place of another's: those asked once, by a crawl through all filters, drive nothing out and cost no copy and no ETag. Long answers that have been driven out
 * themselves are then kept compressed only. Where the catalogue is not followed, or not read yet, nothing is kept. See decision 340.
 */
export function keepAnswers(db: Db, room = mostBytes) {
  let answers = new Map<string, KeptAnswer>();
  /** Hashes of questions whose answers had no room, or stood here and had to go: these are odd. A later one may take the place of another. */
  const gone = new Int32Array(mostGone);
  let bytes = 0;
  let cards = new Map<string, Map<number, string>>();
  let cardsBegun = 0;
  let revision: number | null = null;
  /** Raised by every touch: what was being worked out meanwhile is answered but not kept. */
  let touches = 0;
  const stop = whenForgotten(() => {
    touches++;
    forget();
  });

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
    if (known && Date.now() - known.made_at < longestMs) {
      // To the end of the line: those at its beginning go first.
      answers.delete(key);
      answers.set(key, known);
      return send(known, request, reply);
    }
    const begun = touches;
    const text = await work();
    if (begun !== touches || current !== followedRevision(db)) return sendOnce(text, reply);
    // The compressed form is counted from the beginning, at a third of the text.
    const size = key.length * 2 + Math.ceil(text.length * 1.33) + 300;
    const hash = hashOf(key);
    const place = (hash >>> 1) % mostGone;
    const isKnown = (gone[place]! | 1) === (hash | 1);
    if (bytes + size > room && !isKnown && !known) {
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
    else put(key, made);
    return send(made, request, reply);
  }

  /** The compressed form in place of the text, at the lowest level: whoever asks again has waited for the answer already. */
  async function keepPacked(key: string, made: KeptAnswer, body: Buffer): Promise<void> {
    const [begun, current] = [touches, revision];
    made.gzipped = compress(body, { level: 1 });
    const packed = await made.gzipped;
    if (begun !== touches || current !== followedRevision(db)) return;
    made.body = null;
    made.bytes = key.length * 2 + packed.length + 300;
    put(key, made);
  }

  function put(key: string, made: KeptAnswer): void {
    drop(key);
    answers.set(key, made);
    bytes += made.bytes;
    for (const oldest of answers.keys()) {
      if (bytes <= room) break;
      drop(oldest);
      const hash = hashOf(oldest);
      gone[(hash >>> 1) % mostGone] = hash | 1;
    }
  }

  function drop(key: string): void {
    const known = answers.get(key);
    if (!known) return;
    answers.delete(key);
    bytes -= known.bytes;
  }

  /**
   * The cards of this shelf's lists as bytes, by product, under the same rules: most lists show goods that another one has shown. To be filled with
   * what the catalogue in memory holds at the call; null: nothing is kept now.
   */
  function cardsOf(shelf: Shelf): Map<number, string> | null {
    if (revisionNow() === null) return null;
    const now = Date.now();
    const count = [...cards.values()].reduce((sum, { size }) => sum + size, 0);
    if (count > mostCards || now - cardsBegun >= longestMs) {
      cards = new Map();
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
      forget();
    }
    return current;
  }

  function forget(): void {
    cards = new Map();
    if (answers.size === 0) return;
    answers = new Map();
    bytes = 0;
  }

  return { answerKept, cardsOf, stop, counts: () => ({ answers: answers.size, bytes }) };
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
