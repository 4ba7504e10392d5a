/**
 * The rule of docs/architecture.md: what a process remembers stands in the one cache or belongs to an object, not to a
 * module.
 */
import { moduleStates } from './find-states.ts';
import { boundedAllowed, stateAllowed, timedAllowed } from './module-state-allowed.ts';

/**
 * One sentence for each thing that a module of src or of admin/src keeps between two calls without being allowed to.
 * Tests are not looked at.
 */
export function findStateViolations(path: string, text: string): string[] {
  if (!isJudged(path)) return [];
  const allowed = stateAllowed[path] ?? [];
  return moduleStates(path, text)
    .filter((name) => !allowed.includes(name))
    .map((name) => `${path}: ${name} is state of a module; see platform/cache.ts and shared/per-object.ts`);
}

/** What scripts/module-state-allowed.ts names and nobody needs any more; `files`: all sources of the project. */
export function findNeedlessAllowances(files: Map<string, string>): string[] {
  const lists = [
    { allowed: stateAllowed, find: moduleStates },
    { allowed: boundedAllowed, find: (_path: string, text: string) => boundedByHand(text) },
    { allowed: timedAllowed, find: (_path: string, text: string) => timedByHand(text) },
  ];
  return lists.flatMap(({ allowed, find }) =>
    Object.entries(allowed).flatMap(([path, names]) => {
      const found = find(path, files.get(path) ?? '');
      const gone = names.filter((name) => !found.includes(name));
      return gone.map((name) => `scripts/module-state-allowed.ts: ${path} has no state ${name}, take the entry out`);
    }),
  );
}

/** The one file that makes caches of the library. */
const cacheFile = 'src/platform/cache.ts';
/** And the one that joins who asks for what is being made. */
const flightsFile = 'src/platform/single-flight.ts';

/**
 * One sentence for each cache that a file of src or of admin/src makes by itself without being allowed to: of the
 * library, of a collection that is bounded by hand, of promises that are joined by hand, of what was read last, of a
 * value that is taken as long as it is young; `text` of one file.
 */
export function findCacheViolations(path: string, text: string): string[] {
  if (!isJudged(path)) return [];
  const isOwn = path !== cacheFile && /\bnew LRUCache\b|\bfrom 'lru-cache'/.test(text);
  const bounded = boundedByHand(text).filter((name) => !boundedAllowed[path]?.includes(name));
  const timed = timedByHand(text).filter((name) => !timedAllowed[path]?.includes(name));
  return [
    ...(isOwn ? [`${path}: makes a cache of the library; see platform/cache.ts`] : []),
    ...(path === flightsFile ? [] : joinedByHand(text)).map(
      (name) => `${path}: ${name} joins what is under way by hand; see platform/single-flight.ts`,
    ),
    ...rememberedByHand(text).map((name) => `${path}: ${name} is what was read last; see platform/loading-cache.ts`),
    ...bounded.map((name) => `${path}: ${name} is bounded by hand; see platform/cache.ts`),
    ...timed.map(
      (name) => `${path}: ${name} is taken while it is young; see platform/cache.ts, platform/cached-read.ts`,
    ),
  ];
}

/** Names of collections that are emptied, or no longer added to, when there are so many entries in them. */
export function boundedByHand(text: string): string[] {
  const most = String.raw`(?:[a-z]\w*(?:\.\w+)*|\d[\d_]+)`;
  const change = String.raw`(?:clear|delete|set)\(`;
  const bounded = new RegExp(String.raw`\b(\w+)\.size [<>]=? ${most}\b[\s\S]{0,120}?\b\1\.${change}`, 'g');
  return [...new Set([...text.matchAll(bounded)].map(([, name]) => name!))];
}

/** Names of collections that hold promises until these end. */
function joinedByHand(text: string): string[] {
  const held = [...text.matchAll(/\b(\w+) = new Map<[^;]*\bPromise</g)].map(([, name]) => name!);
  return held.filter((name) => text.includes(`${name}.delete(`));
}

/** Names of variables that hold what was read last, for when it cannot be read. */
function rememberedByHand(text: string): string[] {
  return [...text.matchAll(/\.then\(\s*(?:async )?\([^)]*\) => \{\s*(\w+) = /g)].map(([, name]) => name!);
}

/**
 * Names of what was made earlier and is taken again until it is of some age, what a cache with a time to live does, and
 * of moments from which something is left as it is for so long.
 */
function timedByHand(text: string): string[] {
  // In milliseconds: a time that a row of the database has is a `Date`.
  const now = String.raw`(?:(?:Date|performance)\.now\(\)|now)`;
  const young = String.raw`\b${now} - (\w+)\.(?:\w+_at|\w+At|at) [<>]`;
  // The moment by itself: a field, or a variable of whoever made it.
  const since = String.raw`\b${now} - (?:this\.)?#?(\w+(?:At|_at|Begun)) [<>]=? [a-z]`;
  const unexpired = String.raw`\b(\w+)\.(?:until|expires(?:At)?|freshUntil) [<>]=? (?:now\b(?!\()|Date\.now\(\))`;
  const found = text.matchAll(new RegExp(`${young}|${since}|${unexpired}`, 'g'));
  return [...new Set([...found].map(([, made, moment, ends]) => made ?? moment ?? ends!))];
}

/** Whether a file is source of the shop or of its back office, and no test. */
export function isJudged(path: string): boolean {
  return /^(?:src|admin\/src)\//.test(path) && !/\.test\.tsx?$/.test(path);
}

/** `npm run figures state`. */
export function printStates(files: Map<string, string>): void {
  const all = [...files]
    .filter(([path]) => isJudged(path))
    .map(([path, text]) => ({ path, names: moduleStates(path, text) }))
    .filter(({ names }) => names.length > 0);
  for (const { path, names } of all) console.log(`${path}: ${names.join(', ')}`);
  console.log(all.reduce((sum, { names }) => sum + names.length, 0));
}
