import type { ListedCard, ProductCard } from '#modules/catalogue/card.ts';
import { categoryTree } from '#modules/catalogue/categories.ts';
import { productCards } from '#modules/catalogue/product-card.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { query } from '#modules/search/listing.ts';
import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { listed } from '#web/parts/goods/listed-card.ts';

type Chosen = { discounts: number[]; discounts_total: number; novelties: number[]; in_stock_total: number };

export type HomeLists = {
  discounts: { items: ListedCard[]; total: number };
  novelties: ListedCard[];
  /** Cards in stock in the branch. */
  in_stock_total: number;
};

const railLength = 5;

// Which products stand on the home page is asked of the whole assortment, so it is settled once in a while, not per
// page.
const choices = cachedRead<Chosen>({
  name: 'home_lists',
  freshMs: 20_000,
  maxMs: 300_000,
  tags: ['catalogue'],
  whileFollowed: true,
  read: (db, key) => choose(db, JSON.parse(key)),
});

/** The rails of the home page. Prices and stock of the cards are as they are now, hours as at `now`. */
export async function readHomeLists(db: Db, priceContext: PriceContext, now: Date): Promise<HomeLists> {
  const chosen = priceContext.planned
    ? await choose(db, priceContext)
    : await choices(db, JSON.stringify(priceContext));
  const cards = await productCards(db, priceContext, { ids: [...chosen.discounts, ...chosen.novelties] }, now);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const shown = (ids: number[]) =>
    ids
      .flatMap((id) => byId.get(id) ?? [])
      .filter((card) => card.is_on_sale_now)
      .map(listed);
  return {
    discounts: { items: shown(chosen.discounts), total: chosen.discounts_total },
    // The row says why they stand in it: that some sell well is told elsewhere.
    novelties: shown(chosen.novelties).map((card) => ({
      ...card,
      badges: card.badges.filter((badge) => badge !== 'hit'),
    })),
    in_stock_total: chosen.in_stock_total,
  };
}

async function choose(db: Db, priceContext: PriceContext): Promise<Chosen> {
  const list = (given: Partial<Listing>) => query(db, priceContext, Listing.parse({ limit: railLength, ...given }));
  const roots = await categoryTree(db);
  const [best, deepest, all_discounted, novelties] = await Promise.all([
    Promise.all(roots.map(({ code }) => list({ category: code, discounted: true, in_stock: true, limit: 1 }))),
    list({ discounted: true, in_stock: true, sort: 'discount' }),
    // As many as the page of promotions lists, where the number leads: what is sold out, too.
    list({ discounted: true, limit: 1 }),
    list({ in_stock: true, sort: 'new' }),
  ]);
  const ids = (items: ProductCard[]) => items.map((item) => item.id);
  return {
    discounts: ids(
      ofManyDepartments(
        best.flatMap(({ items }) => items),
        deepest.items,
      ),
    ),
    discounts_total: all_discounted.total,
    novelties: ids(novelties.items),
    in_stock_total: novelties.total,
  };
}

/**
 * The best-selling lowered product of each department, the largest saving first, so that the row is not five small
 * things of one percent; the deepest discounts fill the rest.
 */
function ofManyDepartments(best: ProductCard[], deepest: ProductCard[]): ProductCard[] {
  const saving = ({ price, old_price }: ProductCard) => (old_price ?? 0) - (price ?? 0);
  const ordered = [...best.toSorted((a, b) => saving(b) - saving(a)), ...deepest];
  return [...new Map(ordered.map((card) => [card.id, card])).values()].slice(0, railLength);
}
