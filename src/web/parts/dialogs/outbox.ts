/** Requests that were sent and not yet known to be filed (S4-16): they stay in this browser until the shop has them. */
export type Waiting = { request_key: string; body: string; url: string };

const outboxKey = 'support-outbox';

/**
 * What became of a request: filed, refused for good with words by field, or unknown (no network, a fault, too many).
 */
export type Filed = { state: 'filed' } | { state: 'refused'; fields: Record<string, string> } | { state: 'waits' };

/** Files one request; it waits in the browser meanwhile, so a page that is closed loses nothing. */
export async function file(waiting: Waiting): Promise<Filed> {
  keep([...readOutbox().filter((other) => other.request_key !== waiting.request_key), waiting]);
  const filed = await post(waiting);
  if (filed.state !== 'waits') forget(waiting.request_key);
  return filed;
}

/** Files what waits once more: when a page opens, and when the network is back. */
export async function fileAgain(): Promise<void> {
  for (const waiting of readOutbox()) {
    const { state } = await post(waiting);
    if (state !== 'waits') forget(waiting.request_key);
  }
}

async function post({ url, body }: Waiting): Promise<Filed> {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body, keepalive: true });
    if (answer.ok) return { state: 'filed' };
    if (answer.status !== 422) return { state: 'waits' };
    const reported = (await answer.json()) as { error?: { fields?: Record<string, string> } };
    return { state: 'refused', fields: reported.error?.fields ?? {} };
  } catch {
    return { state: 'waits' };
  }
}

function readOutbox(): Waiting[] {
  try {
    return JSON.parse(localStorage.getItem(outboxKey) ?? '[]') as Waiting[];
  } catch {
    return [];
  }
}

function keep(waiting: Waiting[]): void {
  try {
    if (waiting.length > 0) localStorage.setItem(outboxKey, JSON.stringify(waiting));
    else localStorage.removeItem(outboxKey);
  } catch {
    // A browser that keeps nothing files once.
  }
}

function forget(request_key: string): void {
  keep(readOutbox().filter((other) => other.request_key !== request_key));
}
