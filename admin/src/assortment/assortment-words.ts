import { attributeTypeWords } from '#shared/attribute-types.ts';
import { countOf } from '#shared/plurals.ts';
import type { FieldWords } from '../record/values.ts';
import type { Brand } from './assortment-types.ts';

export const filterWords = { values: 'по значениям', range: 'диапазоном' } as const;

/** «12 товаров на сайте, 3 сняты с продажи». */
export function goodsWords({ goods_on: on, goods_off: off }: { goods_on: number; goods_off: number }): string {
  if (on + off === 0) return 'товаров нет';
  const shown = `${countOf(on, 'товар', 'товара', 'товаров')} на сайте`;
  return off > 0 ? `${shown}, ещё ${off} снято с продажи` : shown;
}

/** Fields as the forms and the journal call them; `menus` needs the branches' names. */
export const categoryWords = (branchNames: Record<string, string>): FieldWords => ({
  name: 'Название',
  short_name: 'Короткое название',
  code: 'Адрес страницы',
  description: 'Описание',
  is_on: 'На сайте',
  parent_id: 'Раздел выше',
  position: 'Место в разделе',
  menus: {
    label: 'В меню филиалов',
    show: (value) => ((value ?? []) as string[]).map((id) => branchNames[id] ?? id).join(', ') || 'ни в одном',
  },
});

export const attributeWords: FieldWords = {
  name: 'Название',
  unit: 'Единица',
  filter: {
    label: 'Фильтр',
    show: (value) => (value === null ? 'нет' : (filterWords[value as keyof typeof filterWords] ?? '—')),
  },
  group_name: 'Группа',
  position: 'Порядок',
  from: 'Объединены значения',
  into: 'В значение',
};

/** Changes of an attribute's type. */
export const attributeStateWords: FieldWords = {
  type: {
    label: 'Вид',
    show: (value) => attributeTypeWords[value as keyof typeof attributeTypeWords] ?? '—',
  },
  unit: 'Единица',
  filter: {
    label: 'Фильтр',
    show: (value) => (value === null ? 'нет' : (filterWords[value as keyof typeof filterWords] ?? '—')),
  },
  // By it the server finds what the values were.
  change: null,
};

export const brandWords: FieldWords = {
  name: 'Название',
  slug: 'Адрес страницы',
  country: 'Страна',
  description: 'Описание',
  logo: { label: 'Логотип', show: (value) => (value ? 'есть' : 'нет') },
  dealer: {
    label: 'Дилерство',
    show: (value) => {
      const dealer = value as Brand['dealer'];
      return dealer ? `${dealer.status}, с ${dealer.since}${dealer.until ? ` по ${dealer.until}` : ''}` : 'нет';
    },
  },
};

export const unitWords: FieldWords = {
  short: 'Сокращение',
  parts: 'Во сколько раз показанная больше продаваемой',
  is_counted_short: 'После числа сокращение',
  forms: 'Формы',
};

export const shortWords: FieldWords = {
  name: 'Название',
  code: 'Адрес страницы',
  category_id: 'Раздел',
  title: 'Заголовок в поиске',
  description: 'Описание в поиске',
  text: { label: 'Текст', show: (value) => (value ? 'есть' : 'нет') },
  faq: { label: 'Вопросы', show: (value) => String(((value ?? []) as unknown[]).length) },
  filters: {
    label: 'Фильтры',
    show: (value) =>
      Object.entries((value ?? {}) as Record<string, string[]>)
        .map(([key, values]) => `${key}: ${values.join(', ')}`)
        .join('; ') || 'нет',
  },
  position: 'Порядок',
};
