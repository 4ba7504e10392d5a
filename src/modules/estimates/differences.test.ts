import { expect, test } from 'vitest';
import { plainUnit } from '#shared/unit-words.ts';
import { differencesOf } from './differences.ts';

const bag = {
  unit: 'меш.',
  shown_unit: plainUnit('меш.'),
  base_unit: 'кг',
  factor: [30, 1] as const,
  step: 1,
  min_count: 1,
  max_count: 999,
};
const differences = (name: string, product: string, amount: string | null = '5', unit: string | null = null) =>
  differencesOf({ name, amount, unit }, { ...bag, name: product }).map((words) => words.replaceAll('\u00a0', ' '));

test('[S2-26] a size, a mass or a count that is another is named with both', () => {
  expect(differences('Гипсокартон влагостойкий 12,5 мм', 'Гипсокартон влагостойкий 9,5 мм')).toEqual([
    'в списке 12,5 мм, у товара 9,5 мм',
  ]);
  expect(differences('Штукатурка гипсовая 30 кг', 'Штукатурка гипсовая ГИПСАР, 15 кг')).toEqual([
    'в списке 30 кг, у товара 15 кг',
  ]);
  expect(differences('Саморезы 3,5х35 мм', 'Саморезы 3,5 × 45 мм')).toEqual(['в списке 35 мм, у товара 45 мм']);
  expect(differences('саморезы 3,5х35', 'Саморезы 3,5 × 45 мм')).toEqual(['в списке 35, у товара 45 мм']);
  expect(differences('Плитка 30х60', 'Плитка настенная, 20 × 30 см')).toEqual(['в списке 60, у товара 20 см']);
  expect(differences('Профиль 50х50', 'Профиль 28 × 27')).toEqual(['в списке 50, у товара 28 и 27']);
});

test('[S2-26] a word or a number that the name of the product has not is named; endings and abbreviations are none', () => {
  expect(differences('Шпаклёвка финишная белая 20кг', 'Шпатлёвка полимерная финишная, 20 кг')).toEqual([
    'в названии товара нет: «белая»',
  ]);
  expect(differences('гклв 12.5мм', 'Гипсокартон влагостойкий, 12,5 мм')).toEqual([]);
  expect(differences('Плитка белая', 'Плитка настенная, цвет белый')).toEqual([]);
  expect(differences('Лампа Е27 теплая', 'Лампа светодиодная тёплая, E27')).toEqual([]);
  expect(differences('Ламинат 33 класс дуб', 'Ламинат 33 класса Дуб')).toEqual([]);
});

test('[S2-26] an amount that says nothing in the units of the product is named with what stands in its place', () => {
  expect(differences('Штукатурка гипсовая', 'Штукатурка гипсовая', '3', 'м3')).toEqual([
    '«3 м3» нельзя перевести в единицы товара: поставили наименьшее количество, 1 меш.',
  ]);
});
