import { keepAnswer } from '#modules/payments/events.ts';
import type { Db } from '#platform/database.ts';
import { outgoingHold } from '#platform/outgoing.ts';
import { ProviderSilent } from './provider.ts';

export type PartnerCall = {
  method: 'GET' | 'POST';
  url: URL;
  /** How it is named in the log and beside the stored answer. */
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  timeout_ms: number;
  /** Our payment, refund or receipt the call is about. */
  about: string | null;
};

/**
 * One HTTP call to a payment partner, JSON in and out. Answers to changes are stored as received, those to questions
 * when they are not 200. Returns the status and what the answer holds (undefined: no JSON). Throws ProviderSilent
 * without an answer, for 202, 429 and 5xx, for 200 without JSON, and while the outgoing is held.
 */
export async function callPartner(db: Db, call: PartnerCall): Promise<{ status: number; json: unknown }> {
  const name = `${call.method} ${call.path}`;
  if (await outgoingHold(db)) throw new ProviderSilent(`${name}: связь с партнёрами приостановлена`);
  const { status, text } = await send(call).catch((error) => {
    throw new ProviderSilent(`${name}: нет ответа`, { cause: error });
  });
  if (call.method === 'POST' || status !== 200) {
    await keepAnswer(db, { call: name, object_id: call.about, status, body: text });
  }
  const json = parse(text);
  // 202: the same request is still being done.
  if ((status === 200 && json === undefined) || status === 202 || status === 429 || status >= 500) {
    throw new ProviderSilent(`${name}: ответ ${status}`);
  }
  return { status, json };
}

async function send({
  method,
  url,
  headers,
  body,
  timeout_ms,
}: PartnerCall): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout_ms),
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
