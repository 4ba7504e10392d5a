import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refusals } from '#shared/refusals.ts';

/** What Node's parser of requests complains of, by its code. */
const known: Record<string, { status: number; code: 'too_large' | 'too_slow' }> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'too_slow' },
};

/**
 * S7-35 for what never becomes a request: too long headers, a request that does not end, no HTTP at all. The connection
 * is closed afterwards.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const { status, code } = known[error.code ?? ''] ?? { status: 400, code: 'bad_request' as const };
    const body = JSON.stringify({ error: { code, message: refusals[code].message } });
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}
