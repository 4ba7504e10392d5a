import { cachedDataMs } from '#shared/constants.ts';

type Fetch = typeof fetch;
type Kept = { answer: Promise<Response>; fetchedAt: number; state: string };

/** More pages than anyone walks through in a minute; the oldest goes first. */
const keptPages = 50;

/**
 * A `fetch` that reuses the payload of a client navigation (S7-25) for 60 s, counted from its fetching (S9-06): going back,
 * or following a prefetched link, asks nobody. Only payloads the server lets the browser keep; any change made through
 * `fetch` forgets them all, because the pages may show it. What was fetched under another `state` (nobody signed in, a buyer, a firm) is
 * never shown, whichever tab signed in meanwhile.
 */
export function createDataCache(
  fetcher: Fetch,
  now: () => number = Date.now,
  state: () => string = () => '',
): { fetch: Fetch; forget: () => void } {
  const kept = new Map<string, Kept>();

  const cachedFetch: Fetch = async (input, init) => {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    if (method !== 'GET') {
      if (method !== 'HEAD') kept.clear();
      const answer = await fetcher(input, init);
      if (method !== 'HEAD') kept.clear();
      return answer;
    }
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (!url.pathname.endsWith('.data') || url.origin !== location.origin) return fetcher(input, init);
    const known = kept.get(url.href);
    if (known && known.state === state() && now() - known.fetchedAt < cachedDataMs) {
      const answer = await known.answer.catch(() => null);
      if (answer) return answer.clone();
    }
    return fetchAnew(url, input, init);
  };

  async function fetchAnew(url: URL, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const entry: Kept = { answer: fetcher(input, init), fetchedAt: now(), state: state() };
    kept.delete(url.href);
    kept.set(url.href, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= keptPages) break;
      kept.delete(oldest);
    }
    const drop = () => kept.get(url.href) === entry && kept.delete(url.href);
    try {
      const answer = await entry.answer;
      if (!mayBeKept(answer)) drop();
      return answer.clone();
    } catch (error) {
      drop();
      throw error;
    }
  }

  return { fetch: cachedFetch, forget: () => kept.clear() };
}

/** Pages of one visitor are `no-store`; those of all say `no-cache`. An answer that says nothing is not ours to keep. */
function mayBeKept(answer: Response): boolean {
  const rule = answer.headers.get('Cache-Control') ?? '';
  return answer.ok && rule.includes('no-cache') && !rule.includes('no-store');
}
