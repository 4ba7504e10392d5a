import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** An answer that is sent again and again. */
export type ReadyAnswer = {
  status: '200 OK' | '304 Not Modified';
  /** Name, value, name, value … with Content-Length if there is a body, without Date and Connection. */
  headers: string[];
  body: Buffer | null;
  /** The whole head as it goes over the wire, written anew when the second of its Date is over. */
  head?: { second: number; bytes: Buffer };
};

/** What Node's HTTP server hangs on a connection: its parser calls `onIncoming` when the head of a request is read, which makes the response. */
type OnIncoming = (request: IncomingMessage, shouldKeepAlive: boolean) => number;
type Connection = Socket & { parser?: { onIncoming?: OnIncoming | null }; _httpMessage?: object | null };

/**
 * Answers what `find` has ready straight into the connection, before Node makes a response: making one and ending it is half of the work of
 * sending a kept page. All else goes Node's way, untouched, and so does whatever needs its care: HEAD, bodies, Expect, connections that end with this
 * answer or still send the one before, a server that is being stopped. It leans on an inner function of Node's server (its version is fixed by
 * package.json, and ready-response.test.ts compares the bytes of both ways); where there is none, everything goes Node's way.
 */
export function answerReady(server: Server, find: (request: IncomingMessage) => ReadyAnswer | null): Server {
  return server.on('connection', (socket: Connection) => {
    const { parser } = socket;
    const onIncoming = parser?.onIncoming;
    if (!parser || typeof onIncoming !== 'function') return;
    let isTimed = false;
    parser.onIncoming = (request, shouldKeepAlive) => {
      const isPlain = shouldKeepAlive && isBare(request) && isIdle(socket) && server.listening;
      const answer = isPlain ? find(request) : null;
      if (!answer) {
        if (isTimed) socket.setTimeout(server.timeout);
        isTimed = false;
        return onIncoming(request, shouldKeepAlive);
      }
      send(socket, headOf(server, answer), answer.body);
      // As Node does after each answer: an unused connection is closed, a little later than its head says.
      const unusedMs = server.keepAliveTimeout + keepAliveSpareMs;
      if (socket.timeout !== unusedMs) {
        socket.setTimeout(unusedMs);
        isTimed = true;
      }
      return 0;
    };
  });
}

/** Node's own keepAliveTimeoutBuffer. */
const keepAliveSpareMs = 1_000;

function isBare({ method, upgrade, headers }: IncomingMessage & { upgrade?: boolean }): boolean {
  return (
    method === 'GET' &&
    !upgrade &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined
  );
}

function isIdle(socket: Connection): boolean {
  return !socket._httpMessage && socket.writableLength === 0;
}

function send(socket: Socket, head: Buffer, body: Buffer | null): void {
  if (!body) {
    socket.write(head);
    return;
  }
  socket.cork();
  socket.write(head);
  socket.write(body);
  socket.uncork();
}

function headOf(server: Server, answer: ReadyAnswer): Buffer {
  const second = Math.floor(Date.now() / 1_000);
  if (answer.head?.second === second) return answer.head.bytes;
  const lines = [`HTTP/1.1 ${answer.status}`];
  for (let at = 0; at < answer.headers.length; at += 2) lines.push(`${answer.headers[at]}: ${answer.headers[at + 1]}`);
  lines.push(`Date: ${new Date(second * 1_000).toUTCString()}`, 'Connection: keep-alive');
  const keepAlive = Math.floor(server.keepAliveTimeout / 1_000);
  if (keepAlive > 0) lines.push(`Keep-Alive: timeout=${keepAlive}`);
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  answer.head = { second, bytes };
  return bytes;
}
