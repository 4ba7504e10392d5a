import type { Counter, LayerEvent } from './counter.ts';
import type { OpenPages } from './open-pages.ts';

const storageKey = 'analytics-waiting';
const lookAgainMs = 50;

/**
 * Events wait here until the page they belong to has settled: no navigation under way, the browser idle. Never are they
 * pushed while the page is being left; what still waits then is pushed by the next page of this tab.
 */
export function openSettledQueue(counter: Counter, pages: OpenPages) {
  let waiting: LayerEvent[] = take();
  let timer: number | undefined;
  window.addEventListener('pagehide', leave);
  if (waiting.length > 0) soon();

  function soon(): void {
    if (timer !== undefined) return;
    timer = window.setTimeout(() => {
      timer = undefined;
      if (!pages.state.isIdle || document.readyState === 'loading') soon();
      else if (window.requestIdleCallback) window.requestIdleCallback(flush, { timeout: 2_000 });
      else flush();
    }, lookAgainMs);
  }

  function flush(): void {
    if (!pages.state.isIdle) {
      soon();
      return;
    }
    const ready = waiting;
    waiting = [];
    for (const event of ready) counter.layer(event);
  }

  function leave(): void {
    if (waiting.length > 0) store(waiting);
    waiting = [];
  }

  return {
    push(event: LayerEvent) {
      waiting.push(event);
      soon();
    },
    end() {
      window.clearTimeout(timer);
      window.removeEventListener('pagehide', leave);
      waiting = [];
    },
  };
}

function take(): LayerEvent[] {
  try {
    const stored = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return stored ? JSON.parse(stored) : [];
  } catch {
    return []; // a browser without storage loses what it cannot keep
  }
}

function store(events: LayerEvent[]): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(events));
  } catch {}
}
