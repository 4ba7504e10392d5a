import { Listing } from '#modules/catalogue/schema.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { query } from '#modules/search/listing.ts';
import type { Db } from '#platform/database.ts';
import type { MenuCategory } from '#web/parts/request/shell-menu.server.ts';
import type { MenuBrand } from '#web/parts/shell/static/catalog-panel.tsx';

/** As many as stand in the panel's right column. */
const mostBrands = 8;

/** The brands with the most goods of each root category of the menu, in the menu's order. */
export async function readMenuBrands(db: Db, priceContext: PriceContext, menu: MenuCategory[]): Promise<MenuBrand[][]> {
  const found: MenuBrand[][] = [];
  // One after another: together they would hold the process for as long as all of them take.
  for (const { code } of menu) {
    const { facets } = await query(db, priceContext, Listing.parse({ category: code, limit: 1 }));
    const values = facets.find((facet) => facet.code === 'brand')?.values ?? [];
    const named = values.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
    found.push(named.slice(0, mostBrands).map(({ id, value }) => ({ slug: id, name: value })));
  }
  return found;
}
