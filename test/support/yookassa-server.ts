import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  answerCall,
  cancel,
  fault,
  findPayment,
  type Memory,
  pay,
  type Setup,
  type StoredObject,
} from '#integrations/demonstration-payments/protocol.ts';

/**
 * YooKassa's API v3 at /v3/ with its memory in this process, and its moods at /control/: what went in, what it would
 * have told, answers that get lost. Run as a process of its own: `node test/support/yookassa-server.ts`; prints {port}
 * first.
 */
const objects = new Map<string, StoredObject>();
const log: { method: string; path: string; key: string | null; body: unknown; status: number }[] = [];
const events: { event: string; object: unknown }[] = [];
/**
 * What becomes of the next calls: 'fail' answers 500 and does nothing, 'lose' does it and breaks off, 'hang' does it
 * and is silent, 'garble' does it and answers 500. One with a path waits for a POST to it.
 */
let moods: { mood: 'fail' | 'lose' | 'hang' | 'garble'; path?: string }[] = [];

const memory: Memory = {
  find: async (id) => structuredClone(objects.get(id) ?? null),
  byKey: async (kind, key) =>
    structuredClone([...objects.values()].find((one) => one.kind === kind && one.idempotence_key === key) ?? null),
  ofPayment: async (kind, payment_id) =>
    structuredClone([...objects.values()].filter((one) => one.kind === kind && one.body.payment_id === payment_id)),
  async insert(object) {
    const isTaken = [...objects.values()].some(
      (one) => one.kind === object.kind && one.idempotence_key === object.idempotence_key,
    );
    if (!isTaken) objects.set(object.id, structuredClone(object));
    return !isTaken;
  },
  async update({ id, body, settles_at }) {
    const known = objects.get(id);
    if (known) objects.set(id, structuredClone({ ...known, body, settles_at }));
  },
};

const setup: Setup = {
  memory,
  methods: (process.env.METHODS ?? 'bank_card,sbp').split(','),
  pageUrl: (id) => `https://yoomoney.example/pay/${id}`,
  notify: (event, object) => events.push(structuredClone({ event, object })),
};

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const body = await readJson(request);
  const send = (status: number, json: unknown) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
  if (pathname.startsWith('/control/')) return send(200, await control(pathname.slice(9), body));
  const key = request.headers['idempotence-key'];
  const call = {
    method: request.method ?? 'GET',
    path: pathname.slice('/v3'.length),
    query: searchParams,
    key: typeof key === 'string' ? key : undefined,
    body,
  };
  const isMeant = moods[0]?.path === undefined || (call.method === 'POST' && call.path === moods[0].path);
  const mood = isMeant ? moods.shift()?.mood : undefined;
  const isKnown = request.headers.authorization === `Basic ${btoa('100500:test_secret')}`;
  const { status, json } =
    mood === 'fail'
      ? fault(500, 'internal_server_error', 'Try again')
      : isKnown
        ? await answerCall(setup, call)
        : fault(401, 'invalid_credentials', 'Unknown shop');
  log.push({
    method: call.method,
    path: call.path + (searchParams.size > 0 ? `?${searchParams}` : ''),
    key: call.key ?? null,
    body,
    status,
  });
  if (mood === 'hang') return;
  if (mood === 'lose') return response.destroy();
  if (mood === 'garble') return send(500, { type: 'error', code: 'internal_server_error' });
  return send(status, json);
});

// biome-ignore lint/suspicious/noExplicitAny: what a test asks for
async function control(verb: string, body: any): Promise<unknown> {
  switch (verb) {
    case 'moods':
      moods = body.moods;
      return {};
    case 'pay':
      await pay(setup, await findPayment(setup, body.id));
      return {};
    case 'cancel':
      await cancel(setup, await findPayment(setup, body.id), body.reason);
      return {};
    case 'patch': {
      const known = objects.get(body.id)!;
      objects.set(body.id, { ...known, body: { ...known.body, ...body.body } });
      return {};
    }
    case 'log':
      return log;
    case 'events':
      return events;
    default:
      return [...objects.values()].map(({ kind, body }) => ({ kind, ...body }));
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}

server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
