import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { addToCart } from '#modules/cart/add-to-cart.ts';
import { findSubstitutes } from '#modules/cart/rest-substitutes.ts';
import { offersOf, orderableOf } from '#modules/catalogue/offers.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { readBestOfCategory } from '#modules/catalogue/product-rows.ts';
import { getProduct } from '#modules/catalogue-index/get-product.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { matchLines } from '#modules/estimates/match-lines.ts';
import { contentEntries } from '#modules/feeds/content-entries.ts';
import { reserveStock } from '#modules/orders/stock.ts';
import { statementNames } from '#platform/database-pool.ts';
import { readSources } from '../scripts/boundaries.ts';
import { makeUser } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { makeBranches, makeProduct } from './support/shop.ts';
import { sqlOfSources } from './support/sql-sources.ts';
import { type Column, compareRows, type Described, namedStatements, openDescriber } from './support/statement-rows.ts';

const root = join(import.meta.dirname, '..');
const { db, url } = await testDatabase();
const sources = new Map(
  [...(await readSources(root))].filter(([path]) => /^(src|db)\//.test(path) && !/\.test\.tsx?$/.test(path)),
);
const named = [...sources].flatMap(([path, text]) => namedStatements(path, text));
const written = sqlOfSources(sources);
await prepareAll();

/** Statements whose text is known only when they run, by file. The list only gets shorter. */
const onlyWhenRun: Record<string, number> = {
  // Pass on what others wrote.
  'src/platform/database-pool.ts': 3,
  'src/platform/migrate.ts': 1,
  'src/integrations/onec/connection.ts': 4,
  'src/modules/catalogue-index/building/copy-rows.ts': 1,
  'src/modules/catalogue-index/building/read-source.ts': 1,
  // A partition is written, and made again, under the name of its price column.
  'src/integrations/onec/write-prices.ts': 13,
  // The journal of a package compares and puts back every column of goods, from one list.
  'src/integrations/onec/changes/compare.ts': 1,
  'src/integrations/onec/changes/journal.ts': 4,
  'src/integrations/onec/changes/restore-goods.ts': 4,
  // Every column of the products, from one list.
  'src/integrations/onec/write-products.ts': 1,
  // Every table of the demonstration, one after the other.
  'db/demo/belongings.ts': 1,
  'db/demo/clear.ts': 4,
  'db/demo/load.ts': 2,
  'db/demo/loaded-rows.ts': 2,
  'db/demo/remove.ts': 6,
  'db/demo/rows.ts': 2,
  // Slides and wobblers, with the columns and conditions of each.
  'src/modules/content/staff-dated.ts': 4,
  // Counts of every table that the rules of merging name.
  'src/modules/customers/preview-merge.ts': 1,
  // Joins of the branch's own stores and price columns.
  'src/modules/feeds/sitemap.ts': 1,
  'src/modules/feeds/yml.ts': 1,
};

/** Nullable columns that a check of their table keeps filled in the rows that are selected, by file. */
const filled: Record<string, string[]> = {
  'src/modules/documents/shipments.ts': ['at'], // of a reservation that has ended
  'src/modules/catalogue/staff-stock.ts': ['ended_at', 'why'], // of a reservation that has ended
  'src/modules/codes/qr-codes.ts': ['product_id', 'target', 'utm_source'], // by the kind of code
  'src/modules/codes/staff-codes.ts': ['target', 'utm_source'], // by the kind of code
  'src/modules/fortune/queries.ts': ['coupon_ends_at'], // a personal coupon
  'src/modules/leads/lead-line.ts': ['why'], // of a line that is blocked
  'src/modules/pricing/personal-coupons.ts': ['sum_kopecks'], // of a coupon of a fixed sum
};

test('every statement with a name is prepared here', () => {
  expect(named.length).toBeGreaterThan(50);
  const unmet = named.filter(({ name }) => ![...statementNames.values()].some((own) => name.test(own)));
  expect(unmet.map(({ path, name }) => `${path}: ${name.source}`)).toEqual([]);
});

test('the text of every other statement is known from the source, but for those that are listed', () => {
  expect(written.length).toBeGreaterThan(700);
  const unknown = Map.groupBy(
    written.filter(({ texts }) => texts.length === 0),
    ({ path }) => path,
  );
  expect(Object.fromEntries([...unknown].map(([path, { length }]) => [path, length]))).toEqual(onlyWhenRun);
});

test('the database understands every statement, and each gives exactly the columns of its row type', async () => {
  const { found, failures } = await described();
  expect(failures).toEqual([]);
  const [first, second, third, fourth] = found.map((one) => ({ ...one, where: `planted, ${one.where}` }));
  const planted = [
    { ...first!, columns: [...first!.columns, { name: 'planted', type: 'string', isNullable: null }] },
    { ...second!, columns: second!.columns.slice(1) },
    { ...third!, columns: third!.columns.map((column) => ({ ...column, type: 'symbol' })) },
    { ...fourth!, columns: fourth!.columns.map((column) => ({ ...column, isNullable: true })) },
  ];
  const reported = await compareRows(root, await testFolder(), [...found, ...planted]);
  expect(reported.filter((line) => !line.includes('planted'))).toEqual([]);
  for (const { where } of planted) expect(reported.join('\n')).toContain(where);
}, 300_000);

/** Loads every module that has one, and calls those that write their statements for a price context. */
async function prepareAll() {
  for (const path of new Set(named.map(({ path }) => path))) await import(join(root, path));
  await makeBranches(db);
  const product = await makeProduct(db);
  const { id: user_id } = await makeUser(db);
  const vologda = (await listDepartments(db)).find(({ id_1c }) => id_1c === '00131');
  const priceContext = priceContextOf(vologda!);
  const now = new Date();
  const [offer] = (await offersOf(db, priceContext, [product.id])).values();
  await findSubstitutes(db, priceContext, [{ ...offer!, id: product.id, missing: 1, price: 1 }]);
  await orderableOf(db, priceContext, product.id);
  await productCards(db, priceContext, { ids: [product.id] });
  await productCards(db, priceContext, { idcodes: [product.idcode] });
  await getProduct(db, priceContext, { id: product.id }, 'page');
  await getProduct(db, priceContext, { slug: product.slug }, 'page');
  await readBestOfCategory(db, priceContext, 1, 0, 1);
  await matchLines(db, priceContext, [product.name]);
  await contentEntries(db, priceContext, now, []);
  await reserveStock(db, [priceContext.store], [{ product_id: product.id, count: 1 }]);
  const line = { product_id: product.id, product_idcode: product.idcode, count: 1 };
  await addToCart(db, priceContext, { kept: 'account', user_id }, line);
}

type Describe = (text: string) => Promise<Column[]>;

async function described(): Promise<{ found: Described[]; failures: string[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await makeTemporaryTables(client);
    const describe = await openDescriber(client);
    const found: Described[] = [];
    const failures: string[] = [];
    const see = async (path: string, where: string, row: string | null, texts: string[]) => {
      for (const text of texts) {
        const columns = await describeEach(describe, text).catch((error: Error) => error);
        if (columns instanceof Error) failures.push(`${path}, ${where}: ${columns.message}`);
        else if (row !== null) found.push({ path, where, row, columns: columns.map((one) => withChecks(path, one)) });
      }
    };
    for (const { path, name, row } of named) {
      const texts = [...statementNames].filter(([, own]) => name.test(own)).map(([text]) => text);
      await see(path, name.source, row, await ofThisDatabase(describe, texts));
    }
    for (const { path, line, row, texts } of written)
      await see(
        path,
        `line ${line}`,
        row,
        texts.filter((text) => !makesTable.test(text)),
      );
    return { found, failures };
  } finally {
    await client.end();
  }
}

function withChecks(path: string, column: Column): Column {
  return filled[path]?.includes(column.name) ? { ...column, isNullable: null } : column;
}

/** The parts of a text with several statements, which the database prepares one by one. */
async function describeEach(describe: Describe, text: string): Promise<Column[]> {
  const columns: Column[] = [];
  for (const part of text.includes('$') ? [text] : text.split(';')) columns.push(...(await describe(part)));
  return columns;
}

/**
 * Other tests of this process leave statements too that name partitions of their own branches: the last counts that
 * this database knows.
 */
async function ofThisDatabase(describe: Describe, texts: string[]): Promise<string[]> {
  for (const text of texts.toReversed())
    if (
      await describe(text).then(
        () => true,
        () => false,
      )
    )
      return [text];
  return texts.slice(-1);
}

const makesTable = /^\s*create temp table/;
const alreadyMade = '42P07';

/** Those of an import: its other statements speak of them. Two texts may make the same table from other columns. */
async function makeTemporaryTables(client: pg.Client): Promise<void> {
  let waiting = written.flatMap(({ texts }) => texts).filter((text) => makesTable.test(text));
  while (waiting.length > 0) {
    const failed: string[] = [];
    for (const text of waiting)
      await client.query(text.replaceAll(' on commit drop', '')).catch(({ code }: pg.DatabaseError) => {
        if (code !== alreadyMade) failed.push(text);
      });
    if (failed.length === waiting.length) throw new Error(`Cannot be made: ${failed.join('; ')}`);
    waiting = failed;
  }
}
