import { listLimits } from '#shared/constants.ts';
import { plural } from '#shared/plurals.ts';

/** At the limit nothing is dropped silently: the list says that it is full. */
export const fullWords = {
  favourites: `Список заполнен: в избранном не больше ${listLimits.favourites} ${goods(listLimits.favourites)}`,
  compare: `Список заполнен: сравниваем не больше ${listLimits.compare} ${goods(listLimits.compare)}`,
} as const;

function goods(most: number): string {
  return plural(most, 'товара', 'товаров', 'товаров');
}
