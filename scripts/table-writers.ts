import { isJudged } from './module-state.ts';

/**
 * The rule of docs/architecture.md: a table is written by one module alone, whoever else reads it; an entry point calls
 * its verb.
 */

/** Where requests, jobs and commands come in. */
const entryPoints = ['web', 'api', 'jobs', 'commands', 'app'];

/** Tables that two write, each columns or rows of its own. */
const shared: Record<string, string[]> = {
  // What 1C says of the goods; counts of reviews, texts of a brand, the branch's menu and what orders reserve are the
  // shop's own.
  products: ['integrations/onec', 'modules/catalogue'],
  // Of the same goods, what staff say in the back office.
  models: ['integrations/onec', 'modules/catalogue'],
  product_categories: ['integrations/onec', 'modules/catalogue'],
  product_former_slugs: ['integrations/onec', 'modules/catalogue'],
  categories: ['integrations/onec', 'modules/catalogue'],
  category_former_codes: ['integrations/onec', 'modules/catalogue'],
  price_tiers: ['integrations/onec', 'modules/catalogue'],
  attributes: ['integrations/onec', 'modules/catalogue'],
  attribute_values: ['integrations/onec', 'modules/catalogue'],
  brands: ['integrations/onec', 'modules/catalogue'],
  dynamic_menus: ['integrations/onec', 'modules/catalogue'],
  // Packages of 1C put whole partitions in place; single rows are written by the catalogue for everybody else.
  prices: ['integrations/onec', 'modules/catalogue'],
  stock: ['integrations/onec', 'modules/catalogue', 'modules/orders'],
};

const writes = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(?:public\.)?(\w+)(?:\s+as\s+\w+)?'/g,
  /\binsert\s+into\s+(?:public\.)?"?(\w+)/gi,
  /\bupdate\s+(?:only\s+)?(?:public\.)?"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
  /\b(?:delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:public\.)?"?(\w+)/gi,
  /\btruncate\s+(?:table\s+)?(?:[\w".]+\s*,\s*)+(?:public\.)?"?(\w+)/gi,
  /\bcopy\s+(?:public\.)?"?(\w+)"?\s*(?:\([^)]*\)\s*)?from\b/gi,
  // `LoadClient.copy` of the exchange, whose first words are the table and its columns.
  /\.copy(?:Pieces|Stream)?\(\s*['`"](?:public\.)?(\w+)\b/g,
];

/** A statement whose table is named by a variable. */
const builtWrite =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'\s)]|\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update|copy)\s+(?:only\s+)?\$\{/i;

/** Which tables the files with such statements write by them; none: tables of the one connection alone. */
const writtenByName: Record<string, string[]> = {
  'src/modules/accounts/delete-account.ts': [
    ...['contacts', 'identities', 'codes', 'one_time_links', 'company_members', 'company_requests', 'saved_addresses'],
    ...['saved_recipients', 'customer_notes', 'customer_flags'],
  ],
  'src/modules/accounts/merge-users.ts': [
    ...['codes', 'one_time_links', 'saved_addresses', 'saved_recipients', 'customer_flags'],
  ],
  'src/modules/accounts/saved-places.ts': ['saved_addresses', 'saved_recipients'],
  'src/modules/content/rows/dated-rows.ts': ['banners', 'wobblers'],
  'src/modules/payments/keep-request.ts': ['receipts', 'refunds'],
  'src/modules/search/rules.ts': ['search_synonyms', 'search_redirects', 'search_stop_words'],
  'src/integrations/onec/connection.ts': [],
  'src/integrations/onec/rekey.ts': [
    ...['onec_goods', 'onec_offers', 'onec_good_units', 'onec_price_types', 'onec_warehouses', 'products', 'models'],
  ],
  'src/integrations/onec/write-prices.ts': ['prices'],
  'src/integrations/onec/changes/journal.ts': ['onec_changes', 'onec_price_changes', 'onec_stock_changes'],
  'src/integrations/onec/changes/restore-goods.ts': ['categories', 'models', 'products'],
  'src/integrations/onec/exchange/forget.ts': [
    ...['onec_changes', 'onec_price_changes', 'onec_stock_changes', 'onec_created', 'onec_goods_before'],
    ...['onec_offers_before', 'onec_groups_before', 'onec_owners_before'],
  ],
};

/**
 * One sentence for each file that writes a table of another, for each that names a table by a variable and is not
 * listed here with its tables, and for what is said here and holds no more. `files`: text by path.
 */
export function findWriterViolations(files: Map<string, string>): string[] {
  const tables = writersByTable(files);
  const wrong = [...tables].flatMap(([table, writers]) => {
    const inside = [...writers.keys()].filter((writer) => !isEntryPoint(writer));
    const allowed = shared[table] ?? inside.slice(0, 1);
    const owner = allowed.join(' and ') || 'a module';
    return [...writers]
      .filter(([writer]) => !allowed.includes(writer))
      .flatMap(([, paths]) => paths.map((path) => `${path}: ${table} is written by ${owner} alone`));
  });
  const needless = Object.keys(shared).filter((table) => tables.has(table) && tables.get(table)!.size < 2);
  const built = [...files].filter(([path, text]) => isJudged(path) && builtWrite.test(text)).map(([path]) => path);
  const gone = Object.keys(writtenByName).filter((path) => files.has(path) && !built.includes(path));
  return [
    ...wrong,
    ...built
      .filter((path) => !(path in writtenByName))
      .map((path) => `${path}: a table is named by a variable, list which in scripts/table-writers.ts`),
    ...gone.map((path) => `scripts/table-writers.ts: ${path} names no table by a variable, take the entry out`),
    ...needless.map((table) => `scripts/table-writers.ts: ${table} has one writer, take the entry out`),
  ];
}

/** By table: by writer: the files. */
function writersByTable(files: Map<string, string>): Map<string, Map<string, string[]>> {
  const tables = new Map<string, Map<string, string[]>>();
  for (const [path, text] of files) {
    if (!isJudged(path)) continue;
    for (const table of [...writtenTables(text), ...(writtenByName[path] ?? [])]) {
      const writers = tables.get(table) ?? new Map<string, string[]>();
      writers.set(writerOf(path), [...(writers.get(writerOf(path)) ?? []), path]);
      tables.set(table, writers);
    }
  }
  return tables;
}

function writtenTables(text: string): Set<string> {
  return new Set(writes.flatMap((pattern) => [...text.matchAll(pattern)].map(([, table]) => table!)));
}

/** The files at the top of `src` are processes and the terminal. */
function isEntryPoint(writer: string): boolean {
  return entryPoints.includes(writer) || writer.endsWith('.ts');
}

/** A module or a partner as a whole, any other layer as a whole. */
function writerOf(path: string): string {
  const [, layer = '', name = ''] = path.split('/');
  return layer === 'modules' || layer === 'integrations' ? `${layer}/${name}` : layer;
}
