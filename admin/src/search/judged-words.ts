import { countOf } from '#shared/plurals.ts';
import type { FieldWords } from '../record/values.ts';

/** How well a product answers a query, the best first. */
export const gradeWords = [
  [3, 'то самое'],
  [2, 'подходит'],
  [1, 'сойдёт'],
] as const;

export const judgedWords: FieldWords = {
  words: 'Запрос',
  goods: {
    label: 'Товары, которые отвечают на запрос',
    show: (value) => (Array.isArray(value) ? countOf(value.length, 'товар', 'товара', 'товаров') : '—'),
  },
};
