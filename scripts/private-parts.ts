/**
 * The rule of docs/architecture.md: the shop stands on public interfaces of Node and its libraries, and reaches into
 * none of them.
 */

/**
 * Who may, and why; only the first of them runs. The list only gets shorter: an entry that is not needed fails the
 * check.
 */
const allowed: Record<string, string> = {
  'src/web/parts/chunk-guard/vite-plugin.ts':
    'S4-19: React Router has no option for what happens to a route whose code is lost',
  'src/jobs/outgoing.test.ts': 'no public call makes the report of a finished job fail',
  'src/worker.test.ts': 'no public call locks a job for a worker that is dead',
  'src/platform/migrate.test.ts': 'the queue’s migration waits for this table alone',
};

/** Public, by graphile-worker's documentation: a view and functions. */
const publicQueue =
  'jobs|add_jobs?|complete_jobs|permanently_fail_jobs|reschedule_jobs|remove_job|force_unlock_workers';

const speaksOfThem = ['scripts/private-parts.ts', 'test/boundaries.test.ts'];

const tables: [what: string, pattern: RegExp][] = [
  ['a table of the queue’s own', new RegExp(`\\bgraphile_worker\\.(?!(?:${publicQueue})\\b)\\w+`)],
];

const parts: [what: string, pattern: RegExp][] = [
  ...tables,
  ['a private mark of React or React Router', /\b__react\w*/],
  ['what React or React Router call unstable', /\b(?:UNSAFE|unstable|__SECRET)_\w+/],
  ['a method that Kysely calls internal', /\.getExecutor\(/],
  ['a subclass of pg’s connections', /\bextends (?:pg\.)?(?:Client|Query|Pool|Connection)\b/],
  ['an inner part of Node', /\bprocess\.(?:binding|_\w+)|\bgetOwnPropertySymbols\b|\bkOn[A-Z]\w*/],
  ['a replaced built-in', /\b(?:window|globalThis|self)\.(?:fetch|Request|Response|Headers|FormData|URL)\s*=[^=]/],
  [
    'a replaced built-in',
    /\bhistory\.\w+State\s*=[^=]|\.prototype(?:\.\w+|\[[^\]]+\])\s*=[^=]|\bdefineProperty\(|\bReflect\.set\(\w+\.prototype\b/,
  ],
  ['a replaced built-in', /\bObject\.assign\((?:history|\w+\.prototype|\w+, \{ ?(?:fetch|Request|Response|URL))\b/],
  ['a member with an underscore', /[\w)\]](?:\??\._[A-Za-z]\w*|(?:\?\.)?\[['"]_[A-Za-z]\w*['"]\])/],
  ['a member with an underscore', /\b(?:const|let) \{(?:[^{}]*,)?\s*_[A-Za-z]\w*\s*[,:}]/],
  // A style sheet has no name of its own: packages export it by its path.
  ['a file inside a package', /\b[a-z][\w.-]*\\?\/(?:dist|internal)\\?\/(?![\w.-]+\.css')/],
  ['a file inside a package', /(?:from |import\()'[a-z@][\w@.-]*(?:\/[\w.-]+)?\/(?:lib|esm|cjs|build|src)\//],
];

/**
 * One sentence for each file that leans on a private part of a library, and for an allowance without need. Tests are
 * held to the queue's tables alone.
 */
export function findPrivateParts(files: Map<string, string>): string[] {
  const found = [...files].flatMap(([path, text]) => {
    if (speaksOfThem.includes(path)) return [];
    const isTest = /\.test\.ts$|^test\//.test(path);
    const [met] = (isTest ? tables : parts).filter(([, pattern]) => pattern.test(text));
    return met ? [{ path, what: met[0] }] : [];
  });
  const needless = Object.keys(allowed).filter((path) => !found.some((one) => one.path === path));
  return [
    ...found.filter(({ path }) => !(path in allowed)).map(({ path, what }) => `${path}: ${what}; use what is public`),
    ...needless.map((path) => `scripts/private-parts.ts: ${path} leans on nothing, take the entry out`),
  ];
}
