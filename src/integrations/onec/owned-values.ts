import { type OwnedField, ownedField, type SharedColumn } from '#shared/product-fields.ts';
import type { Connection } from './connection.ts';
import type { Place } from './group-places.ts';
import { type DerivedProduct, wordsOf } from './product-row.ts';
import type { ProductDraft } from './write-products.ts';

/** What the shop writes into a field in the same moment in which it takes it. */
export type FieldValues = Partial<
  Pick<DerivedProduct, 'name' | 'description' | 'article' | 'barcode' | 'weight_grams'>
>;

type Kept = Pick<
  DerivedProduct,
  Exclude<SharedColumn, 'brand_id'> | 'brand' | 'description' | 'description_html' | 'specs'
> & {
  id: number;
  fields: OwnedField[];
  facets: number[];
  categories: Place[];
  is_off: boolean;
  model_name: string;
  /** The names of all such goods are the shop's, so is what their variants are called together. */
  keepsModel: boolean;
};

/**
 * Lays what the shop owns of a product over what 1C said of it. `values`: by product, what the shop says now; else it
 * stays as it stands.
 */
export async function openKeptFields(client: Connection, values: ReadonlyMap<number, FieldValues> = new Map()) {
  const owned = await client.query<{ node_id: number | null; is_one: boolean; fields: OwnedField[] }>(
    `select node_id, product_id is not null as is_one, array_agg(distinct field) as fields
     from field_owners where ${inForce} group by node_id, product_id is not null`,
  );
  const hasAny = owned.rows.length > 0;
  const ofAll = owned.rows.filter(({ is_one }) => !is_one);
  /** What the shop leads of every product of this node. */
  const everywhereOf = (node: number | null) =>
    ofAll.flatMap(({ node_id, fields }) => (node_id === null || node_id === node ? fields : []));

  return {
    /** Products of the round that the shop owns something of; `node_id`: whose goods they are. */
    async load(products: { id: number; node_id: number | null }[]): Promise<Map<number, Kept>> {
      if (!hasAny || products.length === 0) return new Map();
      const everywhere = new Map(products.map(({ id, node_id }) => [id, everywhereOf(node_id)]));
      const whole = [...everywhere].flatMap(([id, fields]) => (fields.length > 0 ? id : []));
      const { rows } = await client.query<Omit<Kept, 'keepsModel'>>(
        `select p.id, m.name as model_name, p.name, p.description, p.description_html, p.images, p.article, p.barcode, p.weight_grams, p.vat_rate,
           p.specs, p.facets, p.switched_off_at is not null as is_off,
           (select b.name from brands b where b.id = p.brand_id) as brand,
           array(select o.field from field_owners o where o.product_id = p.id and ${inForce}) as fields,
           (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by pc.is_main desc, c.id), '[]')
             from product_categories pc join categories c on c.id = pc.category_id where pc.product_id = p.id) as categories
         from products p join models m on m.id = p.model_id where p.id = any($1)
           and (p.id = any($2::int[]) or exists (select from field_owners o where o.product_id = p.id and ${inForce}))`,
        [[...everywhere.keys()], whole],
      );
      return new Map(
        rows.map((row) => {
          const whole = everywhere.get(row.id) ?? [];
          const kept = { fields: [...row.fields, ...whole], keepsModel: whole.includes('name') };
          return [row.id, { ...row, ...kept, ...values.get(row.id) }];
        }),
      );
    },
    /** Before the draft's names, brand and filters are looked up. */
    keep(draft: ProductDraft, kept: Kept | undefined): void {
      if (!kept) return;
      for (const field of kept.fields) keepField(draft, kept, field, values.get(kept.id));
      if (kept.keepsModel) draft.model_name = kept.model_name;
      draft.derived.words = wordsOf(draft.derived, draft.model_name);
    },
    /** A variant that is new comes into its model as that is called. */
    keepModels(drafts: ProductDraft[], kept: ReadonlyMap<number, Kept>): void {
      const named = drafts.filter(({ id }) => kept.get(id)?.keepsModel);
      const names = new Map(named.map(({ good_id, model_name }) => [good_id, model_name]));
      for (const draft of drafts) draft.model_name = names.get(draft.good_id) ?? draft.model_name;
    },
    /** When the ids of the values that filters tick are known. */
    keepFacets(draft: ProductDraft, kept: Kept | undefined): void {
      if (kept?.fields.includes('specs')) draft.facets = kept.facets;
    },
  };
}

const inForce = '(until is null or until > now())';

function keepField(draft: ProductDraft, kept: Kept, field: OwnedField, now: FieldValues = {}): void {
  const { derived } = draft;
  if (field === 'description') {
    derived.description = kept.description;
    derived.description_html = now.description === undefined ? kept.description_html : null;
  } else if (field === 'specs') Object.assign(derived, { specs: kept.specs, ticks: [] });
  else if (field === 'categories') {
    if (kept.categories.length > 0) draft.categories = [...kept.categories];
  } else if (field === 'sale') draft.is_off = kept.is_off;
  else if (field === 'brand') derived.brand = kept.brand;
  else {
    const [column] = ownedField[field].columns as [keyof Kept];
    Object.assign(derived, { [column]: kept[column] });
  }
}
