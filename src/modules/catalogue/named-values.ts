import { type Db, preparedStatement } from '#platform/database.ts';
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

/** Values of filters in the order of a page: by place, then as numbers, then in Russian order. Unknown ids are left out. */
export function valuesOf(db: Db, tree: Tree, ids: number[]): Promise<AttributeValue[]> {
  return ordered(valueOrders, tree, tree.values, byPlace, ids, (missing) => selectValues(db, [missing]));
}

/** Brands by name in Russian order. */
export function brandsOf(db: Db, tree: Tree, ids: number[]): Promise<NamedBrand[]> {
  return ordered(brandOrders, tree, tree.brands, byName, ids, (missing) => selectBrands(db, [missing]));
}

function byPlace(a: AttributeValue, b: AttributeValue): number {
  return (
    a.position - b.position ||
    (a.number ?? Number.POSITIVE_INFINITY) - (b.number ?? Number.POSITIVE_INFINITY) ||
    russian.compare(a.value, b.value)
  );
}

function byName(a: NamedBrand, b: NamedBrand): number {
  return russian.compare(a.name, b.name);
}

/** All that was met so far, in order, and the place of each: comparing Russian texts for every list would take longer than counting it. */
type Order<T> = { sorted: T[]; places: Map<number, number> };
const valueOrders = new WeakMap<Tree, Order<AttributeValue>>();
const brandOrders = new WeakMap<Tree, Order<NamedBrand>>();

function orderOf<T extends { id: number }>(
  orders: WeakMap<Tree, Order<T>>,
  tree: Tree,
  met: Map<number, T>,
  compare: (a: T, b: T) => number,
): Order<T> {
  const known = orders.get(tree);
  if (known?.sorted.length === met.size) return known;
  const sorted = [...met.values()].sort(compare);
  const order = { sorted, places: new Map(sorted.map(({ id }, place) => [id, place])) };
  orders.set(tree, order);
  return order;
}

/** What was read lives as long as the tree: any change of values or brands raises the version, and a new tree begins empty. */
async function ordered<T extends { id: number }>(
  orders: WeakMap<Tree, Order<T>>,
  tree: Tree,
  met: Map<number, T>,
  compare: (a: T, b: T) => number,
  ids: number[],
  read: (missing: number[]) => Promise<T[]>,
): Promise<T[]> {
  const known = inOrder(orderOf(orders, tree, met, compare), ids);
  if (known.length === ids.length) return known;
  const missing = ids.filter((id) => !met.has(id));
  for (const row of await read(missing)) met.set(row.id, row);
  return inOrder(orderOf(orders, tree, met, compare), ids);
}

function inOrder<T>({ sorted, places }: Order<T>, ids: number[]): T[] {
  const wanted = new Int32Array(ids.length);
  let count = 0;
  for (const id of ids) {
    const place = places.get(id);
    if (place !== undefined) wanted[count++] = place;
  }
  wanted.subarray(0, count).sort();
  const found: T[] = [];
  for (let at = 0; at < count; at++) found.push(sorted[wanted[at]!]!);
  return found;
}

const selectAllBrands = preparedStatement<NamedBrand>('all_named_brands', 'select id, slug, name from brands');
const bySlug = new WeakMap<Tree, Promise<Map<string, NamedBrand>>>();

/** All brands by slug, as long as the tree stands. */
export function brandsBySlug(db: Db, tree: Tree): Promise<ReadonlyMap<string, NamedBrand>> {
  const known =
    bySlug.get(tree) ?? selectAllBrands(db, []).then((rows) => new Map(rows.map((brand) => [brand.slug, brand])));
  bySlug.set(tree, known);
  known.catch(() => bySlug.delete(tree));
  return known;
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
  'select id, slug, name, starts_at, ends_at, department_id_1c from actions order by ends_at, id',
);
const actions = new WeakMap<Tree, Promise<NamedAction[]>>();

/** All promotions, the one ending first on top. Any change of one raises the version, and a new tree asks again. */
export function namedActions(db: Db, tree: Tree): Promise<NamedAction[]> {
  const known = actions.get(tree) ?? selectActions(db, []);
  actions.set(tree, known);
  known.catch(() => actions.delete(tree));
  return known;
}
