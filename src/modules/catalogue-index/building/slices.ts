import { type Db, preparedStatement } from '#platform/database.ts';
import type { Tag } from '#shared/cache-tags.ts';
import { ensure } from '#shared/ensure.ts';
import { leftAt } from '../columns/stock.ts';
import { rowOf } from '../segment.ts';
import type { CatalogueIndex } from '../segments.ts';
import { type Changes, isRenamed, mostProducts, mostRows, namesSince } from './changes.ts';
import { changedSql, type Moment, momentSql } from './read-source.ts';
import { Numbers } from './source.ts';

/**
 * The server that is followed and how far it has come: another one, or the same one earlier in its life, has other
 * changes.
 */
export type Progress = { server: string; xmax: bigint };

export type Size = Progress & {
  moment: Moment;
  /** What had sooner be read again as a whole, beside. */
  readAgain: 'everything' | 'prices and stock' | null;
  products: number;
  rows: number;
};

type SizeRow = Omit<Moment, 'names'> & { server: string; xmax: string; products: number; rows: number };

const upTo = (most: number, ...tables: string[]) =>
  tables
    .map((table) => `(select from ${table} where ${changedSql('changed_xid')} limit ${most + 1})`)
    .join(' union all ');
const selectSize = preparedStatement<SizeRow>(
  'catalogue_changed',
  `select m.*, pg_snapshot_xmax(pg_current_snapshot())::text as xmax,
    (select system_identifier::text from pg_control_system()) || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as server,
    (select count(*)::int from (${upTo(mostProducts, 'products', 'product_categories', 'action_products', 'catalogue_losses')}) c) as products,
    (select count(*)::int from (${upTo(mostRows, 'prices', 'stock')}) c) as rows
  from (${momentSql}) m`,
);

/**
 * How much changed since a moment, without reading it. Products may be counted several times. On the primary only.
 */
export async function countChanged(db: Db, moment: Moment): Promise<Size> {
  const [row] = await selectSize(db, [moment.snapshot]);
  const { server, xmax, products, rows, ...now } = ensure(row);
  const names = await namesSince(db, moment, now.version);
  const isOther = products > mostProducts || now.epoch !== moment.epoch || isRenamed(moment.names, names);
  const isMany = rows > mostRows || now.prices_epoch !== moment.prices_epoch;
  const readAgain = isOther ? 'everything' : isMany ? 'prices and stock' : null;
  return { moment: { ...now, names }, server, xmax: BigInt(xmax), readAgain, products, rows };
}

/** So many rows of prices or stock are applied in a few milliseconds. */
const sliceRows = 2_000;

/**
 * Changes in pieces that the thread which answers may apply one between two answers. What they leave out has been laid
 * out already.
 */
export function* slicesOf(index: CatalogueIndex, changes: Changes): Generator<Changes> {
  const rest = { ...changes, prices: new Map(), stock: new Map() };
  if (changes.source) yield { ...rest, moment: index.moment };
  const nothing = { ...rest, moment: index.moment, productIds: [], source: null };
  for (const [column, rows] of changes.prices) {
    for (const piece of piecesOf(rows, 4)) yield { ...nothing, prices: new Map([[column, piece]]) };
  }
  for (const [store, rows] of changes.stock) {
    for (const piece of piecesOf(rows, 2)) yield { ...nothing, stock: new Map([[store, piece]]) };
  }
  // Only now does the index stand where the changes lead to. What was cached of the products' cards goes with it.
  yield { ...nothing, productIds: changes.productIds, moment: changes.moment };
}

function* piecesOf(rows: Numbers, stride: number): Generator<Numbers> {
  for (let at = 0; at < rows.size; at += sliceRows * stride) {
    const piece = new Numbers(0);
    piece.values = rows.values.subarray(at, Math.min(at + sliceRows * stride, rows.size));
    piece.size = piece.values.length;
    yield piece;
  }
}

/** Pages show exact counts up to 10 and «более 10» above: other changes of stock do not change a word on them. */
const exactUpTo = 10;
/** Sooner than so many names one word for all. */
const mostNamed = 500;

/** What was built from results that these changes make wrong, as tags. Asked for before they are applied. */
export function tagsOf(index: CatalogueIndex, changes: Changes): Tag[] {
  if (changes.moment.version !== index.moment.version) return ['catalogue'];
  const ids = new Set(changes.productIds);
  for (const rows of changes.prices.values()) {
    for (let at = 0; at < rows.size && ids.size <= mostNamed; at += 4) ids.add(rows.at(at));
  }
  for (const [store, rows] of changes.stock) {
    for (let at = 0; at < rows.size && ids.size <= mostNamed; at += 2) {
      const [id, after] = [rows.at(at), rows.at(at + 1)];
      const before = availableOf(index, store, id);
      if (Math.min(before, exactUpTo + 1) !== Math.min(after, exactUpTo + 1)) ids.add(id);
    }
  }
  return ids.size > mostNamed ? ['catalogue'] : [...ids].map((id) => `product:${id}` as const);
}

/** −1 where stock was never sent, or the product is in no list. */
function availableOf({ segments }: CatalogueIndex, store: string, id: number): number {
  for (const { segment, tombstones } of segments) {
    const row = rowOf(segment, id);
    if (row === -1 || tombstones[row] === 1) continue;
    const stock = segment.stock.get(store);
    return stock ? leftAt(stock, row) : -1;
  }
  return -1;
}
