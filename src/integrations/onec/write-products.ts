import { ensure } from '#shared/ensure.ts';
import { changedFields, noteRecords, type RecordChange } from './changes/journal.ts';
import type { Connection } from './connection.ts';
import { arrayText, type CopyValue } from './copy-text.ts';
import type { ChosenNames } from './product-names.ts';
import type { DerivedProduct } from './product-row.ts';

export type KnownProduct = {
  id: number;
  id_1c: string;
  /** Null: nobody knows which catalogue it came with. */
  catalog_id_1c: string | null;
  idcode: string;
  slug: string;
  name: string;
  images: string[];
  factor_base: number;
  factor_sales: number;
};

export type ProductDraft = {
  id: number;
  id_1c: string;
  good_id: string;
  catalog_id_1c: string;
  known: KnownProduct | null;
  derived: DerivedProduct;
  model_name: string;
  /** Place among the variants of its model. */
  position: number;
  is_off: boolean;
  /** The first is the main one. */
  categories: { id: number; name: string }[];
  brand_id: number | null;
  facets: number[];
};

export type Model = { id: number; known: { name: string; variant_name: string | null } | null };

export type WrittenProducts = {
  created: number;
  changed: number;
  switched_off: number;
  /** What the database was told and has not answered yet; whoever asks it later in this connection finds it done. */
  writing: Promise<unknown>[];
};

/** Pictures that import put into the files folder lie here; others were set by the shop's staff and are left alone. */
export const importedPictures = 'products/1c/';

const written = [
  ...['idcode', 'id_1c', 'catalog_id_1c', 'model_id', 'variant_label', 'variant_position', 'slug', 'name', 'article'],
  ...['barcode', 'brand_id', 'description', 'description_html', 'images', 'unit', 'base_unit', 'factor_base'],
  ...['factor_sales', 'weight_grams', 'vat_rate', 'specs', 'facets', 'search_text'],
];
/** Columns of products that packages change. */
export const writtenColumns = written.filter((column) => column !== 'id_1c' && column !== 'idcode');

export async function openProducts(client: Connection): Promise<void> {
  await client.query(`
    create temp table staged_products on commit drop as
      select id, ${written.join(', ')}, false as is_off from products where false`);
  await client.query('alter table staged_products add primary key (id)');
}

/** Those that exist, by the good's id. */
export async function loadModels(client: Connection, goodIds: string[]): Promise<Map<string, Model>> {
  const { rows } = await client.query<{ id: number; id_1c: string; name: string; variant_name: string | null }>(
    'select id, id_1c, name, variant_name from models where id_1c = any($1)',
    [goodIds],
  );
  return new Map(rows.map(({ id, id_1c, ...known }) => [id_1c, { id, known }]));
}

/** Ids of the products that do not exist yet, and the models of all, known or with an id of their own. */
export async function takeIdentities(
  client: Connection,
  variants: { id_1c: string; good_id: string }[],
  known: ReadonlyMap<string, KnownProduct>,
  models: ReadonlyMap<string, Model>,
): Promise<{ products: Map<string, number>; models: Map<string, Model> }> {
  const created = variants.filter(({ id_1c }) => !known.has(id_1c));
  const unknown = [...new Set(variants.map(({ good_id }) => good_id))].filter((id) => !models.has(id));
  const [ids, modelIds] = await Promise.all([
    takeIds(client, 'products', created.length),
    takeIds(client, 'models', unknown.length),
  ]);
  return {
    products: new Map(created.map(({ id_1c }, index) => [id_1c, ensure(ids[index])])),
    models: new Map([
      ...models,
      ...unknown.map((id_1c, index): [string, Model] => [id_1c, { id: ensure(modelIds[index]), known: null }]),
    ]),
  };
}

/** Creates new products and changes those that differ; the others' rows are not touched. Nothing is ever deleted. */
export async function writeProducts(
  client: Connection,
  drafts: ProductDraft[],
  models: ReadonlyMap<string, Model>,
  { idcodes, slugs }: ChosenNames,
): Promise<WrittenProducts> {
  const result: WrittenProducts = { created: 0, changed: 0, switched_off: 0, writing: [] };
  if (drafts.length === 0) return result;
  const created = drafts.filter(({ known }) => !known);
  const row = (draft: ProductDraft): CopyValue[] =>
    productRow(draft, {
      idcode: draft.known?.idcode ?? ensure(idcodes.get(draft.id_1c)),
      slug: ensure(slugs.get(draft.id_1c)),
      model_id: ensure(models.get(draft.good_id)).id,
    });
  result.writing.push(
    writeModels(client, drafts, models),
    client.copy(`products (id, ${written.join(', ')})`, created.map(row)),
  );
  result.created = created.length;

  const known = drafts.filter((draft) => draft.known);
  if (known.length > 0) {
    await client.copy(
      `staged_products (id, ${written.join(', ')}, is_off)`,
      known.map((draft) => [...row(draft), draft.is_off]),
    );
    const { rows } = await client.query<{ changed: number; switched_off: number }>(`
      with former as (
        insert into product_former_slugs (slug, product_id)
        select p.slug, p.id from products p join staged_products s using (id) where p.slug <> s.slug
        on conflict (slug) do update set product_id = excluded.product_id
      ), current_again as (
        delete from product_former_slugs f using staged_products s where f.slug = s.slug and f.product_id = s.id
      ), updated as (
        update products p set ${writtenColumns.map((column) => `${column} = s.${column}`).join(', ')},
          switched_off_at = case when s.is_off then coalesce(p.switched_off_at, now()) end, changed_at = now()
        from staged_products s, products o
        where p.id = s.id and o.id = s.id and (
          (${writtenColumns.map((column) => `p.${column}`).join(', ')}, p.switched_off_at is not null)
          is distinct from (${writtenColumns.map((column) => `s.${column}`).join(', ')}, s.is_off))
        returning p.id, s.is_off and o.switched_off_at is null as is_switched_off,
          ${changedFields([...writtenColumns, 'switched_off_at'])} as fields
      ), noted as (
        insert into journal_records select 'product', id, fields from updated
      )
      select count(*) as changed, count(*) filter (where is_switched_off) as switched_off from updated`);
    const { changed, switched_off } = ensure(rows[0]);
    result.changed = changed - switched_off;
    result.switched_off = switched_off;
    await client.query('truncate staged_products');
  }
  result.writing.push((await writeCategories(client, drafts)).copied);
  return result;
}

function productRow(
  { id, id_1c, catalog_id_1c, known, derived, position, brand_id, facets, categories }: ProductDraft,
  { idcode, slug, model_id }: { idcode: string; slug: string; model_id: number },
): CopyValue[] {
  const images =
    derived.images.length > 0
      ? derived.images
      : (known?.images ?? []).filter((image) => derived.has_named_pictures || !image.startsWith(importedPictures));
  return [
    ...[
      id,
      idcode,
      id_1c,
      catalog_id_1c,
      model_id,
      derived.variant_label,
      position,
      slug,
      derived.name,
      derived.article,
    ],
    ...[derived.barcode, brand_id, derived.description, derived.description_html, arrayText(images), derived.unit],
    ...[derived.base_unit, derived.factor_base, derived.factor_sales, derived.weight_grams, derived.vat_rate],
    ...[JSON.stringify(derived.specs), arrayText(facets)],
    [...derived.words, idcode, ...categories.map(({ name }) => name)].join(' '),
  ];
}

/** New models go out before the products that name them. */
async function writeModels(
  client: Connection,
  drafts: ProductDraft[],
  models: ReadonlyMap<string, Model>,
): Promise<void> {
  const wanted = new Map<string, { name: string; variant_name: string | null }>();
  for (const { good_id, model_name, derived } of drafts) {
    const names = [...new Set(derived.variant_names)].join(', ') || null;
    wanted.set(good_id, { name: model_name, variant_name: wanted.get(good_id)?.variant_name ?? names });
  }
  const created: CopyValue[][] = [];
  const changed: Promise<unknown>[] = [];
  const changes: RecordChange[] = [];
  for (const [good_id, { name, variant_name }] of wanted) {
    const { id, known } = ensure(models.get(good_id));
    if (!known) created.push([id, good_id, name, variant_name]);
    else if (known.name !== name || (variant_name !== null && known.variant_name !== variant_name)) {
      changed.push(
        client.query('update models set name = $2, variant_name = coalesce($3, variant_name) where id = $1', [
          ...[id, name, variant_name],
        ]),
      );
      const after = { name, variant_name: variant_name ?? known.variant_name };
      changes.push({ kind: 'model', record: id, fields: differing(known, after) });
    }
  }
  await Promise.all([
    client.copy('models (id, id_1c, name, variant_name)', created),
    ...changed,
    noteRecords(client, changes),
  ]);
}

function differing<T extends Record<string, unknown>>(before: T, after: T): RecordChange['fields'] {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(names.map((name) => [name, [before[name], after[name]]]));
}

async function takeIds(client: Connection, table: 'products' | 'models', count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await client.query<{ id: number }>(
    `with ids as materialized (select pg_get_serial_sequence('${table}', 'id')::regclass as name)
     select nextval(name) as id from ids, generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Known products that will stand in other categories than `rows`; the main one first. */
function movedProducts(
  drafts: ProductDraft[],
  rows: { product_id: number; category_id: number; is_main: boolean }[],
): RecordChange[] {
  const before = Map.groupBy(rows, ({ product_id }) => product_id);
  return drafts.flatMap(({ id, known, categories }): RecordChange[] => {
    if (!known) return [];
    const own = (before.get(id) ?? []).sort(
      (a, b) => Number(b.is_main) - Number(a.is_main) || a.category_id - b.category_id,
    );
    const was = own.map(({ category_id }) => category_id);
    const [main, ...others] = new Set(categories.map((category) => category.id));
    const became = [...(main === undefined ? [] : [main]), ...others.sort((a, b) => a - b)];
    const isSame = was.length === became.length && was.every((category_id, at) => category_id === became[at]);
    return isSame ? [] : [{ kind: 'categories', record: id, fields: { categories: [was, became] } }];
  });
}

/** What is new is still on its way to the database when this returns. */
async function writeCategories(client: Connection, drafts: ProductDraft[]): Promise<{ copied: Promise<void> }> {
  const wanted = new Map<string, CopyValue[]>();
  for (const { id: product_id, categories } of drafts) {
    const unique = new Set(categories.map(({ id }) => id));
    [...unique].forEach((category_id, index) => {
      wanted.set(`${product_id} ${category_id} ${index === 0}`, [product_id, category_id, index === 0]);
    });
  }
  const known = drafts.flatMap(({ known }) => known?.id ?? []);
  const { rows } =
    known.length === 0
      ? { rows: [] }
      : await client.query<{ product_id: number; category_id: number; is_main: boolean }>(
          'select product_id, category_id, is_main from product_categories where product_id = any($1)',
          [known],
        );
  await noteRecords(client, movedProducts(drafts, rows));
  const gone = rows.filter(
    ({ product_id, category_id, is_main }) => !wanted.delete(`${product_id} ${category_id} ${is_main}`),
  );
  if (gone.length > 0) {
    await client.query(
      `delete from product_categories pc using unnest($1::int[], $2::int[]) as gone (product_id, category_id)
       where pc.product_id = gone.product_id and pc.category_id = gone.category_id`,
      [gone.map(({ product_id }) => product_id), gone.map(({ category_id }) => category_id)],
    );
  }
  return { copied: client.copy('product_categories (product_id, category_id, is_main)', [...wanted.values()]) };
}
