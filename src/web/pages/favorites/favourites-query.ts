import type { ProductCard } from '#modules/catalogue/card.ts';

/** How the list can be ordered; the first is as it was filled, newest first. */
export const favouriteSorts = {
  added: 'Сначала недавние',
  price: 'Сначала дешёвые',
  price_desc: 'Сначала дорогие',
  discount: 'По размеру скидки',
  name: 'По названию',
} as const;

export type FavouriteSort = keyof typeof favouriteSorts;

export type FavouritesQuery = {
  sort: FavouriteSort;
  category: string | null;
  in_stock: boolean;
  discounted: boolean;
};

export function readFavouritesQuery(query: URLSearchParams): FavouritesQuery {
  const sort = query.get('sort') ?? '';
  return {
    sort: Object.hasOwn(favouriteSorts, sort) ? (sort as FavouriteSort) : 'added',
    category: query.get('category') || null,
    in_stock: query.get('in_stock') === '1',
    discounted: query.get('discounted') === '1',
  };
}

/** Something of the list is left out. */
export function isNarrowed({ category, in_stock, discounted }: FavouritesQuery): boolean {
  return category !== null || in_stock || discounted;
}

type Listed = Pick<
  ProductCard,
  'name' | 'price' | 'buyer_price' | 'discount_percent' | 'category_code' | 'is_on_sale_now'
>;

/** The cards this filter lets through, in its order; what has no price stands last. */
export function filterFavourites<Card extends Listed>(cards: Card[], query: FavouritesQuery): Card[] {
  const shown = cards.filter(
    (card) =>
      (!query.in_stock || card.is_on_sale_now) &&
      (!query.discounted || card.discount_percent > 0) &&
      (!query.category || card.category_code === query.category),
  );
  const order = orders[query.sort];
  return order ? shown.toSorted(order) : shown;
}

const priceOf = ({ buyer_price, price }: Listed) => buyer_price ?? price;

const orders: Record<FavouriteSort, ((a: Listed, b: Listed) => number) | null> = {
  added: null,
  price: (a, b) => (priceOf(a) ?? Number.POSITIVE_INFINITY) - (priceOf(b) ?? Number.POSITIVE_INFINITY) || 0,
  price_desc: (a, b) => (priceOf(b) ?? -1) - (priceOf(a) ?? -1),
  discount: (a, b) => b.discount_percent - a.discount_percent,
  name: (a, b) => a.name.localeCompare(b.name, 'ru'),
};
