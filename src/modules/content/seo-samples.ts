import { sql } from 'kysely';
import { type Category, loadTree, type Tree } from '#modules/catalogue/categories.ts';
import type { Db } from '#platform/database.ts';
import { type EditedSeoKind, seoKinds } from '#shared/seo-kinds.ts';
import type { SeoValues } from './seo-texts.ts';

/** A page with texts of its own: what it is called, and what stands for its placeholders. */
export type SeoPage = {
  kind: EditedSeoKind;
  key: string;
  name: string;
  values: SeoValues;
  /** The one branch that has it; null: all have. */
  department_id_1c: string | null;
};

/** Every page of the shop that may have texts, products apart: they are too many to be compared with each other. */
export async function listSeoPages(db: Db): Promise<SeoPage[]> {
  const [tree, named] = await Promise.all([loadTree(db), namedPages(db, null, '')]);
  const single = Object.entries(seoKinds)
    .filter(([, { key }]) => key === null)
    .map(([kind, { label }]) => ({
      kind: kind as EditedSeoKind,
      key: '',
      name: label,
      values: {},
      department_id_1c: null,
    }));
  return [...single, ...[...tree.byCode.values()].map((category) => categoryPage(tree, category)), ...named];
}

/**
 * The page of this kind and key; an empty key: some page of the kind, of goods the one bought most. null: there is
 * none.
 */
export async function seoSample(db: Db, kind: EditedSeoKind, key: string): Promise<SeoPage | null> {
  if (seoKinds[kind].key === null)
    return { kind, key: '', name: seoKinds[kind].label, values: {}, department_id_1c: null };
  if (kind === 'product') return productPage(db, key);
  if (kind !== 'category') return (await namedPages(db, kind, key))[0] ?? null;
  const tree = await loadTree(db);
  const all = [...tree.byCode.values()];
  const category = key === '' ? (all.find(({ parent_id }) => parent_id !== null) ?? all[0]) : tree.byCode.get(key);
  return category ? categoryPage(tree, category) : null;
}

/** Pages that are known by a name alone, by kind and key; `kind` null: of all kinds, an empty key: all of them. */
async function namedPages(db: Db, kind: EditedSeoKind | null, key: string): Promise<SeoPage[]> {
  const { rows } = await sql<{ kind: EditedSeoKind; key: string; name: string; department_id_1c: string | null }>`
    select distinct on (t.kind, t.key) t.kind, t.key, t.name, t.department_id_1c from (
      select 'brand' as kind, b.slug as key, b.name, null::timestamptz as at, null::text as department_id_1c from brands b
      union all select 'action', a.slug, a.name, a.ends_at, a.department_id_1c from actions a where not a.is_draft
      union all select 'article', r.slug, r.title, r.published_at, r.department_id_1c from articles r
      union all select 'vacancy', v.id::text, v.title, v.published_at, v.department_id_1c
        from vacancies v where v.closed_at is null
      union all select 'landing', l.slug, p.title, p.published_at, null
        from landing_pages p join landings l on l.id = p.landing_id where p.published_at is not null
      union all select 'page', s.slug, s.title, s.published_at, null from pages s where s.published_at is not null
    ) t where t.kind = coalesce(${kind}, t.kind) and ${key} in ('', t.key)
    order by t.kind, t.key, t.at desc nulls last`.execute(db);
  return rows.map(({ kind, key, name, department_id_1c }) => ({
    kind,
    key,
    name,
    department_id_1c,
    values: kind === 'brand' ? { brand: name, name } : { name },
  }));
}

function categoryPage({ byId }: Tree, category: Category): SeoPage {
  const above = (one: Category) => (one.parent_id === null ? undefined : byId.get(one.parent_id));
  let root = category;
  for (let parent = above(root); parent; parent = above(root)) root = parent;
  return {
    kind: 'category',
    key: category.code,
    name: category.name,
    department_id_1c: null,
    values: { category: category.name, parent_category: above(category)?.name, root_category: root.name },
  };
}

async function productPage(db: Db, key: string): Promise<SeoPage | null> {
  const goods = db
    .selectFrom('products as p')
    .leftJoin('brands as b', 'b.id', 'p.brand_id')
    .leftJoin('product_categories as pc', (join) =>
      join.onRef('pc.product_id', '=', 'p.id').on('pc.is_main', '=', true),
    )
    .select(['p.slug', 'p.name', 'b.name as brand', 'pc.category_id']);
  const known =
    key === ''
      ? goods
          .where('p.switched_off_at', 'is', null)
          .where('p.popularity', '>', 0)
          .where('p.brand_id', 'is not', null)
          .orderBy('p.popularity', 'desc')
      : goods.where('p.slug', '=', key);
  const row = await known.limit(1).executeTakeFirst();
  if (!row) return null;
  const tree = await loadTree(db);
  const category = row.category_id === null ? undefined : tree.byId.get(row.category_id);
  return {
    kind: 'product',
    key: row.slug,
    name: row.name,
    department_id_1c: null,
    values: {
      product: row.name,
      brand: row.brand ?? undefined,
      category: category?.name,
      parent_category: category?.name,
      root_category: category && categoryPage(tree, category).values.root_category,
    },
  };
}
