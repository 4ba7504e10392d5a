import { expect, test } from 'vitest';
import type { Attribute } from './categories.ts';
import { isRepeated, specShortText } from './short-specs.ts';

const attribute = (name: string, more: Partial<Attribute> = {}) =>
  ({ name, type: 'number', unit: null, measure: null, ...more }) as Attribute;

test('a number that nothing measures is told with the name of its attribute', () => {
  expect(specShortText(attribute('Гнёзд'), 3)).toBe('Гнёзд:\u00a03');
  expect(specShortText(attribute('Размер', { type: 'enum' }), '9')).toBe('Размер:\u00a09');
  expect(specShortText(attribute('Вес', { unit: 'кг' }), 30)).toBe('30\u00a0кг');
  expect(specShortText(attribute('Расход на слой', { unit: 'л/м²' }), 0.09)).toBe('Расход\u00a00,09\u00a0л/м²');
  expect(specShortText(attribute('Расход при слое 10 мм', { unit: 'кг/м²' }), 8.5)).toBe(
    'Расход\u00a08,5\u00a0кг/м² при\u00a010\u00a0мм',
  );
  expect(specShortText(attribute('Класс', { type: 'enum' }), 'Класс 2')).toBe('Класс\u00a02');
  expect(specShortText(attribute('Цоколь', { type: 'enum' }), 'E27')).toBe('E27');
  expect(specShortText(attribute('Размер', { type: 'enum' }), '60×90')).toBe('60×90');
  expect(specShortText(attribute('Гнёзд'), undefined)).toBeNull();
});

test('a value that only repeats what was said, in whatever form of the word, is said again', () => {
  for (const [text, ...before] of [
    ['Чугун', '20\u00a0см', 'Чугунная'],
    ['Сталь', 'Стальная'],
    ['Стеклянный', 'Стекло'],
    ['20\u00a0см', '20\u00a0см'],
    ['Гипс', 'Гипсовая штукатурка'],
  ] as [string, ...string[]][])
    expect(isRepeated(text, before), text).toBe(true);
  for (const [text, ...before] of [
    ['Белый', 'Белоснежная'],
    ['20\u00a0мм', '20\u00a0см'],
    ['Чугун с эмалью', 'Чугунная'],
    ['Медь', 'Медленный'],
    ['Лак', 'Лаковая'],
    ['30\u00a0кг'],
  ] as [string, ...string[]][])
    expect(isRepeated(text, before), text).toBe(false);
});
