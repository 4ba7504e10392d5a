import { finished, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooMany } from './limits.ts';
import { networkOf } from './networks.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body goes on as it comes, once it is known who sends it: it is held nowhere, only its pace is bounded. */
    isStreamed?: boolean;
  }
}

export type BodyLimits = {
  /** Bodies of one network under way at once, from the first byte until the answer is written. */
  perNetwork: number;
  /**
   * What those of one network may come to together, by the length they declare; a single one is bounded by its route.
   */
  bytesPerNetwork: number;
  /** What all bodies under way may hold in memory together. */
  bytes: number;
  /**
   * A network with no more than this under way finds room where the others may have no more than three quarters of
   * `bytes`.
   */
  smallBytes: number;
  /** A body of which less than `bytes` come within any `ms` is cut off: silent, or slow on purpose. */
  pace: { ms: number; bytes: number };
};

/** Bodies that are certainly smaller are not counted: every form without files. */
const freeBytes = 65_536;
const retrySeconds = 10;

/** What one network has under way: how many bodies, and what they declare, or have sent where they declare nothing. */
type Share = { bodies: number; bytes: number };

/**
 * A `preParsing` hook that bounds what unfinished and unanswered uploads hold in this process, whoever sends them: too
 * many or too much of one network is refused with 429, more bytes in all with 503, both with Retry-After; who falls
 * silent or trickles is disconnected. However much a few networks send, a quarter of the room is left for those that
 * send little.
 */
export function boundBodies({ perNetwork, bytesPerNetwork, bytes, smallBytes, pace }: BodyLimits) {
  const underWay = new Map<string, Share>();
  let held = 0;

  return async function preParsing(request: FastifyRequest, reply: FastifyReply, payload: Readable): Promise<Readable> {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (coding === undefined && !(Number(length) > freeBytes)) return payload;
    if (request.routeOptions.config.isStreamed) return Readable.from(paced(payload), { objectMode: false });
    const declared = coding === undefined ? Number(length) : 0;
    const network = networkOf(request.ip);
    const share = underWay.get(network) ?? { bodies: 0, bytes: 0 };
    const isTooMuch = share.bodies >= perNetwork || (share.bodies > 0 && share.bytes + declared > bytesPerNetwork);
    const isFull = held >= roomFor(share.bytes + declared);
    // Whoever is refused is still sending.
    if (isTooMuch || isFull) reply.header('Connection', 'close');
    if (isTooMuch) throw tooMuch();
    if (isFull) throw busy();
    underWay.set(network, share);
    share.bodies++;
    share.bytes += declared;
    const body = { bytes: 0, isDeclared: declared > 0 };
    finished(reply.raw, () => {
      held -= body.bytes;
      share.bodies--;
      share.bytes -= declared || body.bytes;
      if (share.bodies === 0) underWay.delete(network);
    });
    return Readable.from(counted(payload, body, share), { objectMode: false });
  };

  async function* counted(
    payload: Readable,
    body: { bytes: number; isDeclared: boolean },
    share: Share,
  ): AsyncGenerator<Buffer> {
    for await (const chunk of paced(payload)) {
      body.bytes += chunk.length;
      held += chunk.length;
      if (!body.isDeclared) share.bytes += chunk.length;
      if (share.bytes > bytesPerNetwork && share.bodies > 1) throw tooMuch();
      if (held > roomFor(share.bytes)) throw busy();
      yield chunk;
    }
  }

  async function* paced(payload: Readable): AsyncGenerator<Buffer> {
    let bytes = 0;
    let before = 0;
    const timer = setInterval(() => {
      if (bytes - before < pace.bytes) payload.destroy();
      before = bytes;
    }, pace.ms);
    try {
      for await (const chunk of payload as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        yield chunk;
      }
    } finally {
      clearInterval(timer);
    }
  }

  /** What all may hold together for a body of this network, which has `own` bytes under way, to be taken. */
  function roomFor(own: number): number {
    return own > smallBytes ? bytes * 0.75 : bytes;
  }
}

function tooMuch(): Refusal {
  return tooMany(retrySeconds, 'С вашего адреса уже загружаются файлы. Дождитесь конца загрузки');
}

function busy(): Refusal {
  return new Refusal('busy', { retry_after: retrySeconds });
}

/**
 * A form with more is no form of a page: 300,000 empty parts hold up the process for a second while they are parsed.
 */
const mostFields = 5_000;

/**
 * One boundary, of letters that every reader takes the same way: of two, or of one in disguise, the parts of another
 * could be counted.
 */
const multipart =
  /^multipart\/form-data;(?:\s*charset=[\w-]+;)?\s*boundary=("?)([\w'()+./:=?-]+)\1(?:;\s*charset=[\w-]+)?$/i;

/**
 * Throws `too_large` when a form names more fields than any page of the shop has, `bad_form` when they cannot be
 * counted. `body` is not parsed for it.
 */
export function checkFieldCount(contentType = '', body: Buffer): void {
  const boundary = multipart.exec(contentType)?.[2];
  if (boundary === undefined && /multipart/i.test(contentType)) throw new Refusal('bad_form');
  const separator = boundary === undefined ? '&' : `--${boundary}`;
  let count = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length)) {
    count++;
    if (count > mostFields) throw new Refusal('too_large');
  }
}
