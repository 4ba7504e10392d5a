import { type Db, preparedStatement } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { once, perObject } from '#shared/per-object.ts';
import type { ShownDrafts } from '#shared/shop-look.ts';
import { isShownAction } from './actions.ts';
import type { AttributeValue, NamedBrand, Tree } from './categories.ts';

const selectValues = preparedStatement<AttributeValue>(
  'named_values',
  'select id, attribute_id, value, number::float8 as number, position from attribute_values where id = any($1::int[])',
);
const selectBrands = preparedStatement<NamedBrand>(
  'named_brands',
  'select id, slug, name from brands where id = any($1::int[])',
);

const russian = new Intl.Collator('ru', { numeric: true });

/**
 * Values of filters in the order of a page: by place, then as numbers, then in Russian order. Unknown ids are left out.
 */
export function valuesOf(db: Db, tree: Tree, ids: number[]): Promise<AttributeValue[]> {
  return ordered(latestValues(tree), tree.values, byPlace, ids, (missing) => selectValues(db, [missing]));
}

/** Brands by name in Russian order, those of one name by their ids: alike in every process. */
export function brandsOf(db: Db, tree: Tree, ids: number[]): Promise<NamedBrand[]> {
  return ordered(latestBrands(tree), tree.brands, byName, ids, (missing) => selectBrands(db, [missing]));
}

function byPlace(a: AttributeValue, b: AttributeValue): number {
  return (
    a.position - b.position ||
    (a.number ?? Number.POSITIVE_INFINITY) - (b.number ?? Number.POSITIVE_INFINITY) ||
    russian.compare(a.value, b.value) ||
    a.id - b.id
  );
}

function byName(a: NamedBrand, b: NamedBrand): number {
  return russian.compare(a.name, b.name) || a.id - b.id;
}

/**
 * All that was met so far, in order, and the place of each: comparing Russian texts for every list would take longer
 * than counting it.
 */
type Order<T> = { sorted: T[]; places: Map<number, number> };
type Latest<T> = { order: Order<T> | null };
const latestValues = perObject((_tree: Tree): Latest<AttributeValue> => ({ order: null }));
const latestBrands = perObject((_tree: Tree): Latest<NamedBrand> => ({ order: null }));

function orderOf<T extends { id: number }>(
  latest: Latest<T>,
  met: Map<number, T>,
  compare: (a: T, b: T) => number,
): Order<T> {
  if (latest.order?.sorted.length === met.size) return latest.order;
  const sorted = [...met.values()].sort(compare);
  latest.order = { sorted, places: new Map(sorted.map(({ id }, place) => [id, place])) };
  return latest.order;
}

/**
 * What was read lives as long as the tree: any change of values or brands raises the version, and a new tree begins
 * empty.
 */
async function ordered<T extends { id: number }>(
  latest: Latest<T>,
  met: Map<number, T>,
  compare: (a: T, b: T) => number,
  ids: number[],
  read: (missing: number[]) => Promise<T[]>,
): Promise<T[]> {
  const known = inOrder(orderOf(latest, met, compare), ids);
  if (known.length === ids.length) return known;
  const missing = ids.filter((id) => !met.has(id));
  for (const row of await read(missing)) met.set(row.id, row);
  return inOrder(orderOf(latest, met, compare), ids);
}

function inOrder<T>({ sorted, places }: Order<T>, ids: number[]): T[] {
  const wanted = new Int32Array(ids.length);
  let count = 0;
  for (const id of ids) {
    const place = places.get(id);
    if (place !== undefined) wanted[count++] = place;
  }
  const found: T[] = [];
  for (const place of wanted.subarray(0, count).sort()) found.push(ensure(sorted[place]));
  return found;
}

const selectAllBrands = preparedStatement<NamedBrand>('all_named_brands', 'select id, slug, name from brands');
const readBrands = perObject((_tree: Tree) =>
  once(async (db: Db) => new Map((await selectAllBrands(db, [])).map((brand) => [brand.slug, brand]))),
);

/** All brands by slug, as long as the tree stands. */
export function brandsBySlug(db: Db, tree: Tree): Promise<ReadonlyMap<string, NamedBrand>> {
  return readBrands(tree)(db);
}

export type NamedAction = {
  id: number;
  slug: string;
  name: string;
  starts_at: Date;
  ends_at: Date;
  /** null: everywhere. */
  department_id_1c: string | null;
};

const selectActions = preparedStatement<NamedAction>(
  'named_actions',
  `select a.id, a.slug, a.name, a.starts_at, a.ends_at, a.department_id_1c from actions a
  where ${isShownAction('$1')} order by a.ends_at, a.id`,
);
const readActions = perObject((_tree: Tree) => once((db: Db) => selectActions(db, [null])));

/**
 * All promotions but drafts, the one ending first on top. Any change of one raises the version, and a new tree asks
 * again. `drafts`: with those of a look at the shop, past what is remembered.
 */
export function namedActions(db: Db, tree: Tree, drafts: ShownDrafts = null): Promise<NamedAction[]> {
  return drafts === null ? readActions(tree)(db) : selectActions(db, [drafts]);
}
