import type { Connection } from './connection.ts';
import { arrayText, type CopyValue } from './copy-rows.ts';
import { type DerivedProduct, productSlug } from './product-row.ts';
import { shortSlug } from './short-slug.ts';

export type KnownProduct = {
  id: number;
  id_1c: string;
  idcode: string;
  slug: string;
  name: string;
  images: string[];
  factor_base: number;
  factor_sales: number;
};

export type ProductDraft = {
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

export type WrittenProducts = {
  ids: Map<string, number>;
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
const compared = written.filter((column) => column !== 'id_1c' && column !== 'idcode');

export async function openProducts(client: Connection): Promise<void> {
  await client.query(`
    create temp table staged_products on commit drop as
      select id, ${written.join(', ')}, false as is_off from products where false`);
  await client.query('alter table staged_products add primary key (id)');
}

/** Creates new products and changes those that differ; the others' rows are not touched. Nothing is ever deleted. */
export async function writeProducts(client: Connection, drafts: ProductDraft[]): Promise<WrittenProducts> {
  const result: WrittenProducts = { ids: new Map(), created: 0, changed: 0, switched_off: 0, writing: [] };
  if (drafts.length === 0) return result;
  const models = await writeModels(client, drafts);
  const created = drafts.filter(({ known }) => !known);
  const newIds = await takeIds(client, created.length);
  for (const [index, { id_1c }] of created.entries()) result.ids.set(id_1c, newIds[index]!);
  const idcodes = await chooseIdcodes(client, created, result.ids);
  const slugs = await chooseSlugs(client, drafts, idcodes);
  const row = (draft: ProductDraft): CopyValue[] =>
    productRow(draft, {
      id: draft.known?.id ?? result.ids.get(draft.id_1c)!,
      idcode: draft.known?.idcode ?? idcodes.get(draft.id_1c)!,
      slug: slugs.get(draft.id_1c)!,
      model_id: models.get(draft.good_id)!,
    });
  result.writing.push(client.copy(`products (id, ${written.join(', ')})`, created.map(row)));
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
      ), taken_back as (
        delete from product_former_slugs f using staged_products s where f.slug = s.slug and f.product_id = s.id
      ), updated as (
        update products p set ${compared.map((column) => `${column} = s.${column}`).join(', ')},
          switched_off_at = case when s.is_off then coalesce(p.switched_off_at, now()) end, changed_at = now()
        from staged_products s, products o
        where p.id = s.id and o.id = s.id and (
          (${compared.map((column) => `p.${column}`).join(', ')}, p.switched_off_at is not null)
          is distinct from (${compared.map((column) => `s.${column}`).join(', ')}, s.is_off))
        returning s.is_off and o.switched_off_at is null as is_switched_off
      )
      select count(*) as changed, count(*) filter (where is_switched_off) as switched_off from updated`);
    result.changed = rows[0]!.changed - rows[0]!.switched_off;
    result.switched_off = rows[0]!.switched_off;
    await client.query('truncate staged_products');
  }
  result.writing.push((await writeCategories(client, drafts, result.ids)).copied);
  return result;
}

function productRow(
  { id_1c, catalog_id_1c, known, derived, position, brand_id, facets, categories }: ProductDraft,
  { id, idcode, slug, model_id }: { id: number; idcode: string; slug: string; model_id: number },
): CopyValue[] {
  const images =
    derived.images.length > 0
      ? derived.images
      : (known?.images ?? []).filter((image) => !image.startsWith(importedPictures));
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

async function writeModels(client: Connection, drafts: ProductDraft[]): Promise<Map<string, number>> {
  const wanted = new Map<string, { id_1c: string; name: string; variant_name: string | null }>();
  for (const { good_id, model_name, derived } of drafts) {
    const names = [...new Set(derived.variant_names)].join(', ') || null;
    const variant_name = wanted.get(good_id)?.variant_name ?? names;
    wanted.set(good_id, { id_1c: good_id, name: model_name, variant_name });
  }
  const { rows: known } = await client.query<{ id: number; id_1c: string; name: string; variant_name: string | null }>(
    'select id, id_1c, name, variant_name from models where id_1c = any($1)',
    [[...wanted.keys()]],
  );
  const ids = new Map(known.map(({ id_1c, id }) => [id_1c, id]));
  for (const { id, id_1c, ...now } of known) {
    const { name, variant_name } = wanted.get(id_1c)!;
    if (now.name === name && (variant_name === null || now.variant_name === variant_name)) continue;
    await client.query('update models set name = $2, variant_name = coalesce($3, variant_name) where id = $1', [
      ...[id, name, variant_name],
    ]);
  }
  const { rows: made } = await client.query<{ id: number; id_1c: string }>(
    `insert into models (id_1c, name, variant_name)
     select id_1c, name, variant_name from jsonb_to_recordset($1::jsonb) as w (id_1c text, name text, variant_name text)
     returning id, id_1c`,
    [JSON.stringify([...wanted.values()].filter(({ id_1c }) => !ids.has(id_1c)))],
  );
  for (const { id, id_1c } of made) ids.set(id_1c, id);
  return ids;
}

async function takeIds(client: Connection, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await client.query<{ id: number }>(
    `with ids as materialized (select pg_get_serial_sequence('products', 'id')::regclass as name)
     select nextval(name) as id from ids, generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

const validIdcode = /^[0-9A-Za-zА-Яа-яЁё._-]{1,40}$/;

/** 1C's code where it is valid and nobody else's, else the digits of the id (S7-10); it never changes afterwards. */
async function chooseIdcodes(
  client: Connection,
  drafts: ProductDraft[],
  ids: Map<string, number>,
): Promise<Map<string, string>> {
  const wishes = drafts.flatMap(({ id_1c, derived }) => [String(ids.get(id_1c)), derived.code ?? []].flat());
  const { rows } = await client.query<{ idcode: string }>('select idcode from products where idcode = any($1)', [
    wishes,
  ]);
  const taken = new Set(rows.map(({ idcode }) => idcode));
  const chosen = new Map<string, string>();
  for (const { id_1c, derived } of drafts) {
    const digits = String(ids.get(id_1c));
    const wish = derived.code && validIdcode.test(derived.code) && !taken.has(derived.code) ? derived.code : digits;
    let idcode = wish;
    while (taken.has(idcode)) idcode = `${idcode}-1`;
    taken.add(idcode);
    chosen.set(id_1c, idcode);
  }
  return chosen;
}

/** A slug changes only when the name's own does; the former one then answers 301. At a clash the idcode stands behind it (S7-10). */
async function chooseSlugs(
  client: Connection,
  drafts: ProductDraft[],
  idcodes: Map<string, string>,
): Promise<Map<string, string>> {
  const wishes = drafts.map((draft) => {
    const base = productSlug(draft.derived.name);
    const idcode = draft.known?.idcode ?? idcodes.get(draft.id_1c)!;
    const longer = `${base}-${shortSlug(idcode) || 'n'}`;
    const isKept = draft.known !== null && productSlug(draft.known.name) === base;
    return { draft, isKept, choices: [base, longer, `${longer}-n`] };
  });
  const open = wishes.filter(({ isKept }) => !isKept);
  const { rows } = await client.query<{ slug: string; id_1c: string | null }>(
    `select p.slug, coalesce(p.id_1c, '') as id_1c from products p where p.slug = any($1)
     union all
     select f.slug, coalesce(p.id_1c, '') from product_former_slugs f join products p on p.id = f.product_id where f.slug = any($1)`,
    [open.flatMap(({ choices }) => choices)],
  );
  const owners = new Map(rows.map(({ slug, id_1c }) => [slug, id_1c]));
  const chosen = new Map<string, string>();
  for (const { draft, isKept, choices } of wishes) {
    if (isKept) {
      chosen.set(draft.id_1c, draft.known!.slug);
      continue;
    }
    const isFree = (slug: string) => !owners.has(slug) || owners.get(slug) === draft.id_1c;
    let slug = choices.find(isFree) ?? choices[2]!;
    for (let n = 2; !isFree(slug); n++) slug = `${choices[2]}${n}`;
    owners.set(slug, draft.id_1c);
    chosen.set(draft.id_1c, slug);
  }
  return chosen;
}

/** What is new is still on its way to the database when this returns. */
async function writeCategories(
  client: Connection,
  drafts: ProductDraft[],
  ids: Map<string, number>,
): Promise<{ copied: Promise<void> }> {
  const wanted = new Map<string, CopyValue[]>();
  for (const { id_1c, known, categories } of drafts) {
    const product_id = known?.id ?? ids.get(id_1c)!;
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
