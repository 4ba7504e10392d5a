import type { Sort } from './listing-query.ts';

/** How each order of a list is called. */
export const sortNames: Record<Sort, string> = {
  relevance: 'По релевантности',
  popular: 'Популярные',
  price: 'Дешевле',
  '-price': 'Дороже',
  unit_price: 'По цене за единицу',
  rating: 'По рейтингу',
  new: 'Новинки',
  discount: 'По размеру скидки',
};
