import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { addToCart } from '#modules/cart/add-to-cart.ts';
import { offersOf, orderableOf } from '#modules/catalogue/offers.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { readBestOfCategory } from '#modules/catalogue/product-rows.ts';
import { getProduct } from '#modules/catalogue-index/get-product.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { matchLines } from '#modules/estimates/match-lines.ts';
import { contentEntries } from '#modules/feeds/content-entries.ts';
import { reserveStock } from '#modules/orders/stock.ts';
import { statementNames } from '#platform/database-pool.ts';
import { makeUser } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';
import { makeBranches, makeProduct } from './support/shop.ts';
import { compareRows, describeStatement, writtenStatements } from './support/statement-rows.ts';

const root = join(import.meta.dirname, '..');
const { db, url } = await testDatabase();
const written = await allStatements();
await prepareAll();

test('every statement with a name is prepared here', () => {
  expect(written.length).toBeGreaterThan(50);
  const unmet = written.filter(({ name }) => ![...statementNames.values()].some((own) => name.test(own)));
  expect(unmet.map(({ path, name }) => `${path}: ${name.source}`)).toEqual([]);
});

test('a statement gives exactly the columns of its row type, each of its type', async () => {
  expect(await compareRows(root, await testFolder(), await described())).toEqual([]);
}, 120_000);

test('a column too many, one too few and one of another type are found', async () => {
  const [first, second, third] = (await described()).filter(({ row }) => row !== null).slice(0, 3);
  const [name, ...others] = second!.columns;
  const wrong = [
    { ...first!, columns: [...first!.columns, { name: 'planted', type: 'string' }] },
    { ...second!, columns: others },
    { ...third!, columns: third!.columns.map((column) => ({ ...column, type: 'symbol' })) },
  ];
  const reported = await compareRows(root, await testFolder(), wrong);
  expect(reported.join('\n')).toContain('planted');
  expect(reported.join('\n')).toContain(`'${name!.name}' is missing`);
  expect(reported.filter((line) => line.includes('symbol')).length).toBeGreaterThan(0);
}, 120_000);

async function allStatements() {
  const paths = (await readdir(join(root, 'src'), { recursive: true })).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  const all = await Promise.all(
    paths.map(async (path) => writtenStatements(`src/${path}`, await readFile(join(root, 'src', path), 'utf8'))),
  );
  return all.flat();
}

/** Loads every module that has one, and calls those that write their statements for a price context. */
async function prepareAll() {
  for (const path of new Set(written.map(({ path }) => path))) await import(join(root, path));
  await makeBranches(db);
  const product = await makeProduct(db);
  const { id: user_id } = await makeUser(db);
  const vologda = (await listDepartments(db)).find(({ id_1c }) => id_1c === '00131');
  const priceContext = priceContextOf(vologda!);
  const now = new Date();
  await offersOf(db, priceContext, [product.id]);
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

async function described() {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = [];
    for (const statement of written) {
      const texts = [...statementNames].filter(([, name]) => statement.name.test(name)).reverse();
      const columns = await describedFirst(client, texts);
      if (columns) found.push({ ...statement, columns });
    }
    return found;
  } finally {
    await client.end();
  }
}

/**
 * Other tests of this process leave statements too that name partitions of their own branches: the first counts that
 * this database knows.
 */
async function describedFirst(client: pg.Client, texts: [text: string, name: string][]) {
  let failure: unknown = null;
  for (const [text, name] of texts) {
    try {
      return await describeStatement(client, name, text);
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure) throw failure;
  return null;
}
