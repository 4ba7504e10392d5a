import { matchRoutes, type RouteObject } from 'react-router';
import { createPrefetchQueue } from './prefetch-queue.ts';

/** A pointer on its way elsewhere stays on a link for less than this. */
const intentDelayMs = 60;

/** From `page-facts.ts`, written in by the build: the whole table is not worth sending. */
declare const __PERSONAL_PAGES__: string;

/** Their payload belongs to one visitor and is not cached, so only their code is fetched ahead. */
const personal = new RegExp(__PERSONAL_PAGES__);

type FrameworkWindow = {
  __reactRouterDataRouter?: { routes: RouteObject[] };
  __reactRouterManifest?: {
    routes: Record<string, { id: string; module: string; imports?: string[]; hasLoader: boolean } | undefined>;
  };
};

const queue = createPrefetchQueue(
  prefetch,
  () => (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection,
);

/** By intent: pointer, touch or focus, wherever a link stands. Returns what ends it. */
export function followIntent(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const intend = (event: Event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]');
    clearTimeout(timer);
    if (link) timer = setTimeout(() => add(link), event.type === 'pointerover' ? intentDelayMs : 0);
  };
  const options = { passive: true };
  document.addEventListener('pointerover', intend, options);
  document.addEventListener('touchstart', intend, options);
  document.addEventListener('focusin', intend, options);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('pointerover', intend);
    document.removeEventListener('touchstart', intend);
    document.removeEventListener('focusin', intend);
  };
}

/** By sight: the links of the page that stands, if marked `data-prefetch="viewport"`. Returns what ends it. */
export function followSight(): () => void {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      add(target as HTMLAnchorElement);
    }
  });
  for (const link of document.querySelectorAll('a[data-prefetch="viewport"]')) observer.observe(link);
  return () => observer.disconnect();
}

function add(link: HTMLAnchorElement): void {
  const isOwn = link.origin === location.origin && !link.target && !link.hasAttribute('download');
  const isElsewhere = link.pathname + link.search !== location.pathname + location.search;
  if (isOwn && isElsewhere && !link.pathname.startsWith('/api/')) queue.add(link.pathname + link.search);
}

async function prefetch(path: string): Promise<void> {
  const { __reactRouterDataRouter: router, __reactRouterManifest: manifest } = window as unknown as FrameworkWindow;
  const url = new URL(path, location.origin);
  const matches = matchRoutes(router?.routes ?? [], url.pathname) ?? [];
  const routes = matches.map(({ route }) => manifest?.routes[route.id ?? '']).filter((route) => route !== undefined);
  const loaded = routes.filter(({ id, hasLoader }) => hasLoader && id !== 'root').map(({ id }) => id);
  // The catch-all's page is not worth fetching ahead; a file is no page at all.
  if (routes.length === 0 || matches.at(-1)?.route.path === '*') return;
  const modules = new Set(routes.flatMap(({ module, imports }) => [module, ...(imports ?? [])]));
  await Promise.all([
    ...[...modules].map(preloadModule),
    personal.test(url.pathname) ? null : prefetchData(url, loaded),
  ]);
}

function preloadModule(href: string): Promise<void> | null {
  if (document.querySelector(`link[rel="modulepreload"][href="${href}"]`)) return null;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}

/**
 * The address React Router asks when this page is navigated to, the root's data left out (its `shouldRevalidate`); the answer
 * waits in the data cache.
 */
async function prefetchData(url: URL, loaded: string[]): Promise<void> {
  const data = new URL(url);
  data.searchParams.set('_routes', loaded.join(','));
  data.pathname += url.pathname.endsWith('/') ? '_.data' : '.data';
  await fetch(data);
}
