import { useEffect, useRef, useState } from 'react';
import { PrefetchPageLinks, useLocation } from 'react-router';
import { createPrefetchQueue } from './prefetch-queue.ts';

/** A pointer on its way elsewhere stays on a link for less than this. */
const intentDelayMs = 60;

/** From `page-facts.ts`, written in by the build: the whole table is not worth sending. */
declare const __PREFETCHED_PAGES__: string;
const prefetched = new RegExp(__PREFETCHED_PAGES__);

type Asked = { page: string; done: () => void };

/**
 * Own links are fetched ahead (S9-06), a page's code and what it shows: by intent — pointer, touch or focus — wherever
 * they stand, by sight only those marked `data-prefetch="viewport"`. The browser keeps what came until the link is
 * followed.
 */
export function Prefetch() {
  const { key } = useLocation();
  const [asked, setAsked] = useState<Asked[]>([]);
  const [queue] = useState(() =>
    createPrefetchQueue(
      (page) => new Promise<void>((done) => setAsked((before) => [...before, { page, done }])),
      () => (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection,
    ),
  );
  useEffect(() => followIntent(queue.add), [queue]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has links of its own
  useEffect(() => followSight(queue.add), [key, queue]);
  return asked.map(({ page, done }) => (
    <PageLinks
      key={page}
      page={page}
      onDone={() => {
        setAsked((before) => before.filter((one) => one.page !== page));
        done();
      }}
    />
  ));
}

/** Stands until the last of the page's files has come, or has failed. */
function PageLinks({ page, onDone }: { page: string; onDone: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const ended = useRef(0);
  const end = () => {
    ended.current++;
    if (ended.current >= (box.current?.childElementCount ?? 0)) onDone();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page whose files are all here has no links
  useEffect(() => {
    if (box.current?.childElementCount === 0) onDone();
  }, []);
  return (
    <div ref={box} hidden>
      <PrefetchPageLinks page={page} {...{ onLoad: end, onError: end }} />
    </div>
  );
}

function followIntent(add: (page: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const intend = (event: Event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]');
    clearTimeout(timer);
    if (link) timer = setTimeout(() => addLink(link, add), event.type === 'pointerover' ? intentDelayMs : 0);
  };
  const kinds = ['pointerover', 'touchstart', 'focusin'];
  for (const kind of kinds) document.addEventListener(kind, intend, { passive: true });
  return () => {
    clearTimeout(timer);
    for (const kind of kinds) document.removeEventListener(kind, intend);
  };
}

function followSight(add: (page: string) => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      addLink(target as HTMLAnchorElement, add);
    }
  });
  for (const link of document.querySelectorAll('a[data-prefetch="viewport"]')) observer.observe(link);
  return () => observer.disconnect();
}

function addLink(link: HTMLAnchorElement, add: (page: string) => void): void {
  const isOwn = link.origin === location.origin && !link.target && !link.hasAttribute('download');
  const isElsewhere = link.pathname + link.search !== location.pathname + location.search;
  if (isOwn && isElsewhere && prefetched.test(link.pathname)) add(link.pathname + link.search);
}
