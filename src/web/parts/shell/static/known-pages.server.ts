import { perObject } from '#shared/per-object.ts';

type ManifestRoute = {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
};

/**
 * Does the shop have a page at this path? Read from the route manifest, so that the footer and the menus name a page
 * from the moment it exists and never lead to a 404. The catch-all does not count.
 */
export function isKnownPage(url: string, routes: Record<string, ManifestRoute | undefined>): boolean {
  const path = new URL(url, 'http://shop').pathname.replace(/\/$/, '') || '/';
  return patternsOf(routes).some((pattern) => pattern.test(path));
}

const patternsOf = perObject((routes: Record<string, ManifestRoute | undefined>): RegExp[] => {
  const found: RegExp[] = [];
  for (const route of Object.values(routes)) {
    if (!route || (route.path === undefined && !route.index)) continue;
    const segments: string[] = [];
    for (let at: ManifestRoute | undefined = route; at; at = at.parentId ? routes[at.parentId] : undefined) {
      if (at.path) segments.unshift(...at.path.split('/').filter(Boolean));
    }
    if (segments.includes('*')) continue;
    const source = segments
      .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('/');
    found.push(new RegExp(`^/${source}$`));
  }
  return found;
});
