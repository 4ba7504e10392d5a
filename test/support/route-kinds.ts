import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import type { DeviceType } from '#platform/device.ts';
import type { App } from '#src/app.ts';
import { userAgents } from './http.ts';

/** The built pages; a test that asks for them has made `testApp` first. */
export async function readBuild(): Promise<ServerBuild> {
  return import(pathToFileURL(resolve('build/server/index.js')).href);
}

/** The routes as a tree, and the route of each path asked so far: a page links to hundreds, most of them again. */
const known = new WeakMap<ServerBuild, { tree: RouteObject[]; ids: Map<string, string | undefined> }>();

/** Which route file an address belongs to, with a «?» when it carries a query: pages of one kind look alike. */
export function kindOf(build: ServerBuild, url: string): string {
  const { pathname, search } = new URL(url, 'http://x');
  const { tree, ids } = known.get(build) ?? { tree: routeTree(build), ids: new Map() };
  known.set(build, { tree, ids });
  if (!ids.has(pathname)) ids.set(pathname, matchRoutes(tree, pathname)?.at(-1)?.route.id);
  return `${ids.get(pathname)}${search ? '?' : ''}`;
}

function routeTree(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    return [index ? { id, index } : { id, path, children: routeTree(build, id) }] as RouteObject[];
  });
}

/**
 * One address of each kind of page that links lead to from these, as a visitor with this cookie on this host finds
 * them. `within`: only addresses that begin so.
 */
export async function linkedPages(
  app: App,
  build: ServerBuild,
  starts: string[],
  { host = 'idd.localhost', cookie = '', device = 'desktop' as DeviceType, within = '/' } = {},
): Promise<string[]> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const waiting = [...starts];
  for (let url = waiting.shift(); url; url = waiting.shift()) {
    if (seen.has(url) || !url.startsWith(within) || found.has(kindOf(build, url))) continue;
    const kind = kindOf(build, url);
    seen.add(url);
    const headers = { host, cookie, 'user-agent': userAgents[device] };
    const answer = await app.inject({ url: encodeURI(decodeURI(url)), headers });
    const isPage =
      String(answer.headers['content-type']).startsWith('text/html') && !answer.headers['content-disposition'];
    if (answer.statusCode >= 300 || !isPage) continue;
    found.set(kind, url);
    for (const [, href = ''] of answer.body.matchAll(/<a [^>]*href="(\/[^"#]*)"/g))
      waiting.push(href.replaceAll('&amp;', '&'));
  }
  return [...found.values()];
}
