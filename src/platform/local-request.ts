import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** What proxies write to say for whom they ask, beside everything that begins with `x-forwarded-`. */
const forwardingHeaders = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
]);

/**
 * True when a request was passed on by a proxy, by its own word: X-Forwarded-*, Forwarded, Via, X-Real-IP and their
 * like. Strangers may write these too.
 */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || forwardingHeaders.has(name));
}

/** True for an address of this machine itself, as sockets write it: 127.0.0.0/8, ::1, and the former inside IPv6. */
function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address);
}

/**
 * True when somebody on this machine asks, and asks directly: the socket is loopback and no proxy speaks for another.
 * Neither TRUST_PROXY nor the Host header has a say. Give Fastify's `request.raw`.
 */
export function isLocalRequest({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  return isLoopback(socket.remoteAddress) && !isForwarded(headers);
}
