import type { IncomingMessage, ServerResponse } from 'node:http';

/** Head lines and bytes of an answer that is sent again and again. */
export type ReadyAnswer = {
  /** Name, value, name, value … with Content-Length, without Date and Connection. */
  headers: string[];
  body: Buffer;
  /** The whole head as it goes over the wire, written anew when the second of its Date is over. */
  head?: { second: number; text: string };
};

/** What `_storeHeader` of Node's OutgoingMessage leaves behind, and what it looks at. */
type Inside = { _header: string | null; maxRequestsOnConnectionReached?: boolean };

/**
 * Sends 200 with a body. Node puts a head together line by line and checks each value, a quarter of all the work of sending a kept page; here
 * the text of the last second is handed over as Node would have left it (`_header`; Node's version is fixed by package.json, and
 * ready-response.test.ts compares the bytes of both ways). Connections that end with this answer go the common way.
 */
export function sendReady(request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer): void {
  const inside = response as unknown as Inside;
  const isCommon =
    request.method === 'GET' &&
    request.httpVersionMinor === 1 &&
    response.shouldKeepAlive &&
    !inside.maxRequestsOnConnectionReached &&
    inside._header === null;
  if (!isCommon) {
    response.writeHead(200, answer.headers);
    response.end(request.method === 'HEAD' ? undefined : answer.body);
    return;
  }
  inside._header = headOf(request, answer);
  response.end(answer.body);
}

function headOf(request: IncomingMessage, answer: ReadyAnswer): string {
  const second = Math.floor(Date.now() / 1_000);
  if (answer.head?.second === second) return answer.head.text;
  const { server } = request.socket as unknown as { server?: { keepAliveTimeout?: number } };
  const keepAlive = Math.floor((server?.keepAliveTimeout ?? 0) / 1_000);
  const lines = ['HTTP/1.1 200 OK'];
  for (let at = 0; at < answer.headers.length; at += 2) lines.push(`${answer.headers[at]}: ${answer.headers[at + 1]}`);
  lines.push(`Date: ${new Date(second * 1_000).toUTCString()}`, 'Connection: keep-alive');
  if (keepAlive > 0) lines.push(`Keep-Alive: timeout=${keepAlive}`);
  // One byte per sign, whatever the strings were cut from: so it is sent without being converted.
  const text = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1').toString('latin1');
  answer.head = { second, text };
  return text;
}
