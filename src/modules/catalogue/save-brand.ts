import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { isSlug } from '#shared/listing-query.ts';

export type BrandInput = {
  slug: string;
  name: string;
  country?: string | null;
  description?: string | null;
  logo?: string | null;
};

/** The paper by which the shop is a brand's dealer; dates 'YYYY-MM-DD', both days included. */
export type Dealership = { status: string; file?: string | null; since: string; until?: string | null };

/** A brand as staff see it. */
export type StaffBrand = {
  id: number;
  slug: string;
  name: string;
  country: string | null;
  description: string | null;
  logo: string | null;
  dealer: { status: string; file: string | null; since: string; until: string | null } | null;
  /** Goods of it on sale, and switched off. */
  goods_on: number;
  goods_off: number;
};

export async function listStaffBrands(db: Db): Promise<StaffBrand[]> {
  const { rows } = await sql<StaffBrand>`
    select b.id, b.slug, b.name, b.country, b.description, b.logo,
      case when d.brand_id is not null then jsonb_build_object('status', d.status, 'file', d.file,
        'since', d.since, 'until', d.until) end as dealer,
      coalesce(g.goods_on, 0)::int as goods_on, coalesce(g.goods_off, 0)::int as goods_off
    from brands b
    left join brand_dealerships d on d.brand_id = b.id
    left join (
      select brand_id, count(*) filter (where switched_off_at is null) as goods_on,
        count(*) filter (where switched_off_at is not null) as goods_off
      from products group by brand_id
    ) g on g.brand_id = b.id
    order by b.name, b.id`.execute(db);
  return rows;
}

/** null: there is none. */
export async function readStaffBrand(db: Db, id: number, isLocked = false): Promise<StaffBrand | null> {
  if (isLocked) await db.selectFrom('brands').select('id').where('id', '=', id).forUpdate().execute();
  return (await listStaffBrands(db)).find((brand) => brand.id === id) ?? null;
}

/** A new brand. Throws bad_input for an unfit or taken slug or name. */
export async function createBrand(db: Db, input: BrandInput, now = new Date()): Promise<{ id: number }> {
  refuseProblems(input);
  const taken = await sql`
    select from brands where slug = ${input.slug} or name = ${input.name}
    union all select from brand_former_slugs where slug = ${input.slug}`.execute(db);
  if (taken.rows.length > 0) throw new Refusal('bad_input', { fields: { slug: 'Такой бренд уже есть' } });
  const brand = await db
    .insertInto('brands')
    .values({ ...input, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await invalidate(db, ['content', 'catalogue']);
  return brand;
}

async function refuseTaken(db: Db, id: number, { slug, name }: Partial<BrandInput>): Promise<void> {
  const { rows } = await sql<{ field: string }>`
    select 'name' as field from brands where name = ${name ?? null} and id <> ${id}
    union all select 'slug' from brands where slug = ${slug ?? null} and id <> ${id}
    union all select 'slug' from brand_former_slugs where slug = ${slug ?? null} and brand_id <> ${id}`.execute(db);
  if (rows.length === 0) return;
  const taken = { name: 'Бренд с таким названием уже есть', slug: 'Адрес занят другим брендом' };
  const fields = Object.fromEntries(rows.map(({ field }) => [field, taken[field as keyof typeof taken]]));
  throw new Refusal('bad_input', { fields });
}

/** Changes a brand; under a new slug the old address leads to the new one (301). Throws not_found, bad_input. */
export async function changeBrand(db: Db, slug: string, change: Partial<BrandInput>, now = new Date()): Promise<void> {
  const before = await db
    .selectFrom('brands')
    .select(['id', 'name'])
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new Refusal('not_found');
  refuseProblems({ name: before.name, slug, ...change });
  await refuseTaken(db, before.id, change);
  if (change.slug !== undefined && change.slug !== slug) {
    await sql`delete from brand_former_slugs where slug = ${change.slug} and brand_id = ${before.id}`.execute(db);
    await sql`
      insert into brand_former_slugs (slug, brand_id) values (${slug}, ${before.id})
      on conflict (slug) do update set brand_id = excluded.brand_id`.execute(db);
  }
  await db
    .updateTable('brands')
    .set({ ...change, changed_at: now })
    .where('id', '=', before.id)
    .execute();
  await invalidate(db, ['content', 'catalogue']);
}

/** Says by which paper the shop is the brand's dealer, or, with null, that it is none any more. Throws not_found. */
export async function setDealership(
  db: Db,
  slug: string,
  dealership: Dealership | null,
  now = new Date(),
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update brands set changed_at = ${now} where slug = ${slug} returning id`.execute(db);
  const brand_id = rows[0]?.id;
  if (brand_id === undefined) throw new Refusal('not_found');
  await sql`delete from brand_dealerships where brand_id = ${brand_id}`.execute(db);
  if (dealership)
    await db
      .insertInto('brand_dealerships')
      .values({ brand_id, ...dealership })
      .execute();
  await invalidate(db, ['content', 'catalogue']);
}

function refuseProblems({ slug, name }: Pick<BrandInput, 'slug' | 'name'>) {
  const fields: Record<string, string> = {};
  if (!isSlug(slug)) fields.slug = 'Адрес — латинские буквы, цифры и дефисы';
  if (name.trim() === '') fields.name = 'Обязательно для заполнения';
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
}
