import { loadTree } from '#modules/catalogue/categories.ts';
import { cachedRead } from '#platform/cached-read.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { catalogueIndex } from './catalogue-index.ts';
import { countBrands } from './evaluate/count-brands.ts';

/** `root`: the root category where most of its goods lie. */
export type BrandCount = {
  slug: string;
  name: string;
  count: number;
  root: { code: string; name: string } | null;
  logo: string | null;
};

const selectBrands = preparedStatement<Omit<BrandCount, 'count' | 'root'> & { id: number }>(
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
    const [brands, index, tree] = await Promise.all([selectBrands(db, []), catalogueIndex(db), loadTree(db)]);
    const goods = countBrands(index, tree);
    return brands.flatMap(({ id, ...brand }) => {
      const own = goods.get(id);
      const root = own?.root ? { code: own.root.code, name: own.root.name } : null;
      return own ? [{ ...brand, count: own.count, root }] : [];
    });
  },
});

/** Brands that have goods, by name in Russian order, with the number of cards. */
export function listBrands(db: Db): Promise<readonly BrandCount[]> {
  return brandsWithGoods(db);
}
