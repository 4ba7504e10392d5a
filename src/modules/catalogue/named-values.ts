import { createCache } from '#platform/cache.ts';
import { cachedRead } from '#platform/cached-read.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { perObject } from '#shared/per-object.ts';
import type { ShownDrafts } from '#shared/shop-look.ts';
import { isShownAction } from './actions.ts';
import type { AttributeValue, NamedBrand, Tree } from './categories.ts';

const selectValues = preparedStatement<AttributeValue>(
  'named_values',
  'select id, attribute_id, value, number::float8 as number, position from attribute_values where id = any($1::int[])',
);
const selectBrands = preparedStatement<NamedBrand>('all_named_brands', 'select id, slug, name from brands');

const russian = new Intl.Collator('ru', { numeric: true });

/** More than a shop of a million goods has in its filters. */
const mostValues = 200_000;

/**
 * In order, and the place of each by id: comparing Russian texts for every list would take longer than counting it.
 */
type Order<T> = { sorted: T[]; places: Map<number, number> };

/** Values of a tree met so far; a change of any of them raises the version, and a new tree begins empty. */
const valuesOfTree = perObject((_tree: Tree) => {
  const met = createCache<number, AttributeValue>({ name: 'attribute_values', max: mostValues });
  return { met, order: orderOf<AttributeValue>([], byPlace) };
});

/**
 * Values of filters in the order of a page: by place, then as numbers, then in Russian order. Unknown ids are left out.
 */
export async function valuesOf(db: Db, tree: Tree, ids: number[]): Promise<AttributeValue[]> {
  const values = valuesOfTree(tree);
  const known = inOrder(values.order, ids);
  if (known.length === ids.length) return known;
  const missing = ids.filter((id) => !values.met.get(id));
  const rows = await selectValues(db, [missing]);
  if (rows.length === 0) return known;
  for (const row of rows) values.met.set(row.id, row);
  values.order = orderOf([...values.met.values()], byPlace);
  return inOrder(values.order, ids);
}

/** A value that `valuesOf` has met already. */
export function metValue(tree: Tree, id: number): AttributeValue | undefined {
  return valuesOfTree(tree).met.peek(id);
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

function orderOf<T extends { id: number }>(rows: T[], compare: (a: T, b: T) => number): Order<T> {
  const sorted = rows.sort(compare);
  return { sorted, places: new Map(sorted.map(({ id }, place) => [id, place])) };
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

/** By the version of the catalogue, which any change of them raises: the one now, and one still being answered. */
const ofVersion = { max: 4, freshMs: Number.POSITIVE_INFINITY, tags: ['catalogue'] as const };

const brandsOfVersion = cachedRead({
  ...ofVersion,
  name: 'named_brands',
  async read(db) {
    const order = orderOf(await selectBrands(db, []), byName);
    return { order, bySlug: new Map(order.sorted.map((brand) => [brand.slug, brand])) };
  },
});

/** Brands by name in Russian order, those of one name by their ids: alike in every process. */
export async function brandsOf(db: Db, tree: Tree, ids: number[]): Promise<NamedBrand[]> {
  return inOrder((await brandsOfVersion(db, String(tree.version))).order, ids);
}

/** All brands by slug. */
export async function brandsBySlug(db: Db, tree: Tree): Promise<ReadonlyMap<string, NamedBrand>> {
  return (await brandsOfVersion(db, String(tree.version))).bySlug;
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
const actionsOfVersion = cachedRead({
  ...ofVersion,
  name: 'named_actions',
  read: (db) => selectActions(db, [null]),
});

/** All promotions but drafts, the one ending first on top. `drafts`: with those of a look at the shop, not cached. */
export function namedActions(db: Db, tree: Tree, drafts: ShownDrafts = null): Promise<NamedAction[]> {
  return drafts === null ? actionsOfVersion(db, String(tree.version)) : selectActions(db, [drafts]);
}
