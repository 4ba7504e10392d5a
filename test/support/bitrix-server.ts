import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The leads of Bitrix24's REST protocol with their memory in this process, and their moods on a port of their own: what
 * went in, what the portal answers next, whether it is there at all. Run as a process of its own: `node
 * test/support/bitrix-server.ts`; prints {port, control} first.
 */
type Fields = Record<string, unknown>;
type Lead = { ID: string; fields: Fields; params: unknown };

/**
 * What becomes of the next calls. Undone: 'limit', 'budget', 'overload', 'fail', 'rights', 'denied', 'strange' (400),
 * 'mute' (never answers). Done: 'hang' (never answers), 'lose' (breaks off), 'garble' (a gateway's page), 'slow'.
 */
type Mood =
  | 'ok'
  | 'limit'
  | 'budget'
  | 'overload'
  | 'fail'
  | 'rights'
  | 'denied'
  | 'strange'
  | 'mute'
  | 'hang'
  | 'lose'
  | 'garble'
  | 'slow';

const webhook = '/rest/7/t0psecret/';
const leads: Lead[] = [];
const log: { method: string; at: number; type: string | undefined; body: unknown }[] = [];
let moods: Mood[] = [];

const errors: Partial<Record<Mood, [number, object]>> = {
  limit: [503, { error: 'QUERY_LIMIT_EXCEEDED', error_description: 'Too many requests' }],
  overload: [503, { error: 'OVERLOAD_LIMIT', error_description: 'REST API is blocked due to overload.' }],
  fail: [500, { error: 'INTERNAL_SERVER_ERROR', error_description: 'Internal server error' }],
  // The portal says the webhook's code back: it must not reach a row.
  rights: [401, { error: 'NO_AUTH_FOUND', error_description: 'Wrong authorization data t0psecret' }],
  denied: [403, { error: '', error_description: 'Access denied.' }],
  strange: [400, { error: 'ERROR_CORE', error_description: 'Поле заполнено неверно' }],
};

const portal = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const method = pathname.startsWith(webhook) ? pathname.slice(webhook.length).replace(/\.json$/, '') : '';
  const body = await readJson(request);
  log.push({ method, at: Date.now(), type: request.headers['content-type'], body });
  const mood = moods.shift() ?? 'ok';
  if (method === '') return send(response, ...(errors.rights as [number, object]));
  if (mood === 'mute') return;
  if (mood === 'budget') return send(response, 429, budgetUsed());
  const error = errors[mood];
  if (error) return send(response, ...error);
  const result = answer(method, body);
  if (mood === 'hang') return;
  if (mood === 'lose') return response.destroy();
  if (mood === 'garble') return response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  if (mood === 'slow') await new Promise((resolve) => setTimeout(resolve, 300));
  if (result === undefined)
    return send(response, 404, { error: 'ERROR_METHOD_NOT_FOUND', error_description: 'Method not found!' });
  return send(response, 200, { result, time: { start: 1, finish: 2, operating: 0 } });
});

/** The method's time is used up for the next ten minutes by the portal's clock, which a test may have moved. */
let resetAt = 0;
function budgetUsed() {
  return {
    error: 'OPERATION_TIME_LIMIT',
    error_description: 'Method is blocked due to operation time limit.',
    time: { operating: 480, operating_reset_at: resetAt },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: bodies as a caller sends them
function answer(method: string, body: any): unknown {
  if (method === 'crm.lead.add') {
    const lead = { ID: String(3465 + leads.length), fields: body.fields, params: body.params };
    leads.push(lead);
    return Number(lead.ID);
  }
  if (method === 'crm.lead.list') {
    const { '=ORIGINATOR_ID': originator, '=ORIGIN_ID': origin } = body.filter;
    return leads
      .filter(({ fields }) => fields.ORIGINATOR_ID === originator && fields.ORIGIN_ID === origin)
      .map(({ ID }) => ({ ID }));
  }
  return undefined;
}

function send(response: ServerResponse, status: number, json: object) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString() || 'null');
}

const port = await listen(0);
const control = createServer(async (request, response) => {
  // biome-ignore lint/suspicious/noExplicitAny: what a test asks for
  const body: any = await readJson(request);
  const verb = (request.url ?? '').slice(1);
  if (verb === 'moods') moods = body.moods;
  if (verb === 'reset_at') resetAt = body.seconds;
  if (verb === 'down' && portal.listening) {
    portal.closeAllConnections();
    await new Promise((resolve) => portal.close(resolve));
  }
  if (verb === 'up' && !portal.listening) await listen(port);
  send(response, 200, verb === 'log' ? log : verb === 'leads' ? leads : {});
});
control.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ port, control: (control.address() as AddressInfo).port })),
);

function listen(wanted: number): Promise<number> {
  return new Promise((resolve) =>
    portal.listen(wanted, '127.0.0.1', () => resolve((portal.address() as AddressInfo).port)),
  );
}
