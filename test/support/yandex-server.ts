import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { escapeHtml } from '#shared/html.ts';

/**
 * Yandex ID as far as a shop meets it: consent page, authorization codes of ten minutes and one use, PKCE, tokens,
 * /info. Run as a process of its own, `node test/support/yandex-server.ts`: prints {port} as a line of JSON. `POST
 * /control` of a test changes accounts ({accounts}), the way it answers ({mode: ok | broken | silent}), or makes a
 * token of another application ({token_of}).
 */
type Account = { id: string; login: string; [field: string]: unknown };
type Grant = {
  account: Account;
  client_id: string;
  redirect_uri: string;
  challenge: string;
  method: string;
  until: number;
};

const client = { id: 'shop-client', secret: 'shop-secret' };
let accounts: Account[] = [];
let mode: 'ok' | 'broken' | 'silent' = 'ok';
const codes = new Map<string, Grant>();
const tokens = new Map<string, { account: Account; client_id: string }>();

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const form = new URLSearchParams(await bodyOf(request));
  if (url.pathname === '/control') return json(response, 200, control(JSON.parse(form.get('json') ?? '{}')));
  if (url.pathname === '/authorize' && request.method === 'GET') return consent(response, url.searchParams);
  if (url.pathname === '/authorize') return decide(response, url.searchParams, form);
  if (mode === 'silent') return;
  if (mode === 'broken') return json(response, 500, { error: 'internal' });
  if (url.pathname === '/token' && request.method === 'POST') return json(response, ...token(request, form));
  if (url.pathname === '/info') return json(response, ...info(request));
  json(response, 404, { error: 'not_found' });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' && address ? address.port : 0 }));
});

function consent(response: ServerResponse, query: URLSearchParams): void {
  if (query.get('client_id') !== client.id || query.get('response_type') !== 'code') {
    response.writeHead(400, { 'Content-Type': 'text/html; charset=utf-8' }).end('<h1>Неизвестное приложение</h1>');
    return;
  }
  const buttons = accounts.map(
    ({ login }) => `<button name="login" value="${escapeHtml(login)}">Войти как ${escapeHtml(login)}</button>`,
  );
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(`<!doctype html><html lang="ru">
<title>Яндекс ID (испытательный)</title><h1>Магазин просит доступ к вашему аккаунту</h1>
<form method="post" action="/authorize?${escapeHtml(query.toString())}">${buttons.join('')}<button name="refuse" value="1">Отказаться</button></form>`);
}

function decide(response: ServerResponse, query: URLSearchParams, form: URLSearchParams): void {
  const back = new URL(query.get('redirect_uri') ?? '');
  const state = query.get('state');
  if (state !== null) back.searchParams.set('state', state);
  const account = accounts.find(({ login }) => login === form.get('login'));
  if (!account) {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'User denied access');
  } else {
    const code = randomBytes(8).toString('hex');
    codes.set(code, {
      account,
      client_id: query.get('client_id') ?? '',
      redirect_uri: query.get('redirect_uri') ?? '',
      challenge: query.get('code_challenge') ?? '',
      method: query.get('code_challenge_method') ?? 'plain',
      until: Date.now() + 600_000,
    });
    back.searchParams.set('code', code);
  }
  response.writeHead(302, { Location: back.href }).end();
}

function token(request: IncomingMessage, form: URLSearchParams): [number, object] {
  if (form.get('grant_type') !== 'authorization_code') return [400, { error: 'unsupported_grant_type' }];
  const basic = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
  const [id, secret] = basic.includes(':') ? basic.split(':') : [form.get('client_id'), form.get('client_secret')];
  if (id !== client.id || secret !== client.secret) return [401, { error: 'invalid_client' }];
  const grant = codes.get(form.get('code') ?? '');
  codes.delete(form.get('code') ?? '');
  if (!grant || grant.until < Date.now())
    return [400, { error: 'invalid_grant', error_description: 'Code has expired' }];
  if (!isProven(grant, form.get('code_verifier') ?? '')) return [400, { error: 'invalid_grant' }];
  return [
    200,
    { token_type: 'bearer', access_token: newToken(grant.account, grant.client_id), expires_in: 31_536_000 },
  ];
}

function isProven({ challenge, method }: Grant, verifier: string): boolean {
  if (challenge === '') return true;
  return challenge === (method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier);
}

function info(request: IncomingMessage): [number, object] {
  const known = tokens.get((request.headers.authorization ?? '').replace(/^OAuth /, ''));
  return known ? [200, { ...known.account, client_id: known.client_id }] : [401, { error: 'invalid_token' }];
}

function control(order: { accounts?: Account[]; mode?: typeof mode; token_of?: { login: string; client_id: string } }) {
  accounts = order.accounts ?? accounts;
  mode = order.mode ?? mode;
  const account = accounts.find(({ login }) => login === order.token_of?.login);
  return account && order.token_of ? { token: newToken(account, order.token_of.client_id) } : {};
}

function newToken(account: Account, client_id: string): string {
  const made = `y0_${randomBytes(24).toString('base64url')}`;
  tokens.set(made, { account, client_id });
  return made;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

function json(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
}
