import type { Db } from '#platform/database.ts';
import { preparedStatement } from '#platform/database.ts';

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
  filter: 'values' | 'range' | null;
  group_name: string;
  card_position: number | null;
  position: number;
};

/** Categories and attributes as they stand in memory; read-only, shared by all requests. */
export type Tree = {
  version: number;
  roots: Category[];
  byId: Map<number, Category>;
  byCode: Map<string, Category>;
  /** Former code → the code it has now. */
  formerCodes: Map<string, string>;
  attributes: Attribute[];
  attributeByCode: Map<string, Attribute>;
};

const selectVersion = preparedStatement<{ version: number }>(
  'catalogue_version',
  'select version from catalogue_version',
);

const trees = new WeakMap<object, Tree>();

/**
 * The tree of categories and the list of attributes, kept in memory while catalogue_version stands still. A switched-off
 * category hides what is under it too.
 */
export async function loadTree(db: Db): Promise<Tree> {
  const [row] = await selectVersion(db, []);
  const version = row?.version ?? 0;
  const known = trees.get(db);
  if (known?.version === version) return known;
  const tree = await readTree(db, version);
  trees.set(db, tree);
  return tree;
}

async function readTree(db: Db, version: number): Promise<Tree> {
  const [rows, former, attributes] = await Promise.all([
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
      .select(['id', 'code', 'name', 'type', 'unit', 'filter', 'group_name', 'card_position', 'position'])
      .orderBy('position')
      .orderBy('name')
      .execute(),
  ]);
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
    attributes: attributes as Attribute[],
    attributeByCode: new Map((attributes as Attribute[]).map((attribute) => [attribute.code, attribute])),
  };
}

/** S7-19: all visible categories, nested. */
export async function categoryTree(db: Db): Promise<Category[]> {
  return (await loadTree(db)).roots;
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

function parentOf(tree: Tree, category: Category): Category | undefined {
  return category.parent_id === null ? undefined : tree.byId.get(category.parent_id);
}
