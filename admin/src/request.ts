import { HttpError } from 'react-admin';
import { sessionSignals } from './session/session.ts';

/** Longer than any answer that is worth waiting for: lists take at most 300 ms, calls to partners up to 20 s. */
const longestMs = 30_000;

/** What the server says of an error: `{error: {code, message, fields?, …}}`. */
export type ErrorBody = { code: string; message: string; fields?: Record<string, string>; [more: string]: unknown };

/** An answer that is no success. `status` 0: there was none. `message` is Russian and fit to show. */
export class RequestError extends HttpError {
  readonly code: string;
  /** Messages of fields, by name (`phones.0.number`). */
  readonly fields: Record<string, string>;
  /** Names the request in the server's log; null when the server was not reached. */
  readonly requestId: string | null;
  readonly details: ErrorBody;

  constructor(status: number, details: ErrorBody, requestId: string | null) {
    const fields = details.fields ?? {};
    // react-admin's forms read messages of fields from body.errors.
    super(details.message, status, { errors: fields, ...details });
    // HttpError sets its own prototype.
    Object.setPrototypeOf(this, RequestError.prototype);
    this.code = details.code;
    this.fields = fields;
    this.requestId = requestId;
    this.details = details;
  }
}

/** Whether nothing came back at all: no network, or the server does not answer. */
export function isNoConnection(error: unknown): boolean {
  return error instanceof RequestError && error.status === 0;
}

/** The branch the person works with now, from the address of the page; null: all of them. */
export function currentBranch(): string | null {
  return new URLSearchParams(window.location.search).get('branch') || null;
}

/** Own keys for calls that must not happen twice: a repetition of the same call sends the same key. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}

export type Answer<Body> = { body: Body; headers: Headers };

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** null: all of them; absent: the one in the address of the page. */
  branch?: string | null;
};

/**
 * Asks the shop and reads JSON; the branch, that of the address unless another is given, goes with every call of
 * /api/admin/. Throws RequestError for everything but a success.
 */
export async function request<Body>(path: string, options: RequestOptions = {}): Promise<Answer<Body>> {
  const { method = 'GET', body, headers = {}, signal, branch = currentBranch() } = options;
  const response = await send(withBranch(path, branch), {
    method,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  return { body: (await readJson(response)) as Body, headers: response.headers };
}

/**
 * `fetch` with a limit of time, whose answer is always a success: for whoever reads the answer itself. Every call goes
 * through it, so here a session that is over covers the screen.
 */
export async function send(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(longestMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const response = await fetch(input, { credentials: 'same-origin', ...init, signal }).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw timeout.aborted
      ? failure(0, 'timeout', 'Сервер не ответил за полминуты. Повторите')
      : failure(0, 'offline', 'Нет связи с магазином. Проверьте интернет и повторите');
  });
  if (response.ok) return response;
  const requestId = response.headers.get('X-Request-Id');
  const details = ((await readJson(response)) as { error?: ErrorBody } | null)?.error;
  sessionSignals.note(details);
  if (details?.message) throw new RequestError(response.status, details, requestId);
  throw failure(response.status, 'unreadable', 'Сервер ответил непонятно. Повторите через минуту', requestId);
}

function failure(status: number, code: string, message: string, requestId: string | null = null): RequestError {
  return new RequestError(status, { code, message }, requestId);
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.headers.get('Content-Type')?.includes('json')) return null;
  return response.json().catch(() => null);
}

function withBranch(path: string, branch: string | null): string {
  if (!branch || !path.startsWith('/api/admin/') || /[?&]branch=/.test(path)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}branch=${encodeURIComponent(branch)}`;
}
