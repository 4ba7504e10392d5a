import { type Db, preparedStatement } from '#platform/database.ts';
import { keepCopies } from '#platform/kept-copies.ts';
import { isSlug } from './schema.ts';

export type Brand = { id: number; slug: string; name: string; country: string | null; description: string | null };

const selectBrand = preparedStatement<Brand>(
  'brand',
  'select id, slug, name, country, description from brands where slug = $1::text',
);
export type BrandCount = { slug: string; name: string; count: number };

const selectBrands = preparedStatement<BrandCount>(
  'brands',
  `select b.slug, b.name, count(distinct p.model_id)::int as count
  from brands b join products p on p.brand_id = b.id and p.switched_off_at is null
  group by b.id order by b.name`,
);

export async function getBrand(db: Db, slug: string): Promise<Brand | null> {
  if (!isSlug(slug)) return null;
  const [brand] = await selectBrand(db, [slug]);
  return brand ?? null;
}

const brandsWithGoods = keepCopies<BrandCount[]>({
  freshMs: 30_000,
  maxMs: 300_000,
  tags: ['catalogue'],
  whileFollowed: true,
  read: (db) => selectBrands(db, []),
});

/** Brands that have goods, by name in Russian order, with the number of cards. */
export function listBrands(db: Db): Promise<readonly BrandCount[]> {
  return brandsWithGoods(db);
}
