import { listLimits } from '#shared/constants.ts';

/** At the limit nothing is dropped silently: the list says that it is full. */
export const fullWords = {
  favourites: `Список заполнен: в избранном не больше ${listLimits.favourites} товаров`,
  compare: `Список заполнен: сравниваем не больше ${listLimits.compare} товаров`,
} as const;
