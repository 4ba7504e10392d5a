import type { Got } from '../parts/got.ts';
import type { FieldWords } from '../record/values.ts';

export type SetRow = Got<'/api/admin/ready-sets'>['items'][number];
export type ReadySet = Got<'/api/admin/ready-sets/{id}'>;
/** What stands in the form: how many sales units, or what was typed and is no number. */
export type SetProduct = { idcode: string; count: number | string | null };
export type SetLook = {
  goods: (Omit<SetRow['goods'][number], 'count'> & { unit: string })[];
  /** `sum`: kopecks, null where the set is not shown. */
  branches: { id_1c: string; name: string; sum: number | null; lacking: string[] }[];
};

/** Fields of a ready set, as the form and the journal call them. */
export const setWords: FieldWords = {
  name: 'Название',
  text: 'Описание',
  position: 'Место по порядку',
  is_on: 'Показывать покупателям',
  goods: {
    label: 'Состав',
    show: (value) =>
      Array.isArray(value) ? value.map(({ idcode, count }: SetProduct) => `${idcode} × ${count}`).join(', ') : '—',
  },
};
