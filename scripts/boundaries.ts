import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** Floors from below; a file imports from its own floor (web, api and jobs: only from themselves) and from those below. */
const floors: Record<string, number> = {
  shared: 0,
  'config.ts': 1,
  platform: 1,
  modules: 2,
  integrations: 3,
  web: 4,
  api: 4,
  jobs: 4,
};
const topFloor = 5;

/** On which other modules each module stands. A new module states its place here. */
const modulesBelow: Record<string, string[]> = {
  departments: [],
  settings: [],
  mail: ['settings'],
  accounts: ['departments', 'mail'],
  staff: ['departments', 'accounts', 'mail'],
  support: ['departments', 'catalogue', 'content', 'accounts', 'orders', 'mail'],
  subscriptions: ['departments', 'catalogue', 'content', 'accounts', 'mail'],
  leads: ['departments'],
  forms: ['departments', 'catalogue', 'content', 'accounts', 'leads', 'mail', 'settings'],
  reviews: ['departments', 'catalogue', 'content', 'accounts', 'orders', 'mail'],
  loyalty: ['departments', 'accounts', 'mail'],
  blog: ['departments', 'catalogue', 'content'],
  vacancies: ['departments', 'content', 'forms'],
  landings: ['departments', 'catalogue', 'content', 'forms'],
  fortune: ['departments', 'accounts', 'content', 'pricing', 'mail'],
  codes: ['departments', 'catalogue', 'orders', 'loyalty'],
  estimates: ['departments', 'catalogue', 'pricing', 'cart', 'orders'],
  feeds: ['departments', 'catalogue', 'content', 'orders', 'settings'],
  visitors: ['departments', 'accounts', 'staff'],
  catalogue: ['departments'],
  content: ['departments', 'catalogue'],
  pricing: ['departments', 'catalogue'],
  cart: ['departments', 'catalogue', 'pricing'],
  orders: ['departments', 'catalogue', 'pricing', 'cart', 'content', 'accounts', 'mail'],
  signing: ['departments', 'accounts', 'visitors', 'catalogue', 'pricing', 'cart', 'orders'],
  handover: ['departments', 'accounts', 'staff', 'orders', 'mail'],
  payments: ['departments', 'orders', 'mail'],
  documents: ['departments', 'accounts', 'orders', 'payments', 'settings'],
};

const aliases: Record<string, string> = { '#src/': 'src/', '#demo/': 'db/demo/', '#test/': 'test/' };

/**
 * Which rules of docs/architecture.md the files break, one sentence each. `files`: text by path from the project's root
 * (`src/…`). Tests are not held to the floors.
 */
export function findViolations(files: Map<string, string>): string[] {
  return [...files].flatMap(([path, text]) => [
    ...findNameViolations(path),
    ...(path.endsWith('.test.ts')
      ? []
      : readImports(text).flatMap((source) => findImportViolation(path, resolveImport(path, source)))),
  ]);
}

function findNameViolations(path: string): string[] {
  const name = posix.basename(path).replace(/\.tsx?$/, '');
  const said: string[] = [];
  if (name === 'index') said.push(`${path}: no index files, import the file where the thing lives`);
  if (/^(utils?|helpers?|common|misc|manager|service)$/.test(name)) said.push(`${path}: the name says nothing`);
  if (path.endsWith('.tsx') && !path.startsWith('src/web/')) said.push(`${path}: .tsx only under src/web`);
  return said;
}

function readImports(text: string): string[] {
  const found = text.matchAll(
    /^\s*(?:import|export)\s[^'"`;]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'|^\s*import\s+'([^']+)'/gm,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** The imported path from the project's root, or null for packages and for route types. */
function resolveImport(from: string, source: string): string | null {
  if (source.includes('+types')) return null;
  if (source.startsWith('.')) return posix.join(posix.dirname(from), source);
  const alias = Object.keys(aliases).find((prefix) => source.startsWith(prefix));
  if (alias) return aliases[alias] + source.slice(alias.length);
  return source.startsWith('#') ? `src/${source.slice(1)}` : null;
}

function findImportViolation(from: string, to: string | null): string[] {
  if (!to || !from.startsWith('src/')) return [];
  if (!to.startsWith('src/'))
    return floorOf(from) === topFloor && to.startsWith('db/') ? [] : [`${from}: src does not import ${to}`];
  const [fromRoom = '', fromModule = ''] = from.split('/').slice(1);
  const [toRoom = '', toModule = '', ...inside] = to.split('/').slice(1);
  if (floorOf(to) > floorOf(from)) return [`${from}: imports point down only, ${to} stands above`];
  if (floorOf(from) === floors.web && floorOf(to) === floors.web && fromRoom !== toRoom)
    return [`${from}: web, api and jobs do not import each other (${to})`];
  if (toRoom !== 'modules') return [];
  if (fromRoom === 'modules' && fromModule === toModule) return [];
  if (inside.length > 1) return [`${from}: ${to} is inside its module, sub-folders are private`];
  if (fromRoom !== 'modules') return [];
  const below = modulesBelow[fromModule];
  if (!below) return [`${from}: the module ${fromModule} has no place in scripts/boundaries.ts`];
  return below.includes(toModule) ? [] : [`${from}: the module ${fromModule} does not stand on ${toModule}`];
}

function floorOf(path: string): number {
  return floors[path.split('/')[1] ?? ''] ?? topFloor;
}

/** Every TypeScript source of the project, by path from its root. */
export async function readSources(root: string): Promise<Map<string, string>> {
  const folders = ['src', 'db', 'test', 'scripts', 'bench'];
  const files = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true }).catch(() => []);
      return entries.filter((entry) => /\.tsx?$/.test(entry)).map((entry) => `${folder}/${entry}`);
    }),
  );
  return new Map(files.flat().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

if (import.meta.main) {
  const violations = findViolations(await readSources(join(import.meta.dirname, '..')));
  for (const violation of violations) console.error(violation);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
