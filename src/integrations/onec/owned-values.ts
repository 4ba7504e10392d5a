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
> & { id: number; fields: OwnedField[]; facets: number[]; categories: Place[]; is_off: boolean };

/**
 * Lays what the shop owns of a product over what 1C said of it. `values`: by product, what the shop says now; else it
 * stays as it stands.
 */
export async function openKeptFields(client: Connection, values: ReadonlyMap<number, FieldValues> = new Map()) {
  const owned = await client.query<{ has_any: boolean; everywhere: OwnedField[] }>(
    `select count(*) > 0 as has_any, coalesce(array_agg(field) filter (where product_id is null), '{}') as everywhere
     from field_owners where ${inForce}`,
  );
  const { has_any = false, everywhere = [] } = owned.rows[0] ?? {};

  return {
    /** Products of the round that the shop owns something of. */
    async load(ids: number[]): Promise<Map<number, Kept>> {
      if (!has_any || ids.length === 0) return new Map();
      const { rows } = await client.query<Kept>(
        `select p.id, p.name, p.description, p.description_html, p.images, p.article, p.barcode, p.weight_grams, p.vat_rate,
           p.specs, p.facets, p.switched_off_at is not null as is_off,
           (select b.name from brands b where b.id = p.brand_id) as brand,
           array(select o.field from field_owners o where o.product_id = p.id and ${inForce}) || $2::text[] as fields,
           (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by pc.is_main desc, c.id), '[]')
             from product_categories pc join categories c on c.id = pc.category_id where pc.product_id = p.id) as categories
         from products p where p.id = any($1)
           and (cardinality($2::text[]) > 0 or exists (select from field_owners o where o.product_id = p.id and ${inForce}))`,
        [ids, everywhere],
      );
      return new Map(rows.map((row) => [row.id, { ...row, ...values.get(row.id) }]));
    },
    /** Before the draft's names, brand and filters are looked up. */
    keep(draft: ProductDraft, kept: Kept | undefined): void {
      if (!kept) return;
      for (const field of kept.fields) keepField(draft, kept, field, values.get(kept.id));
      draft.derived.words = wordsOf(draft.derived, draft.model_name);
    },
    /** When the ids of the values that filters tick are known. */
    keepFacets(draft: ProductDraft, kept: Kept | undefined): void {
      if (kept?.fields.includes('specs')) draft.facets = kept.facets;
    },
  };
}

const inForce = '(until is null or until > now())';

function keepField(draft: ProductDraft, kept: Kept, field: OwnedField, said: FieldValues = {}): void {
  const { derived } = draft;
  if (field === 'description') {
    derived.description = kept.description;
    derived.description_html = said.description === undefined ? kept.description_html : null;
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
