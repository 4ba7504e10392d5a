import { finished, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooMany } from './limits.ts';
import { networkOf } from './networks.ts';
import { Refusal } from './refusal.ts';

export type BodyLimits = {
  /** Bodies of one network under way at once, from the first byte until the answer is written. */
  perNetwork: number;
  /** What all bodies under way may hold in memory together. */
  bytes: number;
  /** A body of which nothing more comes for so long is cut off. */
  silentMs: number;
};

/** Bodies that are certainly smaller are not counted: every form without files. */
const freeBytes = 65_536;
const retrySeconds = 10;

/**
 * A `preParsing` hook that bounds what unfinished and unanswered uploads hold in this process, whoever sends them: too many of one network
 * are refused with 429, more bytes in all with 503, both with Retry-After; who falls silent is disconnected.
 */
export function boundBodies({ perNetwork, bytes, silentMs }: BodyLimits) {
  const underWay = new Map<string, number>();
  let held = 0;

  return async function preParsing(request: FastifyRequest, reply: FastifyReply, payload: Readable): Promise<Readable> {
    const { 'content-length': declared, 'transfer-encoding': coding } = request.headers;
    if (coding === undefined && !(Number(declared) > freeBytes)) return payload;
    const network = networkOf(request.ip);
    const own = underWay.get(network) ?? 0;
    // Whoever is refused is still sending.
    if (own >= perNetwork || held >= bytes) reply.header('Connection', 'close');
    if (own >= perNetwork)
      throw tooMany(retrySeconds, 'С вашего адреса уже загружаются файлы. Дождитесь конца загрузки');
    if (held >= bytes) throw busy();
    underWay.set(network, own + 1);
    const body = { bytes: 0 };
    finished(reply.raw, () => {
      held -= body.bytes;
      const left = (underWay.get(network) ?? 1) - 1;
      if (left > 0) underWay.set(network, left);
      else underWay.delete(network);
    });
    return Readable.from(counted(payload, body), { objectMode: false });
  };

  async function* counted(payload: Readable, body: { bytes: number }): AsyncGenerator<Buffer> {
    const timer = setTimeout(() => payload.destroy(), silentMs);
    try {
      for await (const chunk of payload as AsyncIterable<Buffer>) {
        timer.refresh();
        body.bytes += chunk.length;
        held += chunk.length;
        if (held > bytes) throw busy();
        yield chunk;
      }
    } finally {
      clearTimeout(timer);
    }
  }
}

function busy(): Refusal {
  return new Refusal('busy', { retry_after: retrySeconds });
}

/** A form with more is no form of a page: 300,000 empty parts hold up the process for a second while they are parsed. */
const mostFields = 5_000;

/** Throws `too_large` when a form names more fields than any page of the shop has. `body` is not parsed for it. */
export function checkFieldCount(contentType: string | undefined, body: Buffer): void {
  const boundary = /^multipart\/form-data\b.*;\s*boundary="?([^";]+)/i.exec(contentType ?? '')?.[1];
  const separator = boundary ? `--${boundary}` : '&';
  let count = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length)) {
    count++;
    if (count > mostFields) throw new Refusal('too_large');
  }
}
