import type { NamesCases } from '#modules/departments/queries.ts';
import { isVatPayer } from '#modules/documents/seller-requisites.ts';
import { memoize } from '#platform/cache.ts';
import { ensure } from '#shared/ensure.ts';
import { folded } from '#shared/folded.ts';
import type { Connection } from './connection.ts';
import type { PriceType } from './declarations.ts';
import type { Staged } from './staging.ts';
import { type ImportSummary, note, refuse } from './summary.ts';

/**
 * Rows of each node of the exchange by 1C's ids, null: of packages that commands imported. Bases that were copied from
 * one another use the same ids for different things.
 */
export type ByNode<Row> = Map<number | null, Map<string, Row>>;

export type PriceTypeRow = {
  id: number;
  node_id: number | null;
  id_1c: string;
  name: string;
  currency: string;
  price_column: string | null;
  target: 'price' | 'old_price' | null;
  is_manual: boolean;
};

export type WarehouseRow = {
  id: number;
  node_id: number | null;
  id_1c: string;
  name: string;
  address: string;
  store: string | null;
  is_manual: boolean;
};

/** A package whose price types and warehouses are remembered as those of its node. */
export type Declared = { staged: Staged; branches: Branch[]; node_id: number | null };

/** What names of price types and warehouses are compared with. */
export type Branch = {
  id_1c: string;
  branch_id_1c: string | null;
  is_main: boolean;
  name_for_site: string;
  city: string;
  names_cases: NamesCases;
  address: string;
  base_price: string;
  b2b_price: string | null;
  store: string;
};

/** Public branches and their points; the main branch first. */
export async function loadBranches(client: Connection): Promise<Branch[]> {
  const { rows } = await client.query<Branch>(
    `select id_1c, branch_id_1c, is_main, name_for_site, city, names_cases, address, base_price, b2b_price, store
     from departments where parent = '00046' order by is_main desc, (branch_id_1c is not null), position, id_1c`,
  );
  return rows;
}

/** Spellings that were judged already: a package repeats one of them a million times. */
const judged = memoize({ name: 'currencies', max: 1_000 }, (currency: string): boolean => {
  const word = currency.toLowerCase().replace(/[\s.]/g, '');
  return /^(|rub|rur|руб|рубль|рубли|российскийрубль|643|810|₽|р)$/.test(word);
});

/** 1C writes roubles in many ways; no word at all means roubles too. */
export function isRouble(currency: string): boolean {
  return judged(currency);
}

/**
 * Remembers the package's price types and gives those seen for the first time a price column by their name. Returns the
 * types of all nodes, and whether prices kept earlier must be worked out again.
 */
export async function settlePriceTypes(
  client: Connection,
  { staged, branches, node_id }: Declared,
  summary: ImportSummary,
): Promise<{ types: ByNode<PriceTypeRow>; isChanged: boolean }> {
  const all = await loadPriceTypes(client);
  const types = rowsOf(all, node_id);
  const isFirst = new Set<string>();
  let isChanged = false;
  const seen = new Map<string, Omit<PriceType, 'is_net'>>(
    [...staged.priceUses.values()].map(({ type }) => [type, { id: type, name: '', currency: '' }]),
  );
  for (const [id, type] of staged.priceTypes) seen.set(id, type);
  for (const { id, name, currency } of seen.values()) {
    const now = types.get(id);
    if (!now) {
      isFirst.add(id);
      types.set(id, await addPriceType(client, { node_id, id_1c: id, name, currency }));
    } else if (staged.priceTypes.has(id) && (now.name !== name || now.currency !== currency)) {
      isChanged ||= isRouble(now.currency) !== isRouble(currency);
      Object.assign(now, { name, currency });
      await client.query('update onec_price_types set name = $2, currency = $3 where id = $1', [
        ...[now.id, name, currency],
      ]);
    }
  }
  const own = [...seen.keys()].map((id) => ensure(types.get(id)));
  for (const type of own.filter(({ id_1c }) => isFirst.has(id_1c))) {
    if (isRouble(type.currency)) await mapPriceType(client, type, guessPriceColumn(type.name, branches), own);
  }
  const main = ensure(branches[0]);
  const [only] = own;
  const isOnly = only && isFirst.has(only.id_1c) && countRows(all) === 1;
  if (isOnly && !only.price_column && isRouble(only.currency) && !isOwnPrice(only.name)) {
    await mapPriceType(client, only, { price_column: main.base_price, target: 'price' }, own);
  }
  reportPrices(types, staged, summary);
  if (await isVatPayer(client.db)) reportNetPrices(types, staged, summary);
  return { types: all, isChanged };
}

/**
 * What buyers pay holds VAT. 1C says of a price type that it does not; bases that have none of it say so too, so
 * nothing is added by a guess.
 */
function reportNetPrices(types: Map<string, PriceTypeRow>, staged: Staged, summary: ImportSummary): void {
  for (const { id, name, is_net } of staged.priceTypes.values()) {
    if (!is_net || !types.get(id)?.price_column) continue;
    note(
      summary,
      `Вид цены «${name}»: по словам 1С в его ценах нет НДС, а магазин продаёт по ним без наценки. Если НДС надо добавить, заведите в 1С вид цены с НДС`,
    );
  }
}

async function addPriceType(
  client: Connection,
  type: Pick<PriceTypeRow, 'node_id' | 'id_1c' | 'name' | 'currency'>,
): Promise<PriceTypeRow> {
  const { node_id, id_1c, name, currency } = type;
  const { rows } = await client.query<{ id: number }>(
    'insert into onec_price_types (node_id, id_1c, name, currency) values ($1, $2, $3, $4) returning id',
    [node_id, id_1c, name, currency],
  );
  return { ...type, id: ensure(rows[0]).id, price_column: null, target: null, is_manual: false };
}

/**
 * Two types of one package never share a column by a guess: the second («Розничная акция») is left for the owner to
 * decide.
 */
async function mapPriceType(
  client: Connection,
  type: PriceTypeRow,
  guess: { price_column: string; target: 'price' | 'old_price' } | null,
  own: PriceTypeRow[],
): Promise<void> {
  if (!guess || own.some((other) => other.price_column === guess.price_column && other.target === guess.target)) return;
  Object.assign(type, guess);
  await client.query('update onec_price_types set price_column = $2, target = $3 where id = $1', [
    ...[type.id, guess.price_column, guess.target],
  ]);
}

/** What the shop itself pays, or calculates with: never what buyers pay, unless the owner says so (decision 334). */
function isOwnPrice(name: string): boolean {
  return /закуп|себестоим|учетн|планов|входн|поставщик|приход|cost|purchase/.test(foldedWords(name));
}

/** Goods that are not for sale. */
function isSetAside(name: string): boolean {
  return /брак|бракован|некондиц|списан|утил|возврат|ремонт|карантин|в пути|транзит/.test(foldedWords(name));
}

/**
 * «Оптовая Череповец» → the b2b column of Cherepovets. null when the name says neither a branch nor a kind of price, or
 * a price that is not for buyers.
 */
export function guessPriceColumn(
  name: string,
  branches: Branch[],
): { price_column: string; target: 'price' | 'old_price' } | null {
  if (isOwnPrice(name)) return null;
  const text = foldedWords(name);
  const isOld = /стар|до скидк|зачеркн|перечеркн|old/.test(text);
  const isWholesale = /опт|b2b|бизнес|юрлиц|юр\.? ?лиц|wholesale/.test(text);
  const isRetail = /розн|retail/.test(text);
  const branch = mentioned(
    text,
    branches.filter(({ branch_id_1c }) => branch_id_1c === null),
    branchNames,
  );
  if (!branch && !isOld && !isWholesale && !isRetail) return null;
  const { base_price, b2b_price } = branch ?? ensure(branches[0]);
  const price_column = isWholesale ? b2b_price : base_price;
  return price_column === null ? null : { price_column, target: isOld ? 'old_price' : 'price' };
}

function reportPrices(types: Map<string, PriceTypeRow>, staged: Staged, summary: ImportSummary): void {
  for (const { type, currency, count } of staged.priceUses.values()) {
    const row = types.get(type);
    const money = currency || (row?.currency ?? '');
    const named = { id: type, name: row?.name ?? '', count };
    if (count === 0) continue;
    if (!isRouble(money) || !isRouble(row?.currency ?? '')) {
      const foreign = isRouble(money) ? row?.currency : money;
      refuse(summary.prices, { ...named, reason: `цены в валюте «${foreign}» не показываются как рубли` });
    } else if (!row?.price_column) {
      const reason = 'вид цены не сопоставлен с колонкой цен: npm run shop -- onec map';
      refuse(summary.prices, { ...named, reason });
    }
  }
  for (const [id, { name, price_column, target }] of types) {
    if (staged.priceTypes.has(id) || [...staged.priceUses.values()].some(({ type }) => type === id)) {
      summary.price_types.push({ id, name, price_column, target });
    }
  }
}

/**
 * Remembers the package's warehouses; those seen for the first time feed the store of the department they name. The
 * only one that all bases have, and the total without warehouses of the only base, feed the main branch; others wait
 * until the owner says. Returns the warehouses of all nodes.
 */
export async function settleWarehouses(
  client: Connection,
  { staged, branches, node_id }: Declared,
  summary: ImportSummary,
): Promise<ByNode<WarehouseRow>> {
  const all = await loadWarehouses(client);
  const warehouses = rowsOf(all, node_id);
  const seen = new Map(
    [...staged.restWarehouses].map((id) => [
      id,
      { id, name: id === '' ? 'Общий остаток без складов' : '', address: '' },
    ]),
  );
  for (const [id, warehouse] of staged.warehouses) seen.set(id, warehouse);
  const main = ensure(branches[0]);
  const isOnlyBase = countRows(all) === warehouses.size;
  const isOnly = isOnlyBase && new Set([...warehouses.keys(), ...seen.keys()].filter(Boolean)).size === 1;
  for (const { id, name, address } of seen.values()) {
    const now = warehouses.get(id);
    if (!now) {
      const guess = guessStore({ id, name, address }, branches);
      const isMain = (isOnly && !isSetAside(name)) || (id === '' && isOnlyBase);
      const store = guess ?? (isMain ? main.store : null);
      warehouses.set(id, await addWarehouse(client, { node_id, id_1c: id, name, address, store }));
      if (!guess && (id !== '' || !store)) {
        const fate = store ? `идут в ${main.store} (${main.name_for_site})` : 'ждут: npm run shop -- onec map unknown';
        note(summary, `Склад «${name || id}» ни на один филиал не похож: его остатки ${fate}`);
      }
    } else if (staged.warehouses.has(id) && (now.name !== name || now.address !== address)) {
      Object.assign(now, { name, address });
      await client.query('update onec_warehouses set name = $2, address = $3 where id = $1', [now.id, name, address]);
    }
    const { store, name: called, is_manual } = ensure(warehouses.get(id));
    summary.warehouses.push({ id, name: called, store });
    const why = is_manual ? 'склад отключён' : 'склад не похож ни на один филиал, его остатки ждут';
    if (!store) refuse(summary.stocks, { id, name: called, reason: `${why}: npm run shop -- onec map` });
  }
  return all;
}

async function addWarehouse(
  client: Connection,
  warehouse: Omit<WarehouseRow, 'id' | 'is_manual'>,
): Promise<WarehouseRow> {
  const { node_id, id_1c, name, address, store } = warehouse;
  const { rows } = await client.query<{ id: number }>(
    'insert into onec_warehouses (node_id, id_1c, name, address, store) values ($1, $2, $3, $4, $5) returning id',
    [node_id, id_1c, name, address, store],
  );
  return { ...warehouse, id: ensure(rows[0]).id, is_manual: false };
}

/** By id (of the department or its store), then by the point's name or address, then by the branch's city. */
export function guessStore(
  warehouse: { id: string; name: string; address: string },
  branches: Branch[],
): string | null {
  const id = warehouse.id.trim();
  const same = branches.find((branch) => branch.id_1c === id || branch.store === id);
  if (same) return same.store;
  if (isSetAside(warehouse.name)) return null;
  const text = foldedWords(`${warehouse.name} ${warehouse.address}`);
  const points = branches.filter(({ branch_id_1c }) => branch_id_1c !== null);
  const own = branches.filter(({ branch_id_1c }) => branch_id_1c === null);
  const found =
    mentioned(text, points, (point) => [point.name_for_site, point.address]) ??
    mentioned(text, branches, (branch) => [branch.address]) ??
    mentioned(text, own, branchNames);
  return found?.store ?? null;
}

function branchNames(branch: Branch): string[] {
  return [branch.city, branch.name_for_site, ...Object.values(branch.names_cases)];
}

/** The branch whose longest name occurs in the text as whole words. */
function mentioned(text: string, branches: Branch[], names: (branch: Branch) => string[]): Branch | undefined {
  let best: { branch: Branch; length: number } | undefined;
  for (const branch of branches) {
    for (const name of names(branch)) {
      const word = foldedWords(name);
      if (word.length >= 3 && ` ${text} `.includes(` ${word} `) && word.length > (best?.length ?? 0)) {
        best = { branch, length: word.length };
      }
    }
  }
  return best?.branch;
}

/** Lower case, ё as е, everything but letters and digits is one space. */
function foldedWords(text: string): string {
  return folded(text)
    .replace(/[^0-9a-zа-я]+/g, ' ')
    .trim();
}

/** In the order in which they are asked for a price: the owner's choices, then as they were first seen. */
export async function loadPriceTypes(client: Connection): Promise<ByNode<PriceTypeRow>> {
  const { rows } = await client.query<PriceTypeRow>(
    `select id, node_id, id_1c, name, currency, price_column, target, is_manual from onec_price_types
    order by is_manual desc, id`,
  );
  return byNode(rows);
}

export async function loadWarehouses(client: Connection): Promise<ByNode<WarehouseRow>> {
  const { rows } = await client.query<WarehouseRow>('select * from onec_warehouses order by name, id_1c');
  return byNode(rows);
}

/** The rows of all nodes together. */
export function allRows<Row>(rows: ByNode<Row>): Row[] {
  return [...rows.values()].flatMap((own) => [...own.values()]);
}

/** The rows of one node, to which more may be added. */
export function rowsOf<Row>(rows: ByNode<Row>, node_id: number | null): Map<string, Row> {
  const own = rows.get(node_id) ?? new Map<string, Row>();
  rows.set(node_id, own);
  return own;
}

function byNode<Row extends { node_id: number | null; id_1c: string }>(rows: Row[]): ByNode<Row> {
  const result: ByNode<Row> = new Map();
  for (const row of rows) rowsOf(result, row.node_id).set(row.id_1c, row);
  return result;
}

function countRows(rows: ByNode<unknown>): number {
  return allRows(rows).length;
}
