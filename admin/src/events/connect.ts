import { type OfficeEvent, officeBeatMs } from '#shared/office-events.ts';

/** What one tab sends to the others of this browser, and receives from the one that holds the stream. */
type TabMessage =
  | { says: 'changed'; event: OfficeEvent }
  | { says: 'live'; isLive: boolean }
  | { says: 'asks' }
  | { says: 'ended' };

export type Listener = {
  onChanged: (event: OfficeEvent) => void;
  /** Whether changes are sent at once; false: ask by yourself. */
  onLive: (isLive: boolean) => void;
  /** The session is over or has other rights: whatever is on the screen is to be asked again. */
  onEnded: () => void;
};

const name = 'idd-office-events';
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** Another tab took the place of this one: it is not asked for again soon. */
const replacedPauseMs = 5 * 60_000;

/**
 * Follows what changes in the shop while this page is open. The tabs of a browser share one stream: whoever holds the
 * lock opens it and passes on what it receives. Returns what ends that.
 */
export function followOffice(listener: Listener): () => void {
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  let isHolding = false;
  let isLive = false;

  function pass(message: TabMessage): void {
    channel.postMessage(message);
    take(message);
  }

  function take(message: TabMessage): void {
    if (message.says === 'changed') listener.onChanged(message.event);
    else if (message.says === 'ended') listener.onEnded();
    else if (message.says === 'live') {
      isLive = message.isLive;
      listener.onLive(isLive);
    } else if (isHolding) channel.postMessage({ says: 'live', isLive } satisfies TabMessage);
  }

  function hold(): Promise<void> {
    isHolding = true;
    return keepStream(pass, ended.signal);
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => take(data);
  channel.postMessage({ says: 'asks' } satisfies TabMessage);
  // Only a page that came by https, or from this computer, has locks; without them each tab has a stream of its own.
  if (navigator.locks) void navigator.locks.request(name, { signal: ended.signal }, hold).catch(() => {});
  else void hold();
  return () => {
    if (isHolding) channel.postMessage({ says: 'live', isLive: false } satisfies TabMessage);
    ended.abort();
    channel.close();
  };
}

/** Opens the stream again and again, with longer and longer pauses while it does not come, until `signal` ends it. */
async function keepStream(pass: (message: TabMessage) => void, signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    const why = await listen(pass, signal, () => {
      pauseMs = firstPauseMs;
    });
    if (signal.aborted) return;
    pass({ says: 'live', isLive: false });
    if (why === 'rights') pass({ says: 'ended' });
    const nextMs = why === 'replaced' ? replacedPauseMs : pauseMs;
    // Browsers that lost the same process do not come back all at once.
    await sleep(nextMs * (0.5 + Math.random()), signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

/** One connection. Resolves when it is over, with what the shop said of it. */
function listen(pass: (message: TabMessage) => void, signal: AbortSignal, onOpen: () => void): Promise<string> {
  return new Promise((resolve) => {
    const source = new EventSource('/api/admin/events');
    let silence = setTimeout(() => end('silent'), 3 * officeBeatMs);

    function end(why: string): void {
      clearTimeout(silence);
      source.close();
      signal.removeEventListener('abort', onAbort);
      resolve(why);
    }
    function noteLife(): void {
      clearTimeout(silence);
      silence = setTimeout(() => end('silent'), 3 * officeBeatMs);
    }
    const onAbort = () => end('aborted');
    signal.addEventListener('abort', onAbort);
    source.addEventListener('open', () => {
      onOpen();
      pass({ says: 'live', isLive: true });
    });
    source.addEventListener('beat', noteLife);
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      noteLife();
      pass({ says: 'changed', event: JSON.parse(data) as OfficeEvent });
    });
    source.addEventListener('end', ({ data }: MessageEvent<string>) => end((JSON.parse(data) as { why: string }).why));
    // It would try again by itself, each 3 s and never after a refusal: here it is done with longer pauses.
    source.addEventListener('error', () => end('error'));
  });
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
