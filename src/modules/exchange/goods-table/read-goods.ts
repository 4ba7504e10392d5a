import { sql } from 'kysely';
import { ownsOf } from '#modules/catalogue/field-owners.ts';
import { paragraphsOf } from '#modules/catalogue/staff-product.ts';
import type { Db } from '#platform/database.ts';
import type { OwnedField } from '#shared/product-fields.ts';

/** A product as a row of a table. Weight in grams. */
export type TableProduct = {
  id: number;
  idcode: string;
  id_1c: string | null;
  name: string;
  article: string | null;
  barcode: string | null;
  brand_id: number | null;
  brand: string | null;
  /** The main one first. */
  category_ids: number[];
  unit: string;
  base_unit: string;
  weight_grams: number | null;
  vat_rate: number;
  description_html: string;
  specs: Record<string, unknown>;
  images: string[];
  is_on: boolean;
  model_id: number;
  /** Goods named as its analogues, in their order, and their codes. */
  analogue_ids: number[];
  analogue_codes: string[];
  /** Fields that the shop took from 1C. */
  owned: OwnedField[];
};

type Row = Omit<TableProduct, 'description_html'> & { description: string; description_html: string | null };

/** These goods, by id in ascending order; unknown ids are left out. */
export async function readGoods(db: Db, ids: number[]): Promise<TableProduct[]> {
  const { rows } = await sql<Row>`
    select p.id, p.idcode, p.id_1c, p.name, p.article, p.barcode, p.brand_id, b.name as brand, p.unit, p.base_unit,
      p.weight_grams, p.vat_rate, p.description, p.description_html, p.specs, p.images, p.switched_off_at is null as is_on, p.model_id,
      array(select l.linked_product_id from product_links l where l.product_id = p.id and l.kind = 'analogue'
        order by l.position, l.linked_product_id) as analogue_ids,
      array(select o.idcode from product_links l join products o on o.id = l.linked_product_id
        where l.product_id = p.id and l.kind = 'analogue' order by l.position, l.linked_product_id) as analogue_codes,
      array(select pc.category_id from product_categories pc where pc.product_id = p.id
        order by pc.is_main desc, pc.category_id) as category_ids,
      array(select distinct o.field from field_owners o where ${sql.raw(ownsOf('p.id'))}) as owned
    from products p left join brands b on b.id = p.brand_id
    where p.id = any(${ids}::int[]) order by p.id`.execute(db);
  return rows.map(({ description, description_html, ...product }) => ({
    ...product,
    description_html: description_html ?? paragraphsOf(description),
  }));
}
