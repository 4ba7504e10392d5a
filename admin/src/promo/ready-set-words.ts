import { countOf } from '#shared/plurals.ts';
import type { Got } from '../parts/got.ts';
import type { FieldWords } from '../record/values.ts';

export type ReadySet = Got<'/api/admin/ready-sets/{id}'>;
export type SetLine = ReadySet['goods'][number];
/** A line as the form keeps it. */
export type WantedLine = { idcode: string; count: number | null | string };

/** Fields of a set, as the form and the journal call them. */
export const readySetWords: FieldWords = {
  slug: 'Код',
  name: 'Название',
  text: 'Текст',
  position: 'Место по порядку',
  goods: {
    label: 'Товары',
    show: (value) => {
      const lines = (Array.isArray(value) ? value : []) as WantedLine[];
      return lines.map(({ idcode, count }) => `${idcode} × ${count}`).join(', ') || '—';
    },
  },
};

/** «4 товара», with what keeps the set from being shown. */
export function goodsWords(goods: readonly SetLine[]): { count: string; problem: string | null } {
  const lost = goods.filter(({ is_on: isOn }) => !isOn).length;
  return {
    count: countOf(goods.length, 'товар', 'товара', 'товаров'),
    problem: lost > 0 ? `не показывается: ${countOf(lost, 'товар снят', 'товара сняты', 'товаров сняты')}` : null,
  };
}
