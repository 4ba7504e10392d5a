import type { PriceContext } from '#modules/departments/queries.ts';
import { createCache } from '#platform/cache.ts';
import { cachedRead } from '#platform/cached-read.ts';
import { type Db, databaseOf, preparedStatement } from '#platform/database.ts';
import { perObject } from '#shared/per-object.ts';
import { readUnits, type Unit, type Units } from './units.ts';

export type Calculator = 'mix' | 'paint' | 'tile' | 'flooring';

/** A category with its sub-categories, in the order of the menu (S3-07: code, name, children). */
export type Category = {
  id: number;
  code: string;
  name: string;
  short_name: string | null;
  parent_id: number | null;
  position: number;
  description: string | null;
  illustration: string | null;
  calculator: Calculator | null;
  default_view: 'grid' | 'table';
  children: Category[];
};

export type Attribute = {
  id: number;
  code: string;
  name: string;
  type: 'text' | 'number' | 'enum' | 'boolean';
  unit: string | null;
  /** How its unit is read; null: without one, or one that nobody described. */
  measure?: Unit | null;
  filter: 'values' | 'range' | null;
  group_name: string;
  /** Which way a number is better; null: neither. */
  better?: 'more' | 'less' | null;
  card_position: number | null;
  position: number;
};

/** Categories, attributes and units as they stand in memory; read-only, shared by all requests. */
export type Tree = {
  version: number;
  roots: Category[];
  byId: Map<number, Category>;
  byCode: Map<string, Category>;
  /** Former code → the code it has now. */
  formerCodes: Map<string, string>;
  attributes: Attribute[];
  attributeByCode: Map<string, Attribute>;
  units: Units;
};

export type AttributeValue = {
  id: number;
  attribute_id: number;
  value: string;
  number: number | null;
  position: number;
};
export type NamedBrand = { id: number; slug: string; name: string };

const selectVersion = preparedStatement<{ version: number }>(
  'catalogue_version',
  'select version from catalogue_version',
);

const treesOfDatabase = perObject((_database: Db) => createCache<number, Tree>({ name: 'category_tree', max: 1 }));
const versionOfDatabase = perObject((_database: Db): { known: () => number | null } => ({ known: () => null }));

/**
 * From now on `version` knows the version of this pool's catalogue without asking the database; null: not now. Returns
 * what ends that.
 */
export function setVersionSource(db: Db, version: () => number | null): () => void {
  const source = versionOfDatabase(databaseOf(db));
  source.known = version;
  return () => {
    source.known = () => null;
  };
}

/**
 * The tree of categories and the list of attributes, cached while catalogue_version stands still. A
 * switched-off category hides what is under it too. `known`: the version, for who has just read it with something else.
 */
export async function loadTree(db: Db, known?: number): Promise<Tree> {
  // A transaction shares its database's tree. What it reads itself is not remembered: it may yet be rolled back.
  const database = databaseOf(db);
  const source = db.isTransaction ? null : versionOfDatabase(database).known();
  const version = known ?? source ?? (await selectVersion(db, []))[0]?.version ?? 0;
  const trees = treesOfDatabase(database);
  const cached = trees.get(version);
  if (cached) return cached;
  const tree = await readTree(db, version);
  if (!db.isTransaction) trees.set(version, tree);
  return tree;
}

async function readTree(db: Db, version: number): Promise<Tree> {
  const [rows, former, attributes, units] = await Promise.all([
    db
      .selectFrom('categories')
      .select([
        'id',
        'code',
        'name',
        'short_name',
        'parent_id',
        'position',
        'description',
        'illustration',
        'calculator',
        'default_view',
      ])
      .where('switched_off_at', 'is', null)
      .orderBy('position')
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('category_former_codes')
      .innerJoin('categories', 'categories.id', 'category_former_codes.category_id')
      .select(['category_former_codes.code as former', 'categories.code as code'])
      .execute(),
    db
      .selectFrom('attributes')
      .select(['id', 'code', 'name', 'type', 'unit', 'filter', 'group_name', 'card_position', 'position', 'better'])
      .orderBy('position')
      .orderBy('name')
      .execute(),
    readUnits(db),
  ]);
  const measuredBy = (unit: string | null) => (unit === null ? null : units.unit(unit));
  const described = attributes.map((row) => ({ ...row, measure: measuredBy(row.unit) })) as Attribute[];
  const all = new Map(rows.map((row) => [row.id, { ...row, children: [] } as Category]));
  const roots: Category[] = [];
  for (const category of all.values()) {
    if (category.parent_id === null) roots.push(category);
    else all.get(category.parent_id)?.children.push(category);
  }
  // Only what hangs on a visible root is shown; children of a hidden parent hang on nothing.
  const byId = new Map<number, Category>();
  const collect = (category: Category) => {
    byId.set(category.id, category);
    category.children.forEach(collect);
  };
  roots.forEach(collect);
  return {
    version,
    roots,
    byId,
    byCode: new Map([...byId.values()].map((category) => [category.code, category])),
    formerCodes: new Map(former.map((row) => [row.former, row.code])),
    attributes: described,
    attributeByCode: new Map(described.map((attribute) => [attribute.code, attribute])),
    units,
  };
}

/** How people read the units that rows name. */
export async function unitsNow(db: Db): Promise<Units> {
  return (await loadTree(db)).units;
}

/** S7-19: all visible categories, nested. */
export async function categoryTree(db: Db): Promise<Category[]> {
  return (await loadTree(db)).roots;
}

const selectMenu = preparedStatement<{ category_id: number }>(
  'dynamic_menu',
  'select category_id from dynamic_menus where department_id_1c = $1::text',
);

const menuIds = cachedRead<Set<number>>({
  name: 'menu_categories',
  freshMs: 5_000,
  maxMs: 10_000,
  tags: ['catalogue', 'departments', 'content'],
  whileFollowed: true,
  read: async (db, department) => new Set((await selectMenu(db, [department])).map((row) => row.category_id)),
});

/** Which categories the branch's dynamic menu names (S7-20). */
export function menuCategoryIds(db: Db, department_id_1c: string): Promise<ReadonlySet<number>> {
  return menuIds(db, department_id_1c);
}

/** These categories and all above them, each once. */
export function ancestorIds(tree: Tree, ids: number[]): number[] {
  const found = new Set<number>();
  for (const id of ids) {
    for (let at = tree.byId.get(id); at && !found.has(at.id); at = parentOf(tree, at)) found.add(at.id);
  }
  return [...found];
}

/** The category and all below it. */
export function subtreeIds(category: Category): number[] {
  return [category.id, ...category.children.flatMap(subtreeIds)];
}

/** From the root down to the category itself. */
export function pathOf(tree: Tree, category: Category): Category[] {
  const path: Category[] = [];
  for (let at: Category | undefined = category; at; at = parentOf(tree, at)) path.unshift(at);
  return path;
}

const selectShorts = preparedStatement<CategoryShort>(
  'category_shorts',
  'select code, name from shorts where category_id = $1::int order by position, name',
);
export type CategoryShort = { code: string; name: string };

const shortsOf = cachedRead<CategoryShort[]>({
  name: 'category_shorts',
  freshMs: 5_000,
  maxMs: 10_000,
  tags: ['catalogue', 'content'],
  whileFollowed: true,
  read: (db, category) => selectShorts(db, [Number(category)]),
});

export type CategoryPage = {
  id: number;
  code: string;
  name: string;
  description: string | null;
  illustration: string | null;
  calculator: Calculator | null;
  default_view: 'grid' | 'table';
  /** From the root to the parent. */
  breadcrumbs: { code: string; name: string }[];
  parent: { code: string; name: string } | null;
  root: { code: string; name: string };
  /** Those of the branch's menu. */
  children: Category[];
  shorts: CategoryShort[];
  /**
   * false: the branch's menu leaves it out; the page says so and names the parent. A branch without any menu shows
   * everything.
   */
  is_in_branch: boolean;
};

/** The code a category has now, by that or by a former one; null: nobody knows it. */
export function codeNow(tree: Tree, code: string): string | null {
  if (tree.byCode.has(code)) return code;
  const now = tree.formerCodes.get(code);
  return now !== undefined && tree.byCode.has(now) ? now : null;
}

/**
 * What a category page says about the category itself; a former code gives where it moved (301), an unknown one null.
 */
export async function categoryPage(
  db: Db,
  priceContext: PriceContext,
  code: string,
): Promise<CategoryPage | { moved_to: string } | null> {
  const tree = await loadTree(db);
  const category = tree.byCode.get(code);
  if (!category) {
    const now = codeNow(tree, code);
    return now === null ? null : { moved_to: now };
  }
  const [shorts, kept] = await Promise.all([
    shortsOf(db, String(category.id)),
    menuCategoryIds(db, priceContext.department_id_1c),
  ]);
  const isKept = (other: Category) => kept.size === 0 || kept.has(other.id);
  const path = pathOf(tree, category);
  const parent = path.at(-2);
  const named = ({ code, name }: Category) => ({ code, name });
  const { id, name, description, illustration, default_view } = category;
  return {
    id,
    code,
    name,
    description,
    illustration,
    calculator: calculatorOf(tree, category),
    default_view,
    breadcrumbs: path.slice(0, -1).map(named),
    parent: parent ? named(parent) : null,
    root: named(path[0] ?? category),
    children: category.children.filter(isKept),
    shorts,
    is_in_branch: path.every(isKept),
  };
}

/** The category's own calculator, else that of the nearest category above. */
export function calculatorOf(tree: Tree, category: Category): Calculator | null {
  return pathOf(tree, category).findLast((other) => other.calculator !== null)?.calculator ?? null;
}

function parentOf(tree: Tree, category: Category): Category | undefined {
  return category.parent_id === null ? undefined : tree.byId.get(category.parent_id);
}
