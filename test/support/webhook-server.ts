import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A program that takes webhooks, with its memory in this process and its moods on a port of their own. Run as a process
 * of its own: `node test/support/webhook-server.ts`; prints {port, control} first. Moods of the next calls: a status,
 * 'mute' (never answers), 'endless' (an answer without end), 'hang' (takes the message and never answers).
 */
type Mood = number | 'mute' | 'endless' | 'hang';

let moods: Mood[] = [];
const messages: { headers: Record<string, unknown>; body: string }[] = [];

const receiver = createServer(async (request, response) => {
  const body = await textOf(request);
  const mood = moods.shift() ?? 200;
  if (mood === 'mute') return;
  if (mood === 'hang' || (typeof mood === 'number' && mood < 300)) messages.push({ headers: request.headers, body });
  if (mood === 'hang') return;
  if (mood === 'endless') return void endless(response);
  response.writeHead(mood, { location: `http://127.0.0.1:${(control.address() as AddressInfo).port}/moods` });
  response.end('ok');
});

/** PUT /moods: the next moods; GET /messages: what came so far. */
const control = createServer(async (request, response) => {
  if (request.method === 'PUT') moods = JSON.parse(await textOf(request));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ messages, moods }));
});

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

function endless(response: ServerResponse): void {
  response.writeHead(200);
  const more = () => {
    if (!response.destroyed) response.write('x'.repeat(16_384), () => setImmediate(more));
  };
  more();
}

receiver.listen(0, '127.0.0.1', () => {
  control.listen(0, '127.0.0.1', () => {
    const portOf = (server: typeof receiver) => (server.address() as AddressInfo).port;
    process.stdout.write(`${JSON.stringify({ port: portOf(receiver), control: portOf(control) })}\n`);
  });
});
