import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { perObject } from '#shared/per-object.ts';

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
const expand = promisify(gunzip);
/** Up to so many bytes gzip works in this thread: handing them to another costs more; decision 340. */
const mostAtOnce = 16 * 1024;

/**
 * A response that is sent again and again, in the codings that have been made of it so far; one of `plain` and
 * `gzipped` is there.
 */
export type CachedResponse = {
  /**
   * Cache-Control and Vary, which an answer without a body repeats, and what else the whole carries; not ETag, coding
   * and length.
   */
  headers: Readonly<Record<string, string>>;
  etag: string;
  plain: Buffer | null;
  gzipped: Buffer | null;
  brotlied: Buffer | null;
};

type Coded = { coding: 'br' | 'gzip' | 'identity'; body: Buffer };

/**
 * Answers at once from a plain listener of `node:http`: 304 when the browser has it, else the whole; Node itself sees
 * to HEAD and to how the connection goes on. False, and nothing is sent, when the client's coding would have to be made
 * first.
 */
export function sendCached(cached: CachedResponse, request: IncomingMessage, response: ServerResponse): boolean {
  const heads = headsOf(cached);
  if (request.headers['if-none-match'] === cached.etag) {
    heads.unchanged ??= Object.entries(unchangedHeaders(cached)).flat();
    response.writeHead(304, heads.unchanged).end();
    return true;
  }
  const coded = codedBody(cached, request.headers['accept-encoding']);
  if (!coded) return false;
  const { coding, body } = coded;
  heads[coding] ??= Object.entries({ ...wholeHeaders(cached, coding), 'Content-Length': String(body.length) }).flat();
  response.writeHead(200, heads[coding]).end(body);
  return true;
}

/** Names and values as Node takes them fastest, made once. */
const headsOf = perObject((_cached: CachedResponse): Partial<Record<Coded['coding'] | 'unchanged', string[]>> => ({}));

/** The same through Fastify, which adds the headers of the request; a coding that is missing is made. */
export async function replyCached(
  cached: CachedResponse,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (headers['if-none-match'] === cached.etag) return reply.code(304).headers(unchangedHeaders(cached)).send();
  const { coding, body } = await encodedBody(cached, headers['accept-encoding']);
  return reply.code(200).headers(wholeHeaders(cached, coding)).send(body);
}

function unchangedHeaders({ headers, etag }: CachedResponse): Record<string, string> {
  const { 'Cache-Control': caching = 'private, no-cache', Vary: vary = 'Accept-Encoding' } = headers;
  return { 'Cache-Control': caching, Vary: vary, ETag: etag };
}

function wholeHeaders({ headers, etag }: CachedResponse, coding: Coded['coding']): Record<string, string> {
  return { ...headers, ETag: etag, ...(coding !== 'identity' && { 'Content-Encoding': coding }) };
}

/** The bytes to send for an Accept-Encoding: the best coding that is ready, else expanded. */
export async function encodedBody(cached: CachedResponse, acceptEncoding: string | undefined): Promise<Coded> {
  const ready = codedBody(cached, acceptEncoding);
  return ready ?? { coding: 'identity', body: await expanded(cached) };
}

/** The same without waiting; null when what the client takes is not ready. */
export function codedBody(
  { plain, gzipped, brotlied }: CachedResponse,
  acceptEncoding: string | undefined = '',
): Coded | null {
  if (brotlied && accepts(acceptEncoding, 'br')) return { coding: 'br', body: brotlied };
  if (gzipped && accepts(acceptEncoding, 'gzip')) return { coding: 'gzip', body: gzipped };
  return plain && { coding: 'identity', body: plain };
}

async function expanded({ plain, gzipped }: CachedResponse): Promise<Buffer> {
  if (plain || !gzipped) return plain ?? Buffer.alloc(0);
  return gzipped.length <= mostAtOnce ? gunzipSync(gzipped) : expand(gzipped);
}

/** Gzip at `level` (1 to 9), for one answer. */
export async function gzipOf(body: Buffer, level: number): Promise<Buffer> {
  return body.length <= mostAtOnce ? gzipSync(body, { level }) : toGzip(body, { level });
}

/** The same to be cached. */
export async function compressed(body: Buffer, level: number): Promise<Buffer> {
  return ownBytes(await gzipOf(body, level));
}

/** Made for what is asked for again: it costs five times gzip. */
export async function addBrotli(cached: CachedResponse): Promise<void> {
  cached.brotlied = ownBytes(
    await toBrotli(await expanded(cached), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  );
}

/**
 * A small Buffer of zlib is a piece of Node's common pool of 64 KB, and keeping the piece keeps the pool: four times
 * the bytes.
 */
function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** True when the header names the coding without q=0. */
export function accepts(acceptEncoding: string, coding: string): boolean {
  const at = acceptEncoding.indexOf(coding);
  if (at < 0) return false;
  const parameters = acceptEncoding.slice(at + coding.length).split(',', 1)[0] ?? '';
  return !/;\s*q=0(\.0*)?\s*$/.test(parameters);
}
