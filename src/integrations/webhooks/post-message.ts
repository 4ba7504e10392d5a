import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { BlockList } from 'node:net';
import type { Try } from '#modules/webhooks/deliveries.ts';
import { findOutside, type OutsideAddress } from '#platform/outside-address.ts';

export const answerMs = 10_000;
/** Nothing in the answer is needed; a receiver that goes on is not listened to. */
const mostAnswerBytes = 65_536;

export type Message = {
  url: string;
  /** Of each a signature; any of them is proof. */
  secrets: string[];
  id: string;
  body: string;
  /** How long an answer is waited for. */
  timeoutMs: number;
};

/**
 * One try: the message is posted, signed as Standard Webhooks says (`webhook-id`, `webhook-timestamp`,
 * `webhook-signature`). Any 2xx in time is success; a redirect is none. The name is looked up once and what
 * it leads to is judged: it cannot lead elsewhere between the look and the call. Never throws.
 */
export async function postMessage(message: Message, allowed: BlockList, now = new Date()): Promise<Try> {
  const started = performance.now();
  const since = () => Math.round(performance.now() - started);
  const found = await findOutside(message.url, allowed);
  if ('problem' in found) return { status: null, failure: found.problem, milliseconds: since() };
  try {
    const status = await post(message, found, now);
    const isTaken = status >= 200 && status < 300;
    return { status, failure: isTaken ? null : `ответ ${status}`, milliseconds: since() };
  } catch (error) {
    return { status: null, failure: wordsOf(error, message.timeoutMs), milliseconds: since() };
  }
}

function post(
  { url, secrets, id, body, timeoutMs }: Message,
  { address, family }: OutsideAddress,
  now: Date,
): Promise<number> {
  const { request } = url.startsWith('https:') ? https : http;
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      lookup: (_host, { all }, found) => {
        if (all) found(null, [{ address, family }]);
        else found(null, address, family);
      },
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'idd-shop webhooks',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': secrets.map((secret) => signatureOf(secret, id, timestamp, body)).join(' '),
      },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      const status = incoming.statusCode ?? 0;
      let bytes = 0;
      incoming.on('error', reject);
      incoming.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes <= mostAnswerBytes) return;
        resolve(status);
        outgoing.destroy();
      });
      incoming.on('end', () => resolve(status));
    });
    outgoing.end(body);
  });
}

/** `v1,` and the base64 HMAC-SHA256 of id, time and body under the secret without its prefix. */
function signatureOf(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** Never the error's own message: it may hold more than a row should. */
function wordsOf(error: unknown, timeoutMs: number): string {
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'TimeoutError' || name === 'AbortError') return `нет ответа за ${timeoutMs / 1_000} с`;
  return typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code) ? `нет связи (${code})` : 'связь прервалась';
}
