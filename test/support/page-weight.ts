import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ServerBuild } from 'react-router';
import { type KindName, pageKinds } from './page-kinds.ts';

/** Bytes after gzip level 9, what a page asks for before anything is pressed. `files`: the scripts, heaviest first. */
export type PageWeight = { script: number; style: number; files: [name: string, bytes: number][] };

/**
 * What the first load of each kind of page weighs, told by the build alone: the framework's entry, the list of routes
 * and the modules of the page's routes with all they import. What a page imports later (on a press, when idle) does not
 * count.
 */
export function pageWeights(build: ServerBuild, clientDir: string): Record<KindName, PageWeight> {
  const known = new Map<string, number>();
  const weigh = (url: string) => {
    const file = url.replace(/#$/, '');
    const bytes = known.get(file) ?? gzipSync(readFileSync(join(clientDir, file)), { level: 9 }).length;
    known.set(file, bytes);
    return bytes;
  };
  const sum = (urls: Set<string>) => [...urls].reduce((total, url) => total + weigh(url), 0);
  const weights = Object.entries(pageKinds).map(([kind, { route }]) => {
    const { entry, url } = build.assets;
    const routes = withParents(build, route);
    const scripts = new Set([
      url,
      entry.module,
      ...entry.imports,
      ...routes.flatMap(({ module, imports = [] }) => [module, ...imports]),
    ]);
    const styles = new Set(routes.flatMap(({ css = [] }) => css.map((url) => url.replace(/#$/, ''))));
    const files = [...scripts].map((url): [string, number] => [url.replace('/assets/', ''), weigh(url)]);
    return [kind, { script: sum(scripts), style: sum(styles), files: files.sort((a, b) => b[1] - a[1]) }];
  });
  return Object.fromEntries(weights);
}

function withParents({ assets }: ServerBuild, id: string) {
  const chain = [];
  for (let route = assets.routes[id]; route; route = route.parentId ? assets.routes[route.parentId] : undefined)
    chain.push(route);
  if (chain.length === 0) throw new Error(`No route ${id} in the build`);
  return chain;
}
