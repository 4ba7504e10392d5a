import { isRouteErrorResponse } from 'react-router';
import { type CartAnswer, emptyAnswer } from './cart-answer.ts';
import { isPlacing } from './cart-form.ts';

/** The last wait is repeated. */
const retryMs = [1_000, 3_000, 10_000, 30_000];

let lastWrite: Promise<unknown> = Promise.resolve();

/**
 * Changes of the cart go one after another, from whichever page: a guest's cart travels in a cookie, and two changes made of the same cookie
 * would lose one of them. One that could not be saved is sent again in silence until it arrives (S8-08), at once when the connection is
 * back, or until a newer press takes its place; an order is sent by its button only, and its failure is words on the page.
 */
export async function keepSending(request: Request, send: () => Promise<CartAnswer>): Promise<CartAnswer | undefined> {
  const body = await request.text();
  // A body can be read once, and every sending reads it.
  Object.defineProperty(request, 'text', { value: async () => body });
  const verb = new URLSearchParams(body).get('intent')?.split(':')[0] ?? '';
  const turn = lastWrite.then(async () => {
    for (let failures = 0; !request.signal.aborted; failures++) {
      try {
        return await send();
      } catch (error) {
        // A redirect to the placed order travels as a thrown Response.
        if (error instanceof Response) throw error;
        if (isPlacing(verb) || isRefused(error, failures)) return failedAnswer(verb);
        await pause(retryMs[Math.min(failures, retryMs.length - 1)] ?? 0, request.signal);
      }
    }
    return undefined;
  });
  lastWrite = turn.catch(() => undefined);
  return turn;
}

/** The server was there and answered with an error: asking again helps against a restart or a flood limit, not against a fault. */
function isRefused(error: unknown, failures: number): boolean {
  if (!isRouteErrorResponse(error)) return false;
  return failures >= retryMs.length || (error.status < 500 && error.status !== 429);
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
