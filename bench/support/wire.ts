import { createConnection, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { ensure } from '#shared/ensure.ts';

export class WireAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly raw: Buffer;

  constructor(status: number, headers: Record<string, string | string[]>, raw: Buffer) {
    this.status = status;
    this.headers = headers;
    this.raw = raw;
  }

  /** As text; decoded when it is asked for. */
  get body(): string {
    return (this.headers['content-encoding'] === 'gzip' ? gunzipSync(this.raw) : this.raw).toString();
  }
}

/**
 * One keep-alive connection that sends a request and reads its answer, nothing more: Node's own client costs more
 * processor than the pages measured with it. Reconnects by itself at the next request. Follows no redirects; throws
 * when the answer breaks off.
 */
export class Wire {
  readonly #port: number;
  #socket: Socket | null = null;
  #left: Buffer = Buffer.alloc(0);
  /** When the other side may close the connection as unused (its Keep-Alive header), in `performance.now()`. */
  #freshUntil = Number.POSITIVE_INFINITY;
  #waiting: { resolve(answer: WireAnswer): void; reject(error: Error): void } | null = null;

  constructor(port: number) {
    this.#port = port;
  }

  ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<WireAnswer> {
    let text = `${method} ${path} HTTP/1.1\r\n`;
    for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
    text += body === undefined ? '\r\n' : `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#open().write(text);
    });
  }

  close() {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #open(): Socket {
    if (this.#socket && !this.#socket.destroyed && performance.now() < this.#freshUntil) return this.#socket;
    this.close();
    const socket = createConnection({ port: this.#port, host: '127.0.0.1', noDelay: true });
    this.#socket = socket;
    this.#left = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      this.#left = this.#left.length > 0 ? Buffer.concat([this.#left, chunk]) : chunk;
      this.#read();
    });
    const gone = (error?: Error) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#settle()?.reject(error ?? new Error('The connection was closed before the answer'));
    };
    socket.on('error', gone);
    socket.on('close', () => gone());
    return socket;
  }

  #settle() {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }

  #read() {
    const buffer = this.#left;
    const end = buffer.indexOf('\r\n\r\n');
    if (end < 0) return;
    const lines = buffer.toString('latin1', 0, end).split('\r\n');
    const headers: Record<string, string | string[]> = {};
    for (let i = 1; i < lines.length; i++) {
      const colon = ensure(lines[i]).indexOf(':');
      const name = ensure(lines[i]).slice(0, colon).toLowerCase();
      const value = ensure(lines[i])
        .slice(colon + 1)
        .trim();
      if (name === 'set-cookie') headers[name] = [...(headers[name] ?? []), value];
      else headers[name] = value;
    }
    const status = Number(ensure(lines[0]).slice(9, 12));
    const start = end + 4;
    const body =
      headers['transfer-encoding'] === 'chunked'
        ? unchunked(buffer, start)
        : whole(buffer, start, status === 204 || status === 304 ? 0 : Number(headers['content-length'] ?? 0));
    if (!body) return;
    this.#left = buffer.subarray(body.end);
    const timeout = /timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1];
    this.#freshUntil = timeout ? performance.now() + (Number(timeout) - 1) * 1_000 : Number.POSITIVE_INFINITY;
    if (headers.connection === 'close') this.close();
    this.#settle()?.resolve(new WireAnswer(status, headers, body.raw));
  }
}

type Body = { raw: Buffer; end: number } | null;

function whole(buffer: Buffer, start: number, length: number): Body {
  return buffer.length < start + length ? null : { raw: buffer.subarray(start, start + length), end: start + length };
}

function unchunked(buffer: Buffer, start: number): Body {
  const parts: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = buffer.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(buffer.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (buffer.length < next) return null;
    if (size === 0) return { raw: Buffer.concat(parts), end: next };
    parts.push(buffer.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}
