import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { OwnedField } from '#shared/product-fields.ts';
import { ownsOf } from './field-owners.ts';
import type { ProductDocument } from './product-rows.ts';

export type LinkedProduct = { id: number; name: string; image: string | null; is_on: boolean };

/** A product as its page in the back office shows it. Money in kopecks, weight in grams. */
export type StaffProduct = {
  id: number;
  idcode: string;
  id_1c: string | null;
  model_id: number;
  name: string;
  slug: string;
  article: string | null;
  barcode: string | null;
  brand_id: number | null;
  brand: string | null;
  /** The main one first. */
  category_ids: number[];
  categories: { id: number; code: string; name: string }[];
  description_html: string;
  images: string[];
  unit: string;
  base_unit: string;
  factor_base: number;
  factor_sales: number;
  step: number;
  min_count: number;
  max_count: number;
  package_count: number | null;
  pallet_count: number | null;
  weight_grams: number | null;
  vat_rate: number;
  specs: Record<string, unknown>;
  variant_label: string | null;
  variant_position: number;
  variant_name: string | null;
  variants: (LinkedProduct & { label: string | null })[];
  successor_id: number | null;
  successor: LinkedProduct | null;
  analogue_ids: number[];
  for_job_ids: number[];
  links: LinkedProduct[];
  documents: ProductDocument[];
  is_on: boolean;
  created_at: Date;
  changed_at: Date;
  /** Fields that the shop took from 1C; until null: for ever. `is_everywhere`: of every product. */
  owners: { field: OwnedField; until: string | null; is_everywhere: boolean }[];
  /** Orders not yet handed over that hold it. */
  active_orders: number;
  /** With the orders of a year, which stand beside it (decision 578). */
  popularity: number;
  orders_in_year: number;
};

type Row = Omit<StaffProduct, 'description_html' | 'analogue_ids' | 'for_job_ids' | 'links'> & {
  description: string;
  description_html: string | null;
  linked: (LinkedProduct & { kind: 'analogue' | 'for_job' })[];
};

/** Active orders that hold the product, over `products p`. */
const activeOrdersSql = sql<number>`(select count(distinct o.id)::int from order_lines l join orders o on o.id = l.order_id
  where l.product_id = p.id and o.state in ('new', 'assembling', 'ready', 'in_delivery'))`;

/** null: there is none. `isLocked`: its row is held until the transaction ends. */
export async function readStaffProduct(db: Db, id: number, isLocked = false): Promise<StaffProduct | null> {
  return (await readStaffProducts(db, [id], isLocked)).get(id) ?? null;
}

/** The same of several, by id. */
export async function readStaffProducts(db: Db, ids: number[], isLocked = false): Promise<Map<number, StaffProduct>> {
  if (isLocked) await sql`select id from products where id = any(${ids}::int[]) order by id for update`.execute(db);
  const { rows } = await sql<Row>`
    select p.id, p.idcode, p.id_1c, p.model_id, p.name, p.slug, p.article, p.barcode, p.brand_id, b.name as brand,
      array(select pc.category_id from product_categories pc where pc.product_id = p.id
        order by pc.is_main desc, pc.category_id) as category_ids,
      (select coalesce(json_agg(json_build_object('id', c.id, 'code', c.code, 'name', c.name)
          order by pc.is_main desc, c.id), '[]')
        from product_categories pc join categories c on c.id = pc.category_id where pc.product_id = p.id) as categories,
      p.description, p.description_html, p.images, p.unit, p.base_unit, p.factor_base, p.factor_sales, p.step,
      p.min_count, p.max_count, p.package_count, p.pallet_count, p.weight_grams, p.vat_rate, p.specs,
      p.variant_label, p.variant_position, m.variant_name,
      (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'image', v.images[1],
          'is_on', v.switched_off_at is null, 'label', v.variant_label) order by v.variant_position, v.id), '[]')
        from products v where v.model_id = p.model_id and v.id <> p.id) as variants,
      p.successor_id,
      (select json_build_object('id', s.id, 'name', s.name, 'image', s.images[1], 'is_on', s.switched_off_at is null)
        from products s where s.id = p.successor_id) as successor,
      (select coalesce(json_agg(json_build_object('id', x.id, 'name', x.name, 'image', x.images[1],
          'is_on', x.switched_off_at is null, 'kind', l.kind) order by l.position, x.id), '[]')
        from product_links l join products x on x.id = l.linked_product_id where l.product_id = p.id) as linked,
      (select coalesce(json_agg(json_build_object('name', d.name, 'kind', d.kind, 'file', d.file,
          'size_bytes', d.size_bytes, 'issued_on', d.issued_on) order by d.position), '[]')
        from product_documents d where d.product_id = p.id) as documents,
      p.switched_off_at is null as is_on, p.created_at, p.changed_at,
      (select coalesce(json_agg(json_build_object('field', o.field, 'until', o.until,
          'is_everywhere', o.product_id is null) order by o.field), '[]')
        from field_owners o where ${sql.raw(ownsOf('p.id'))}) as owners,
      ${activeOrdersSql} as active_orders, p.popularity, p.orders_in_year
    from products p join models m on m.id = p.model_id left join brands b on b.id = p.brand_id
    where p.id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, staffProduct(row)]));
}

function staffProduct({ description, description_html, linked, ...product }: Row): StaffProduct {
  const idsOf = (kind: string) => linked.filter((one) => one.kind === kind).map((one) => one.id);
  return {
    ...product,
    description_html: description_html ?? paragraphsOf(description),
    analogue_ids: idsOf('analogue'),
    for_job_ids: idsOf('for_job'),
    links: linked.map(({ kind: _, ...one }) => one),
  };
}

/** Plain text as the editor of descriptions takes it. */
export function paragraphsOf(text: string): string {
  const escaped = text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);
  return escaped
    .split(/\n{2,}/)
    .filter((part) => part !== '')
    .map((part) => `<p>${part.replaceAll('\n', '<br />')}</p>`)
    .join('');
}

/** What a branch asks for the product and has of it. Kopecks and sales units. */
export type ProductInBranch = {
  department_id_1c: string;
  name: string;
  city: string;
  price: number | null;
  old_price: number | null;
  is_pinned: boolean;
  /** With the branch's points; null: nothing was ever said. */
  available: number | null;
};

/** By branch of the scope, the main one first. */
export async function productInBranches(
  db: Db,
  product_id: number,
  branches: string[] | null,
): Promise<ProductInBranch[]> {
  const { rows } = await sql<ProductInBranch>`
    select d.id_1c as department_id_1c, d.name_for_site as name, d.city, r.price, r.old_price,
      exists (select from price_pins k where k.product_id = ${product_id} and k.price_column = d.base_price
        and (k.until is null or k.until > now())) as is_pinned,
      (select sum(greatest(s.on_hand - s.reserved, 0))::int from departments x
        join stock s on s.store = x.store and s.product_id = ${product_id}
        where coalesce(x.branch_id_1c, x.id_1c) = d.id_1c) as available
    from departments d left join prices r on r.price_column = d.base_price and r.product_id = ${product_id}
    where d.branch_id_1c is null and (${branches}::text[] is null or d.id_1c = any(${branches}::text[]))
    order by d.is_main desc, d.position, d.id_1c`.execute(db);
  return rows;
}
