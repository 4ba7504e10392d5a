/**
 * What a well described product has. `place`: the part of its page where it is mended, `?…` a tab of it, `/…` another
 * page of the office.
 */
export type QualityRule = { key: QualityKey; points: number; words: string; place: string };

export const qualityKeys = [
  ...(['photo', 'description', 'attributes', 'weight', 'unit', 'price', 'analogue'] as const),
];
export type QualityKey = (typeof qualityKeys)[number];

/**
 * The rules of the score, 100 points in all; how each is judged stands in `quality.ts` under the same key. For
 * attributes a part of the points is given.
 */
export const qualityRules: QualityRule[] = [
  { key: 'photo', points: 25, words: 'Изображение', place: 'product-images' },
  { key: 'description', points: 15, words: 'Описание от 200 знаков', place: 'product-description' },
  { key: 'attributes', points: 25, words: 'Свойства, обычные для раздела', place: 'product-specs' },
  { key: 'weight', points: 10, words: 'Вес', place: 'product-weight' },
  { key: 'unit', points: 5, words: 'Единица, описанная в «Единицах»', place: '/catalogue/units' },
  { key: 'price', points: 15, words: 'Цена во всех филиалах, где он есть', place: '/prices' },
  { key: 'analogue', points: 5, words: 'Аналог', place: '?tab=links' },
];

/** Below this a product stands among those to be described better. */
export const lowQuality = 70;
