import type { CrmFailure } from '#integrations/crm/crm.ts';
import type { Config } from '../../config.ts';

/**
 * The portal behind BITRIX24_WEBHOOK_URL. The address is its credential: nothing made from it may reach a log, an error
 * or a row.
 */
export type Bitrix = { url: string; assigned_by_id: number; originator: string; timeout_ms: number };

type BitrixAnswer = { status: number | null; answer: string } & ({ kind: 'result'; result: unknown } | CrmFailure);

/** null: no webhook is set, leads stay with us. */
export function bitrixOf(config: Config): Bitrix | null {
  const url = config.BITRIX24_WEBHOOK_URL;
  if (!url) return null;
  return {
    url: url.endsWith('/') ? url : `${url}/`,
    // Unless somebody else is named, the employee who made the webhook.
    assigned_by_id: config.BITRIX24_ASSIGNED_BY_ID ?? Number(webhookPath.exec(new URL(url).pathname)?.[1]),
    originator: config.SITE_CODE,
    timeout_ms: config.BITRIX24_TIMEOUT_MS,
  };
}

/** `/rest/<user id>/<secret>/`; config.ts lets nothing else in. */
const webhookPath = /^\/rest\/(\d+)\/([^/]+)\/?$/;

/** One call of the REST protocol. A `result` is success and nothing else is: `error` may be an empty string. */
export async function callBitrix(portal: Bitrix, method: string, body: unknown): Promise<BitrixAnswer> {
  let response: { status: number; text: string };
  try {
    response = await post(portal, method, body);
  } catch (error) {
    return { kind: 'silent', status: null, answer: '', is_reached: !isUnreached(error), words: wordsOf(error) };
  }
  const { status, text } = response;
  const answer = text.replaceAll(secretOf(portal), '***');
  const json = parse(answer);
  const result = json?.result;
  if (result !== undefined && result !== null && result !== false) return { kind: 'result', status, answer, result };
  const code = String(json?.error ?? '');
  const words = [`ответ ${status}`, code, String(json?.error_description ?? '')]
    .filter(Boolean)
    .join(' ')
    .slice(0, 500);
  if (busyCodes.has(code) || status === 429)
    return { kind: 'busy', status, answer, until: resetAt(json), pause_ms: pauseMs(words), words };
  if (status === 401 || status === 403 || status === 405 || (status >= 300 && status < 400))
    return { kind: 'rights', status, answer, words };
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'refused', status, answer, words };
  return { kind: 'silent', status, answer, is_reached: true, words };
}

const busyCodes = new Set(['QUERY_LIMIT_EXCEEDED', 'OPERATION_TIME_LIMIT', 'OVERLOAD_LIMIT']);

/** The bucket of requests empties in seconds, a time budget in ten minutes. */
function pauseMs(words: string): number {
  return words.includes('QUERY_LIMIT_EXCEEDED') ? 10_000 : 600_000;
}

async function post(portal: Bitrix, method: string, body: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(`${portal.url}${method}.json`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(portal.timeout_ms),
  });
  return { status: response.status, text: await response.text() };
}

/** No connection was made, so nothing can have been done. */
function isUnreached(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    codeOf(error),
  );
}

/** Never the error's own message: it may name the address. */
function wordsOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'нет ответа за отведённое время';
  const code = codeOf(error);
  return code ? `нет связи (${code})` : 'связь прервалась';
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? code : '';
}

function secretOf(portal: Bitrix): string {
  return webhookPath.exec(new URL(portal.url).pathname)?.[2] ?? portal.url;
}

type Answered = { result?: unknown; error?: unknown; error_description?: unknown; time?: unknown };

function parse(text: string): Answered | null {
  try {
    const json: unknown = JSON.parse(text);
    return json !== null && typeof json === 'object' ? json : null;
  } catch {
    return null;
  }
}

/** `time.operating_reset_at`, seconds since 1970; null when it is not there or makes no sense. */
function resetAt(json: Answered | null): Date | null {
  const time = json?.time as { operating_reset_at?: unknown } | undefined;
  const seconds = Number(
    time?.operating_reset_at ?? (json as { operating_reset_at?: unknown } | null)?.operating_reset_at,
  );
  return Number.isFinite(seconds) && seconds > 1_000_000_000 ? new Date(seconds * 1_000) : null;
}
