import { redirect } from 'react-router';
import { perObject } from '#shared/per-object.ts';
import { cartFormUrl } from '#shared/urls.ts';
import { parseLineList } from '#web/parts/goods/read-line-list.ts';
import { forgetDrafts } from '#web/parts/visitor/forget-drafts.ts';
import { cartChanged } from '#web/parts/visitor/visitor-lists.ts';
import { type CartAnswer, emptyAnswer, type SentAnswer } from './cart-answer.ts';
import { isPlacing } from './cart-form.ts';

/** The last wait is repeated. */
const retryMs = [1_000, 3_000, 10_000, 30_000];

/** The change that is on its way from this page. */
const queueOf = perObject((_page: Window): { last: Promise<unknown> } => ({ last: Promise.resolve() }));

/**
 * Changes of the cart go one after another, from whichever page: a guest's cart travels in a cookie, and two changes
 * made of the same cookie would lose one of them. One that could not be saved is sent again in silence until it arrives
 * (S8-08), at once when the connection is back, or until a newer press takes its place; an order is sent by its button
 * only, and its failure is words on the page. Throws the redirect to a placed order.
 */
export async function sendToCart(request: Request): Promise<CartAnswer | undefined> {
  const { signal } = request;
  const form = new URLSearchParams(await request.text());
  const verb = (form.get('intent') ?? '').split(':')[0] ?? '';
  const queue = queueOf(window);
  const turn = queue.last.then(() => sendUntilSaved(verb, callOf(verb, form), signal));
  queue.last = turn.catch(() => undefined);
  const sent = await turn;
  if (sent?.location) {
    // The order was placed: its lines have left the cart, and what was filled in for it stands in the order.
    cartChanged(null);
    forgetDrafts('checkout');
    throw redirect(sent.location);
  }
  if (sent && !sent.isFailed) cartChanged(sent.answer.cart);
  return sent?.answer;
}

type Call = { url: string; method: string; body: URLSearchParams | string | undefined };

/** The page's form goes whole to the page; a product's button is a call of its own. */
function callOf(verb: string, form: URLSearchParams): Call {
  if (form.has('form')) return { url: cartFormUrl(), method: 'POST', body: form };
  const line = Object.fromEntries(['product_id', 'product_idcode', 'count', 'request_key'].flatMap(named));
  switch (verb) {
    case 'remove':
      return { url: `/api/cart/lines/${form.get('product_id')}/`, method: 'DELETE', body: undefined };
    case 'count':
      return { url: '/api/cart/lines/', method: 'PUT', body: JSON.stringify(line) };
    case 'add-all':
      return { url: '/api/cart/goods/', method: 'POST', body: JSON.stringify(parseLineList(form.get('goods') ?? '')) };
    default:
      return { url: '/api/cart/lines/', method: 'POST', body: JSON.stringify(line) };
  }

  function named(name: string): [string, string][] {
    const value = form.get(name);
    return value === null ? [] : [[name, value]];
  }
}

type Sent = SentAnswer & { isFailed?: true };

async function sendUntilSaved(verb: string, call: Call, signal: AbortSignal): Promise<Sent | undefined> {
  for (let failures = 0; !signal.aborted; failures++) {
    const reply = await send(call, signal);
    const reported = reply?.ok ? await reply.json().catch(() => null) : null;
    if (reported)
      return call.url === cartFormUrl() ? reported : { answer: { ...emptyAnswer(verb), ...reported }, location: null };
    if (isPlacing(verb) || (reply && isRefused(reply.status, failures)))
      return { answer: failedAnswer(verb), location: null, isFailed: true };
    await pause(retryMs[Math.min(failures, retryMs.length - 1)] ?? 0, signal);
  }
  return undefined;
}

/** Browsers refuse requests that outlive their page once their bodies are 64 KB together. */
const mostOutliving = 32_000;

/**
 * A button pressed just before the page is left still counts; the long form of a full cart is sent while its page
 * stands.
 */
function send({ url, method, body }: Call, signal: AbortSignal): Promise<Response | null> {
  const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
  const keepalive = String(body ?? '').length <= mostOutliving;
  return fetch(url, { method, body, headers, signal, keepalive }).catch(() => null);
}

/**
 * The server was there and answered with an error: asking again helps against a restart or a flood limit, not against a
 * fault.
 */
function isRefused(status: number, failures: number): boolean {
  return failures >= retryMs.length || (status >= 400 && status < 500 && status !== 429);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end, { once: true });
  });
}

function failedAnswer(verb: string): CartAnswer {
  const message = navigator.onLine
    ? 'Не удалось сохранить. Всё введённое на месте, попробуйте ещё раз'
    : 'Нет соединения. Всё введённое на месте, попробуйте, когда связь появится';
  return { ...emptyAnswer(verb), error: { code: 'unreachable', message } };
}
