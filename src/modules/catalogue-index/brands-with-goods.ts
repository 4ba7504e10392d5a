import { cachedRead } from '#platform/cached-read.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { catalogueIndex } from './catalogue-index.ts';
import { countBrands } from './evaluate/count-brands.ts';

export type BrandCount = { slug: string; name: string; count: number; logo: string | null };

const selectBrands = preparedStatement<Omit<BrandCount, 'count'> & { id: number }>(
  'brands',
  'select id, slug, name, logo from brands order by name',
);

const brandsWithGoods = cachedRead<BrandCount[]>({
  name: 'brands',
  freshMs: 30_000,
  maxMs: 300_000,
  tags: ['catalogue'],
  whileFollowed: true,
  read: async (db) => {
    const [brands, counts] = await Promise.all([selectBrands(db, []), catalogueIndex(db).then(countBrands)]);
    return brands.flatMap(({ id, ...brand }) => {
      const count = counts.get(id);
      return count ? [{ ...brand, count }] : [];
    });
  },
});

/** Brands that have goods, by name in Russian order, with the number of cards. */
export function listBrands(db: Db): Promise<readonly BrandCount[]> {
  return brandsWithGoods(db);
}
