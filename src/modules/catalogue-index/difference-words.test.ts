import { expect, test } from 'vitest';
import type { Attribute } from '#modules/catalogue/categories.ts';
import { differenceWords } from './difference-words.ts';

function attribute(code: string, name: string, type: Attribute['type'], unit: string | null = null): Attribute {
  return { id: 1, code, name, type, unit, filter: 'values', group_name: '', card_position: null, position: 1 };
}

const attributes = [
  attribute('shirina', 'Ширина', 'number', 'м'),
  attribute('rashod', 'Расход при слое 10 мм', 'number', 'кг/м²'),
  attribute('risunok', 'Рисунок', 'enum'),
  attribute('cvet', 'Цвет', 'enum'),
  attribute('klass', 'Класс', 'enum'),
  attribute('razmer', 'Размер коробки', 'text', 'мм'),
  attribute('ulica', 'Можно на улице', 'boolean'),
];

test.for([
  [{ shirina: 3 }, { shirina: 4 }, 'шире на\u00a01\u00a0м'],
  [{ shirina: 3.5 }, { shirina: '3' }, 'уже на\u00a00,5\u00a0м'],
  [{ rashod: 8.1 }, { rashod: 9 }, 'расход 9\u00a0кг/м² вместо\u00a08,1'],
  [{ risunok: 'Плитка' }, { risunok: 'Доска' }, 'доска, а\u00a0не\u00a0плитка'],
  [{ cvet: 'Жёлтый' }, { cvet: 'Синий' }, 'цвет: синий вместо\u00a0жёлтого'],
  [{ cvet: 'Синий' }, { cvet: 'Тёмно-серый' }, 'цвет: тёмно-серый вместо\u00a0синего'],
  [{ cvet: 'Хром' }, { cvet: 'Белый' }, 'цвет: белый, а\u00a0не\u00a0хром'],
  [{ klass: '32' }, { klass: '33' }, 'класс 33 вместо\u00a032'],
  [{ razmer: '10×20' }, { razmer: '10×30' }, 'размер коробки 10×30\u00a0мм вместо\u00a010×20\u00a0мм'],
  [{ ulica: false }, { ulica: true }, 'можно на улице'],
  [{ ulica: true }, { ulica: false }, 'можно на улице: нет'],
] as const)('what differs is said as people say it: %s and %s', ([own, other, words]) => {
  expect(differenceWords(attributes, own, other)).toEqual([words]);
});

test('what is the same, or known of one of the two alone, is not said', () => {
  expect(differenceWords(attributes, { shirina: 3, klass: '32' }, { shirina: '3', risunok: 'Доска' })).toEqual([]);
});

test('what cards say comes first; what only filters ask for is said where cards say the same, and once', () => {
  const strength = { ...attribute('prochnost', 'Прочность', 'number', 'МПа'), card_position: null };
  const weight = { ...attribute('ves', 'Вес', 'number', 'кг'), card_position: 2 };
  const base = { ...attribute('osnova', 'Основа', 'enum'), card_position: 1 };
  const shade = { ...attribute('cvet', 'Цвет', 'enum'), card_position: 9 };
  const all = [strength, attribute('klass', 'Класс', 'enum'), weight, shade, base];
  const own = { prochnost: 3, klass: '1', ves: 30, osnova: 'Гипс' };
  expect(differenceWords(all, own, { prochnost: 4, klass: '2', ves: 5, osnova: 'Цемент' })).toEqual([
    'цемент, а\u00a0не\u00a0гипс',
    'вес 5\u00a0кг вместо\u00a030',
  ]);
  expect(differenceWords(all, { ...own, cvet: 'Белый' }, { ...own, ves: 5, cvet: 'Серый' }), 'colour first').toEqual([
    'цвет: серый вместо\u00a0белого',
    'вес 5\u00a0кг вместо\u00a030',
  ]);
  const unseen = all.map((one) => (one === shade ? { ...shade, card_position: null } : one));
  const grey = { ...own, ves: 5, cvet: 'Серый' };
  expect(differenceWords(unseen, { ...own, cvet: 'Белый' }, grey), 'also where cards do not say it').toEqual([
    'цвет: серый вместо\u00a0белого',
    'вес 5\u00a0кг вместо\u00a030',
  ]);
  expect(differenceWords(all, own, { ...own, prochnost: 4, klass: '2' })).toEqual([
    'прочность 4\u00a0МПа вместо\u00a03',
  ]);
});
