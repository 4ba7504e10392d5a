import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { findDatedReads, findDraftReads } from './dated-reads.ts';
import { findCacheViolations, findNeedlessAllowances, findStateViolations } from './module-state.ts';
import { findPrivateParts } from './private-parts.ts';
import { findStyleViolations, importedSheets, readSheets } from './style-layers.ts';
import { findWriterViolations } from './table-writers.ts';
import { findLevelFault, findWebViolation } from './web-layers.ts';

/**
 * Layers from below; a file imports from its own layer (web, api and jobs: only from themselves) and from those below.
 */
const layers: Record<string, number> = {
  shared: 0,
  'config.ts': 1,
  platform: 1,
  modules: 2,
  integrations: 3,
  web: 4,
  api: 4,
  jobs: 4,
};
const topLayer = 5;

/** On which other modules each module stands: those that its files import. A new module states its place here. */
const modulesBelow: Record<string, string[]> = {
  departments: [],
  consents: [],
  uploads: [],
  settings: ['uploads'],
  audit: [],
  mail: ['settings'],
  accounts: ['consents', 'mail', 'settings'],
  staff: ['orders', 'accounts', 'mail', 'settings'],
  support: ['consents', 'orders', 'mail', 'settings'],
  subscriptions: ['departments', 'consents', 'catalogue', 'search', 'accounts', 'mail'],
  leads: [],
  forms: ['consents', 'leads', 'orders', 'mail', 'settings'],
  reviews: ['catalogue', 'orders', 'mail', 'settings'],
  loyalty: ['pricing', 'accounts'],
  blog: ['departments', 'uploads', 'search', 'content'],
  vacancies: [],
  landings: ['departments', 'uploads', 'catalogue', 'search', 'content', 'forms'],
  fortune: ['accounts', 'content', 'pricing', 'mail'],
  codes: ['orders'],
  estimates: ['departments', 'catalogue', 'search', 'text-index'],
  feeds: ['departments', 'catalogue', 'search', 'blog', 'orders', 'settings'],
  visitors: ['departments', 'accounts', 'staff'],
  'text-index': [],
  catalogue: ['departments', 'uploads'],
  'catalogue-index': ['departments', 'catalogue', 'text-index'],
  search: ['departments', 'catalogue', 'catalogue-index', 'text-index'],
  content: ['departments', 'uploads', 'catalogue', 'mail'],
  pricing: ['departments', 'catalogue'],
  cart: ['departments', 'catalogue', 'pricing'],
  orders: ['departments', 'consents', 'catalogue', 'pricing', 'cart', 'loyalty', 'accounts', 'mail', 'settings'],
  exchange: ['catalogue', 'orders'],
  webhooks: ['mail', 'settings'],
  'saved-lists': ['cart'],
  signing: ['departments', 'accounts', 'visitors', 'catalogue', 'cart'],
  handover: ['catalogue', 'staff', 'orders'],
  payments: ['pricing', 'orders', 'mail'],
  documents: ['accounts', 'orders', 'settings'],
  customers: [
    'consents',
    'accounts',
    'staff',
    'orders',
    'cart',
    'saved-lists',
    'loyalty',
    'documents',
    'estimates',
    'forms',
    'fortune',
    'reviews',
    'subscriptions',
    'support',
  ],
  reports: ['departments', 'orders'],
  'bulk-jobs': [],
  drafts: ['departments', 'uploads', 'catalogue', 'content', 'staff', 'mail', 'settings', 'audit'],
  releases: [
    'audit',
    'drafts',
    'catalogue',
    'search',
    'content',
    'pricing',
    'payments',
    'blog',
    'landings',
    'forms',
    'vacancies',
    'fortune',
    'staff',
    'mail',
    'settings',
  ],
  calendar: [
    'departments',
    'catalogue',
    'search',
    'content',
    'pricing',
    'blog',
    'landings',
    'fortune',
    'forms',
    'vacancies',
    'subscriptions',
    'staff',
    'drafts',
    'releases',
  ],
  'first-run': ['departments', 'documents', 'mail', 'settings'],
};

const aliases: Record<string, string> = { '#src/': 'src/', '#demo/': 'db/demo/', '#test/': 'test/' };

/**
 * Which rules of docs/architecture.md the files break, one sentence each. `files`: text by path from the project's root
 * (`src/…`). Tests are not held to the layers. Sheets of the back office are, by what they import; those of the shop
 * have rules of their own (style-layers.ts).
 */
export function findViolations(files: Map<string, string>): string[] {
  return [...files].flatMap(([path, text]) => {
    if (!path.endsWith('.css')) return findSourceViolations(path, text);
    return path.startsWith('admin/') ? importedSheets(path, text).flatMap((to) => findAdminViolation(path, to)) : [];
  });
}

function findSourceViolations(path: string, text: string): string[] {
  return [
    ...findNameViolations(path),
    ...findStateViolations(path, text),
    ...findCacheViolations(path, text),
    ...(path.endsWith('.test.ts')
      ? []
      : readImports(text).flatMap((source) => findImportViolation(path, resolveImport(path, source)))),
  ];
}

function findNameViolations(path: string): string[] {
  const name = posix.basename(path).replace(/\.tsx?$/, '');
  const sentences: string[] = [];
  if (name === 'index') sentences.push(`${path}: no index files, import the file where the thing lives`);
  if (/^(utils?|helpers?|common|misc|manager|service)$/.test(name)) sentences.push(`${path}: the name says nothing`);
  if (path.endsWith('.tsx') && !/^(?:src\/web|admin\/src)\//.test(path))
    sentences.push(`${path}: .tsx only under src/web and admin/src`);
  return sentences;
}

function readImports(text: string): string[] {
  const found = text.matchAll(
    /^\s*(?:import|export)\s[^'"`;]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'|^\s*import\s+'([^']+)'/gm,
  );
  // What is started as a thread or a process.
  const started = text.matchAll(/\bnew URL\(\s*'(\.[^']+\.tsx?)',\s*import\.meta\.url/g);
  return [...found, ...started].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** What a file of ours imports or starts, as paths from the project's root; packages are left out. */
export function importsOf(path: string, text: string): string[] {
  return readImports(text).flatMap((source) => resolveImport(path, source) ?? []);
}

/** The imported path from the project's root, or null for packages and for route types. */
function resolveImport(from: string, source: string): string | null {
  if (source.includes('+types')) return null;
  if (source.startsWith('.')) return posix.join(posix.dirname(from), source);
  const alias = Object.keys(aliases).find((prefix) => source.startsWith(prefix));
  if (alias) return aliases[alias] + source.slice(alias.length);
  return source.startsWith('#') ? `src/${source.slice(1)}` : null;
}

/** What the back office takes from the shop besides `#shared`: its look, */
const look = /^src\/web\/(?:images|fonts|styles)\//;
/** and the sheets of what it shows as buyers will see it; everything else it draws by its own. */
const shownAsInTheShop: readonly string[] = ['src/web/parts/blocks/slide.css', 'src/web/parts/wobblers/wobblers.css'];

/** The back office meets the shop by calls alone; nothing of the shop knows the back office. */
function findAdminViolation(from: string, to: string): string[] {
  const isAllowed = /^(?:admin\/src|src\/shared)\//.test(to) || look.test(to) || shownAsInTheShop.includes(to);
  if (from.startsWith('admin/src/') && !isAllowed)
    return [`${from}: admin imports nothing of the shop but shared, not ${to}`];
  return to.startsWith('admin/') && !from.startsWith('admin/') ? [`${from}: nobody imports admin, ${to}`] : [];
}

function findImportViolation(from: string, to: string | null): string[] {
  if (to && (from.startsWith('admin/') || to.startsWith('admin/'))) return findAdminViolation(from, to);
  if (!to || !from.startsWith('src/')) return [];
  if (!to.startsWith('src/'))
    return layerOf(from) === topLayer && to.startsWith('db/') ? [] : [`${from}: src does not import ${to}`];
  const [fromFolder = '', fromModule = ''] = from.split('/').slice(1);
  const [toFolder = '', toModule = '', ...inside] = to.split('/').slice(1);
  if (layerOf(to) > layerOf(from)) return [`${from}: imports point down only, ${to} stands above`];
  if (layerOf(from) === layers.web && layerOf(to) === layers.web && fromFolder !== toFolder)
    return [`${from}: web, api and jobs do not import each other (${to})`];
  if (fromFolder === 'web') {
    const sentences = findWebViolation(from, to);
    if (sentences) return [sentences];
  }
  if (toFolder !== 'modules') return [];
  if (fromFolder === 'modules' && fromModule === toModule) return [];
  if (inside.length > 1) return [`${from}: ${to} is inside its module, sub-folders are private`];
  if (fromFolder !== 'modules') return [];
  const below = modulesBelow[fromModule];
  if (!below) return [`${from}: the module ${fromModule} has no place in scripts/boundaries.ts`];
  return below.includes(toModule) ? [] : [`${from}: the module ${fromModule} does not stand on ${toModule}`];
}

/** Sheets that the back office may take from parts of the shop and takes no more; `files`: its sheets by path. */
export function findNeedlessLooks(files: Map<string, string>): string[] {
  const taken = new Set(
    [...files].filter(([path]) => path.startsWith('admin/')).flatMap(([path, text]) => importedSheets(path, text)),
  );
  return shownAsInTheShop
    .filter((sheet) => !taken.has(sheet))
    .map((sheet) => `scripts/boundaries.ts: the back office imports nothing of ${sheet}, take it out`);
}

/**
 * What `below` says of modules and is not so: a module that is not there, one that it does not import, a circle. One
 * sentence each; `files`: all sources of the project.
 */
export function findModuleFaults(files: Map<string, string>, below = modulesBelow): string[] {
  const imported = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    const name = moduleOf(path);
    if (name === null || path.endsWith('.test.ts')) continue;
    const those = imported.get(name) ?? new Set();
    imported.set(name, those);
    for (const to of importsOf(path, text)) those.add(moduleOf(to) ?? name);
  }
  return Object.entries(below).flatMap(([name, others]) => {
    const own = imported.get(name);
    if (!own) return [`scripts/boundaries.ts: there is no module ${name}, take it out`];
    return [
      ...others
        .filter((other) => !own.has(other))
        .map((other) => `scripts/boundaries.ts: ${name} imports nothing of ${other}, take it out`),
      ...(isUnder(name, others, below) ? [`scripts/boundaries.ts: ${name} stands on itself, through others`] : []),
    ];
  });
}

/** Whether a module stands under these, through as many others as there may be. */
function isUnder(name: string, others: string[], below: Record<string, string[]>): boolean {
  const met = new Set(others);
  for (const one of met) for (const other of below[one] ?? []) met.add(other);
  return met.has(name);
}

function moduleOf(path: string): string | null {
  return /^src\/modules\/([^/]+)\//.exec(path)?.[1] ?? null;
}

function layerOf(path: string): number {
  return layers[path.split('/')[1] ?? ''] ?? topLayer;
}

/** Every TypeScript source of the project, by path from its root. */
export async function readSources(root: string): Promise<Map<string, string>> {
  const folders = ['src', 'db', 'test', 'scripts', 'bench', 'admin/src'];
  const files = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true }).catch(() => []);
      // Not bench/peers: other programs, with packages of their own.
      return entries
        .filter((entry) => /\.tsx?$/.test(entry) && !entry.startsWith('peers/'))
        .map((entry) => `${folder}/${entry}`);
    }),
  );
  const configs = (await readdir(root)).filter((name) => name.endsWith('.config.ts'));
  return new Map([...files.flat(), ...configs].map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const sources = await readSources(root);
  const sheets = await readSheets(root);
  const violations = [
    ...findViolations(new Map([...sources, ...sheets])),
    ...findNeedlessLooks(sheets),
    ...findLevelFault(),
    ...findModuleFaults(sources),
    ...findNeedlessAllowances(sources),
    ...findWriterViolations(sources),
    ...findPrivateParts(sources),
    ...findDatedReads(sources),
    ...findDraftReads(sources),
    ...findStyleViolations(new Map([...sources, ...sheets])),
  ];
  for (const violation of violations) console.error(violation);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
