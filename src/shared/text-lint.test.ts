import { expect, test } from 'vitest';
import { plantedDefects } from '#test/support/planted-defects.ts';
import { doubtsIn, rawPlaceholders } from './text-lint.ts';

const rules = (text: string, towns: string[] = []) => doubtsIn(text, towns).map(({ rule }) => rule);

test('a well written paragraph raises no doubt', () => {
  const text =
    'Храним заказ 3 рабочих дня. Доставка в Вологде — завтра, в Вологду из Череповца — за 2 дня; плитка 30 × 60 см, 5–7 мм.';
  expect(rules(text, ['Вологда', 'Череповец'])).toEqual([]);
});

test('a placeholder that was left, a town in the nominative and a wrong plural are each found with their words', () => {
  expect(doubtsIn('Купить в {city} за %price%: 22 лист', [])).toEqual([
    { rule: 'осталась заготовка', words: '{city}' },
    { rule: 'осталась заготовка', words: '%price%' },
    { rule: 'число и слово: 22 листа', words: '22 лист' },
  ]);
  expect(rules('Это 22 лист'), '«Это» ends as a preposition is written').toEqual(['число и слово: 22 листа']);
  expect(rules('От 22 листов, о 22 листах')).toEqual([]);
  expect(doubtsIn('Доставка в Вологда и по Вологда', ['Вологда'])).toEqual([
    { rule: 'падеж: нужно «Вологде» или «Вологду»', words: 'в Вологда' },
    { rule: 'падеж: нужно «Вологде»', words: 'по Вологда' },
  ]);
  expect(rules('Везём в Череповец, из Череповец', ['Череповец'])).toEqual(['падеж: нужно «Череповца»']);
});

test('typography and words of offices are found by the rules of the project’s own texts', () => {
  expect(rules('Доставка осуществляется - быстро!')).toEqual([
    'не пишем так; лучше глагол дела: «доставляем», «оплатите»',
    'между словами ставим —',
    'восклицательный знак',
  ]);
  expect(rules('Еще "дешевле" на 5%')).toEqual([
    'пишем через «ё»',
    'прямые кавычки',
    'прямые кавычки',
    'между числом и единицей нужен пробел',
  ]);
  expect(rawPlaceholders('<p>Здравствуйте, {{name}}</p> {}')).toEqual(['{{name}}', '{}']);
});

test('the words around a doubt are whole', () => {
  const text = 'Храним заказ пять рабочих дней в Вологде - бесплатно, и потом ещё немного за небольшие деньги';
  expect(doubtsIn(text)).toEqual([
    { rule: 'между словами ставим —', words: '… рабочих дней в Вологде - бесплатно, и потом ещё …' },
  ]);
});

test.each(plantedDefects)('a planted defect is found: %s', (text, rule) => {
  expect(rules(text, ['Вологда', 'Череповец'])).toContainEqual(expect.stringMatching(new RegExp(`^${rule}`)));
});

test('a hundred defects are planted, none twice', () => {
  expect(new Set(plantedDefects.map(([text]) => text)).size).toBe(100);
});
