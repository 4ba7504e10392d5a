import { sql } from 'kysely';
import { linkUploads } from '#modules/uploads/uploads.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { plural } from '#shared/plurals.ts';
import { type OwnedField, ownedBy, rowFields } from '#shared/product-fields.ts';
import { slugOf } from '#shared/transliterate.ts';
import { takeFields } from './field-owners.ts';
import type { NewProduct, ProductChange } from './product-schema.ts';
import { deriveProducts } from './product-words.ts';
import { refreshQuality } from './quality.ts';
import { readDescriptions } from './read-descriptions.ts';
import { saveDocuments, saveLinks, savePlaces } from './save-product-parts.ts';
import { readStaffProduct, type StaffProduct } from './staff-product.ts';

const unitFields = ['unit', 'base_unit', 'factor_base', 'factor_sales'] as const;
const foundBy = ['name', 'article', 'barcode', 'brand_id', 'category_ids', 'specs'] as const;

/**
 * Changes a product; fields of 1C become the shop's with it. Under a new slug the old address leads to the new one.
 * `before`: the record, locked. Returns the fields that became the shop's. Throws bad_input with what is wrong by
 * field, in Russian. Call in a transaction.
 */
export async function saveProduct(
  db: Db,
  before: StaffProduct,
  change: ProductChange,
  now = new Date(),
): Promise<OwnedField[]> {
  const taken = await writeProduct(db, before, change, now);
  await followWritten(db, [before.id]);
  return taken;
}

/** The same for whoever changes many: `followWritten` is called once for all of them. */
export async function writeProduct(
  db: Db,
  before: StaffProduct,
  change: ProductChange,
  now = new Date(),
): Promise<OwnedField[]> {
  const { id } = before;
  await refuseProblems(db, before, change);
  const row = Object.fromEntries(rowFields.flatMap((name) => (name in change ? [[name, change[name]]] : [])));
  const texts =
    change.description_html === undefined ? {} : readDescriptions({ description: '', html: change.description_html });
  await db
    .updateTable('products')
    .set({
      ...row,
      ...texts,
      ...(change.specs && { specs: JSON.stringify(filled(change.specs)) }),
      ...(change.is_on !== undefined &&
        change.is_on !== before.is_on && { switched_off_at: change.is_on ? null : now }),
      changed_at: now,
    })
    .where('id', '=', id)
    .execute();
  if (change.slug !== undefined && change.slug !== before.slug) await leaveAddress(db, id, before.slug, change.slug);
  if (change.category_ids) await savePlaces(db, id, change.category_ids);
  if (change.analogue_ids) await saveLinks(db, id, 'analogue', change.analogue_ids);
  if (change.for_job_ids) await saveLinks(db, id, 'for_job', change.for_job_ids);
  if (change.documents) await saveDocuments(db, id, change.documents);
  if (change.factor_base !== undefined || change.factor_sales !== undefined) await recountStock(db, id);
  await linkUploads(db, [...(change.images ?? []), ...(change.documents ?? []).map(({ file }) => file)], now);
  if (foundBy.some((name) => name in change)) await deriveProducts(db, [id]);
  const taken = Object.keys(change).flatMap((name) => ownedBy(name) ?? []);
  if (before.id_1c === null || taken.length === 0) return [];
  return takeFields(db, { product_id: id, fields: [...new Set(taken)], until: null });
}

/** After `writeProduct`, of all goods at once: their quality, and word to every process. */
export async function followWritten(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await refreshQuality(db, ids);
  await invalidate(
    db,
    ids.map((id) => `product:${id}` as const),
  );
}

/**
 * A product of the shop's own, switched off until it is ready. Throws bad_input. Call in a transaction. Returns its id.
 */
export async function createProduct(db: Db, input: NewProduct, now = new Date()): Promise<{ id: number }> {
  const { category_id, variant_of, ...columns } = input;
  const of = variant_of === null ? null : await readStaffProduct(db, variant_of);
  if (variant_of !== null && !of) throw new Refusal('bad_input', { fields: { variant_of: 'Такого товара нет' } });
  const model_id = of?.model_id ?? (await createModel(db, input.name));
  const { rows } = await sql<{
    id: number;
  }>`select nextval(pg_get_serial_sequence('products', 'id'))::int as id`.execute(db);
  const id = rows[0]?.id ?? 0;
  const slug = await freeSlug(db, slugOf(input.name).slice(0, 120).replace(/-$/, '') || 'tovar', id);
  await sql`
    insert into products (id, idcode, model_id, slug, name, article, barcode, brand_id, unit, base_unit, vat_rate,
      variant_label, variant_position, switched_off_at, changed_at)
    overriding system value
    values (${id}, ${await freeCode(db, id)}, ${model_id}, ${slug}, ${columns.name}, ${columns.article},
      ${columns.barcode}, ${columns.brand_id}, ${columns.unit}, ${columns.unit}, ${columns.vat_rate},
      ${columns.variant_label}, ${(of?.variants.length ?? -1) + 1}, ${now}, ${now})`.execute(db);
  await savePlaces(db, id, [category_id]);
  await deriveProducts(db, [id]);
  await refreshQuality(db, [id]);
  await invalidate(db, [`product:${id}`]);
  return { id };
}

async function createModel(db: Db, name: string): Promise<number> {
  const { id } = await db.insertInto('models').values({ name }).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function refuseProblems(db: Db, before: StaffProduct, change: ProductChange): Promise<void> {
  const fields: Record<string, string> = {};
  const after = { ...before, ...change };
  if (change.slug !== undefined && change.slug !== before.slug) {
    const owner = await slugOwner(db, change.slug, before.id);
    if (owner !== null) fields.slug = `Адрес занят товаром «${owner}»`;
  }
  const unit = unitProblem(before, change);
  if (unit !== null) fields.unit = unit;
  if (after.min_count % after.step !== 0)
    fields.min_count = `Наименьшее количество должно делиться на шаг ${after.step}`;
  if (after.max_count < after.min_count) fields.max_count = 'Наибольшее количество меньше наименьшего';
  if (change.successor_id === before.id) fields.successor_id = 'Товар не заменяют им самим';
  for (const name of ['analogue_ids', 'for_job_ids'] as const)
    if (change[name]?.includes(before.id)) fields[name] = 'Товар не связывают с ним самим';
  if (change.analogue_ids && (await isReplacedByThis(db, before, change.analogue_ids)))
    fields.analogue_ids = 'Среди аналогов товар, вместо которого уже предлагают этот';
  // The log of changes keeps the beginning of a long text only: it is not put back from there.
  if (/… \(\d+ знаков\)$/.test(change.description_html ?? '')) throw new Refusal('not_undoable');
  Object.assign(fields, await unknownIds(db, change), await specProblems(db, change.specs));
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
}

/** Whether a product that is newly named as an analogue was itself replaced by this one: that leads in a circle. */
async function isReplacedByThis(db: Db, { id, analogue_ids }: StaffProduct, named: number[]): Promise<boolean> {
  const added = named.filter((other) => !analogue_ids.includes(other));
  if (added.length === 0) return false;
  const { rows } = await sql`
    select from products where id = any(${added}::int[]) and successor_id = ${id} limit 1`.execute(db);
  return rows.length > 0;
}

/** Why the units of a product may not become these, in Russian; null: they may. */
export function unitProblem(
  before: Pick<StaffProduct, (typeof unitFields)[number] | 'id_1c' | 'active_orders'>,
  change: ProductChange,
): string | null {
  const isRecounted = unitFields.some((name) => change[name] !== undefined && change[name] !== before[name]);
  if (!isRecounted) return null;
  if (before.id_1c !== null) return 'Единицы этого товара ведёт 1С';
  if (before.active_orders === 0) return null;
  const orders = `${before.active_orders} ${plural(before.active_orders, 'заказ', 'заказа', 'заказов')}`;
  return `Единицы и коэффициент нельзя менять: ${orders} в работе`;
}

async function unknownIds(db: Db, change: ProductChange): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  const { brand_id, category_ids } = change;
  if (brand_id && !(await db.selectFrom('brands').select('id').where('id', '=', brand_id).executeTakeFirst()))
    fields.brand_id = 'Такого бренда нет';
  if (category_ids) {
    const ids = [...new Set(category_ids)];
    const found = await db
      .selectFrom('categories')
      .select('id')
      .where('id', 'in', [0, ...ids])
      .execute();
    if (found.length < ids.length) fields.category_ids = 'Такой категории нет';
    else if (ids.length === 0) fields.category_ids = 'Выберите категорию';
  }
  for (const name of ['analogue_ids', 'for_job_ids', 'successor_id'] as const) {
    const ids = [...new Set([change[name] ?? []].flat())];
    if (ids.length === 0) continue;
    const found = await db.selectFrom('products').select('id').where('id', 'in', ids).execute();
    if (found.length < ids.length) fields[name] = 'Такого товара нет';
  }
  return fields;
}

async function specProblems(db: Db, specs: ProductChange['specs']): Promise<Record<string, string>> {
  const codes = Object.keys(specs ?? {});
  if (codes.length === 0) return {};
  // Shared until the end: no attribute becomes another type between this check and the values that it lets pass.
  const known = await db
    .selectFrom('attributes')
    .select(['code', 'type', 'name'])
    .where('code', 'in', codes)
    .orderBy('id')
    .forShare()
    .execute();
  const fields: Record<string, string> = {};
  for (const code of codes) {
    const attribute = known.find((one) => one.code === code);
    const value = specs?.[code];
    if (!attribute) fields[`specs.${code}`] = 'Такого свойства нет';
    else if (value === '') continue;
    else if (attribute.type === 'number' && typeof value !== 'number')
      fields[`specs.${code}`] = `«${attribute.name}» — число`;
    else if (attribute.type === 'boolean' && typeof value !== 'boolean')
      fields[`specs.${code}`] = `«${attribute.name}» — да или нет`;
    else if ((attribute.type === 'text' || attribute.type === 'enum') && typeof value !== 'string')
      fields[`specs.${code}`] = `«${attribute.name}» — текст`;
  }
  return fields;
}

function filled(specs: NonNullable<ProductChange['specs']>): NonNullable<ProductChange['specs']> {
  return Object.fromEntries(Object.entries(specs).filter(([, value]) => value !== ''));
}

/** The old address leads to the product from now on, and its present one leads nowhere else. */
async function leaveAddress(db: Db, product_id: number, from: string, to: string): Promise<void> {
  await sql`delete from product_former_slugs where slug = ${to} and product_id = ${product_id}`.execute(db);
  await sql`
    insert into product_former_slugs (slug, product_id) values (${from}, ${product_id})
    on conflict (slug) do update set product_id = excluded.product_id`.execute(db);
}

/** Name of another product that has this address, or had it; null: nobody. */
async function slugOwner(db: Db, slug: string, product_id: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select p.name from products p where p.slug = ${slug} and p.id <> ${product_id}
    union all
    select p.name from product_former_slugs f join products p on p.id = f.product_id
    where f.slug = ${slug} and p.id <> ${product_id} limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

async function freeSlug(db: Db, wish: string, id: number): Promise<string> {
  return (await slugOwner(db, wish, id)) === null ? wish : `${wish}-${id}`;
}

async function freeCode(db: Db, id: number): Promise<string> {
  let code = String(id);
  while (await db.selectFrom('products').select('id').where('idcode', '=', code).executeTakeFirst()) code += '-1';
  return code;
}

/** What lies in the stores stays the same in base units. */
async function recountStock(db: Db, product_id: number): Promise<void> {
  await sql`
    update stock s set on_hand = floor(s.on_hand_base * p.factor_sales / p.factor_base)::int
    from products p where p.id = s.product_id and p.id = ${product_id}`.execute(db);
}
