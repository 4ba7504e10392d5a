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
    show: (value) => (Array.isArray(value) ? countsByGrade(value) : '—'),
  },
};

/** «то самое: 2, сойдёт: 1» */
function countsByGrade(goods: { grade: number }[]): string {
  const counts = gradeWords.flatMap(([grade, words]) => {
    const count = goods.filter((one) => one.grade === grade).length;
    return count > 0 ? [`${words}: ${count}`] : [];
  });
  return counts.join(', ') || 'нет';
}
