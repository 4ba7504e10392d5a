import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { routesUnder, segmentOf } from './narrowed-handler.ts';
import routeConfig from './routes.ts';

type Routes = ServerBuild['routes'];

const routes: Routes = {};
function add(entries: RouteConfigEntry[], parentId?: string): void {
  for (const [at, { path, index, children = [] }] of entries.entries()) {
    const id = `${parentId ?? ''}/${at}`;
    routes[id] = { id, parentId, path, index, module: {} as never };
    add(children, id);
  }
}
add((await routeConfig) as RouteConfigEntry[]);

function treeOf(some: Routes, parentId?: string): RouteObject[] {
  return Object.values(some).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index } = route;
    return index ? [{ id, path, index }] : [{ id, path, children: treeOf(some, id) }];
  });
}

const everything = treeOf(routes);
const found = (tree: RouteObject[], path: string) =>
  matchRoutes(tree, path)?.map(({ route, params }) => [route.id, params]) ?? null;

/** Every address of the routes, with something in place of parameters, and some that no route has. */
const paths = Object.keys(routes).flatMap((id) => {
  let path = '';
  for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) {
    path = `${routes[at]?.path ?? ''}/${path}`;
  }
  const filled = `/${path}`
    .replaceAll(/:\w+\??/g, 'cart')
    .replaceAll('*', 'x/y')
    .replaceAll(/\/+/g, '/');
  return [filled, filled.replace(/\/$/, ''), `${filled}none/`, filled.replace(/[^/]+\/$/, '17/'), `/none${filled}`];
});

test('[S2-22] an address finds the same route among those of its first segment as among all', () => {
  const narrowed = new Map<string, RouteObject[]>();
  let most = 0;
  for (const path of paths) {
    const segment = segmentOf(`https://vologda.idd.test${path}`);
    if (segment === null) continue;
    const under = routesUnder(routes, segment);
    narrowed.set(segment, narrowed.get(segment) ?? treeOf(under));
    expect(found(narrowed.get(segment)!, path), path).toEqual(found(everything, path));
    if (segment === 'cart') most = Object.keys(under).length;
  }
  expect(narrowed.size).toBeGreaterThan(30);
  expect(most, 'far fewer routes than all').toBeLessThan(Object.keys(routes).length / 4);
});

test('[S2-22] the first segment is told of plain spellings only: pages, their data and queries', () => {
  const of = (path: string) => segmentOf(`http://idd.localhost:3000${path}`);
  for (const path of ['/cart', '/cart/', '/cart?a=/b/', '/cart/x', '/cart.data?_routes=x', '/cart/_.data', '/cart#x']) {
    expect(of(path), path).toBe('cart');
  }
  for (const path of [
    '/',
    '/?cart/',
    '/Cart/',
    '/%63art/',
    '//cart/',
    '/cart.html',
    '/_root.data',
    '/__manifest',
    '/cart%2Fx',
  ]) {
    expect(of(path), path).toBeNull();
  }
});
