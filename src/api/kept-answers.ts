import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { followedRevision } from '#modules/catalogue/catalogue-index.ts';
import type { Shelf } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { whenForgotten } from '#platform/kept-copies.ts';
import { accepts } from '#platform/page-store.ts';

const compress = promisify(gzip);

type KeptAnswer = { body: Buffer; gzipped: Promise<Buffer> | null; etag: string; hits: number; made_at: number };

/** Answers hold words of the clock («Сегодня с 15:40», «открыто»); kept pages are renewed after the same time. */
const longestMs = 60_000;
/** All shelves and questions together; the longest unasked go first. */
const mostBytes = 48 * 1024 * 1024;
/** Shorter answers are not worth a compression. */
const leastCompressed = 1_000;

/**
 * Ready answers of the catalogue's calls, as bytes: the same question at the same shelf is not worked out and written as JSON again while
 * nothing has changed. Everything is dropped by any touch and whenever the catalogue in memory takes in a change (`revision`), so an answer is
 * never older than the lists themselves, and never older than a minute. Where the catalogue is not followed, or not read yet, nothing is kept. See decision 340.
 */
export function keepAnswers(db: Db) {
  let answers = new Map<string, KeptAnswer>();
  let bytes = 0;
  let revision: number | null = null;
  /** Raised by every touch: what was being worked out meanwhile is answered but not kept. */
  let touches = 0;
  const stop = whenForgotten(() => {
    touches++;
    forget();
  });

  /**
   * `work` gives what the route's schema describes; `question` names everything besides the shelf that it depends on. `isExact`: the answer has
   * nothing but what the schema describes, so it is written as it is; holding a long list against the schema would take longer than finding it.
   */
  async function answerKept(
    request: FastifyRequest,
    reply: FastifyReply,
    shelf: Shelf,
    question: string,
    work: () => Promise<unknown>,
    { isExact = false } = {},
  ): Promise<FastifyReply> {
    const current = followedRevision(db);
    if (current === null) return reply.send(await work());
    if (current !== revision) {
      revision = current;
      forget();
    }
    const key = [
      shelf.department_id_1c,
      shelf.price_column,
      shelf.buyer_price_column ?? '',
      shelf.store,
      question,
    ].join('\n');
    const known = answers.get(key);
    if (known && Date.now() - known.made_at < longestMs) {
      // To the end of the line: those at its beginning go first.
      answers.delete(key);
      answers.set(key, known);
      return send(known, request, reply);
    }
    const begun = touches;
    const answer = await work();
    const body = Buffer.from(isExact ? JSON.stringify(answer) : (reply.serialize(answer) as string));
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    const made = { body, gzipped: null, etag, hits: 0, made_at: Date.now() };
    if (begun === touches && current === followedRevision(db)) keep(key, made);
    return send(made, request, reply);
  }

  function keep(key: string, made: KeptAnswer): void {
    drop(key);
    answers.set(key, made);
    bytes += sizeOf(key, made);
    for (const oldest of answers.keys()) {
      if (bytes <= mostBytes) break;
      drop(oldest);
    }
  }

  function drop(key: string): void {
    const known = answers.get(key);
    if (!known) return;
    answers.delete(key);
    bytes -= sizeOf(key, known);
  }

  function forget(): void {
    if (answers.size === 0) return;
    answers = new Map();
    bytes = 0;
  }

  return { answerKept, stop, counts: () => ({ answers: answers.size, bytes }) };
}

/** The compressed form is counted from the beginning, at a third of the text. */
function sizeOf(key: string, { body }: KeptAnswer): number {
  return key.length * 2 + Math.ceil(body.length * 1.33) + 300;
}

async function send(answer: KeptAnswer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  answer.hits++;
  reply
    .header('Cache-Control', 'private, no-cache')
    .header('Vary', 'Cookie, Accept-Encoding')
    .header('ETag', answer.etag);
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send();
  reply.header('Content-Type', 'application/json; charset=utf-8');
  if (answer.body.length < leastCompressed || !accepts(request.headers['accept-encoding'] ?? '', 'gzip'))
    return reply.send(answer.body);
  // Once per answer, and only for what is asked for again: most questions are asked once.
  if (answer.hits < 2) return reply.send(answer.body);
  answer.gzipped ??= compress(answer.body, { level: 6 });
  return reply.header('Content-Encoding', 'gzip').send(await answer.gzipped);
}
