import { keepAnswer } from '#modules/payments/events.ts';
import type { Db } from '#platform/database.ts';
import { outgoingHold } from '#platform/outgoing.ts';
import type { Provider } from './provider.ts';

/** No answer, or one that says nothing (timeout, 429, 5xx): whether it was done is unknown, the same request with the same key is the way on. */
export class ProviderSilent extends Error {}

/** The provider understood and refused. */
export class ProviderRefused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, text: string) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

export type ProviderCall = {
  method: 'GET' | 'POST';
  /** After the base address, without a leading slash. */
  path: string;
  /** Idempotence-Key; every POST has one. */
  key?: string;
  body?: unknown;
  /** Our payment, refund or receipt the call is about, for the kept answers. */
  object_id: string | null;
};

/** One call of the API v3. Answers to changes are kept as received. Throws ProviderSilent, ProviderRefused. */
export async function callProvider(db: Db, provider: Provider, call: ProviderCall): Promise<unknown> {
  if (await outgoingHold(db))
    throw new ProviderSilent(`${call.method} ${call.path}: связь с партнёрами приостановлена`);
  const { status, text } = await send(provider, call).catch((error) => {
    throw new ProviderSilent(`${call.method} ${call.path}: нет ответа`, { cause: error });
  });
  if (call.method === 'POST' || status !== 200) {
    await keepAnswer(db, { call: `${call.method} ${call.path}`, object_id: call.object_id, status, body: text });
  }
  const json = parse(text);
  if (status === 200 && json !== undefined) return json;
  // 202: the same request is still being done.
  if (status === 200 || status === 202 || status === 429 || status >= 500) {
    throw new ProviderSilent(`${call.method} ${call.path}: ответ ${status}`);
  }
  const { code = '', description = '', parameter = '' } = (json ?? {}) as Record<string, string | undefined>;
  const said = [code, description, parameter && `(${parameter})`].filter(Boolean).join(' ');
  throw new ProviderRefused(status, code, `${call.method} ${call.path}: ${status} ${said}`);
}

async function send(
  provider: Provider,
  { method, path, key, body }: ProviderCall,
): Promise<{ status: number; text: string }> {
  const response = await fetch(new URL(path, provider.url), {
    method,
    headers: {
      Authorization: `Basic ${Buffer.from(`${provider.shop_id}:${provider.secret_key}`).toString('base64')}`,
      ...(key !== undefined && { 'Idempotence-Key': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(provider.timeout_ms),
  });
  return { status: response.status, text: await response.text() };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
