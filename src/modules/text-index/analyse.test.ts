import { expect, test } from 'vitest';
import { tokensOf, wordTerm } from './analyse.ts';
import { keyOf } from './hashes.ts';
import { inOtherLayout, soundOf } from './sounds.ts';

/** Both are found by the first term of one of them. */
function meet(one: string, other: string): boolean {
  const [a, b] = [tokensOf(one), tokensOf(other)];
  return a.length === b.length && a.every((token, at) => token.terms.some((term) => b[at]!.terms.includes(term)));
}

test('[S2-14] a size is the same with any sign between, a decimal comma or a dot', () => {
  for (const size of ['3,5x35', '3.5х35', '3,5*35', '3,5 × 35', '3.5 на 35'])
    expect(tokensOf(size)[0]!.terms[0], size).toBe('3.5x35');
  expect(tokensOf('600 на 600')[0]!.terms[0]).toBe('600x600');
});

test('[S2-14] a number with its unit is one thing however it is written, and in any unit of the kind', () => {
  for (const [one, other] of [
    ['25кг', '25 килограмм'],
    ['25 кг', '25000 г'],
    ['0,5 л', '500 мл'],
    ['50 мм', '5 см'],
    ['2,2 м', '220 см'],
    ['60 × 60 см', '600х600 мм'],
    ['1/2"', '1/2 дюйма'],
    ['1 1/4″', '1 1/4 дюйм'],
    ['18В', '18 вольт'],
    ['2 квт', '2000 Вт'],
    ['9,02 м²', '9.02 кв.м'],
    ['100 шт.', '100 штук'],
  ] as const)
    expect(meet(one, other), `${one} = ${other}`).toBe(true);
  expect(meet('25 кг', '25 л'), 'with the unit another thing').toBe(true);
  expect(tokensOf('25 кг')[0]!.terms[0]).not.toBe(tokensOf('25 л')[0]!.terms[0]);
});

test('[S2-14] a code is the same in either alphabet, with a hyphen or without', () => {
  for (const [one, other] of [
    ['М-300', 'm300'],
    ['E27', 'Е27'],
    ['ПФ-115', 'пф115'],
    ['M8', 'М8'],
    ['B3,5', 'в3.5'],
  ] as const)
    expect(tokensOf(one)[0]!.terms[0], `${one} = ${other}`).toBe(tokensOf(other)[0]!.terms[0]);
  expect(tokensOf('Анкер M12 × 120 мм')[1]!.terms).toEqual(expect.arrayContaining(['12x120', 'м12', '=120mm']));
});

test('[S2-14] sizes with fractions, in lists and behind a letter are read whole, as names of 1C write them', () => {
  const terms = (text: string) => tokensOf(text).flatMap((token) => token.terms);
  expect(terms('110/110/45')).toEqual(expect.arrayContaining(['110x110x45', '110x110', '110x45', '110', '45']));
  expect(terms('25*1/2')).toEqual(['25x1/2', '25', '1/2']);
  expect(terms('d40х1 1/4')).toEqual(expect.arrayContaining(['40x1 1/4', 'd40', '=40mm', '40', '1 1/4']));
  expect(terms('S25*3/4F')).toEqual(expect.arrayContaining(['25x3/4', 's25', '25', '3/4']));
  expect(terms('1 1/2F*1 1/4F')).toEqual(expect.arrayContaining(['1 1/2x1 1/4', '1 1/2', '1 1/4']));
  expect(terms('S25*1М'), 'a thread is no metre').not.toContain('=1000mm');
  expect(terms('накл.500х500х180')).toEqual(expect.arrayContaining(['500x500', '180']));
  expect(terms('25 1/2'), 'a number and a fraction').toEqual(['25', '1/2']);
  expect(terms('сорт 4/4')).toContain('4/4');
  expect(terms('кабель ВВГ3х2,5')).toEqual(expect.arrayContaining(['3x2.5', 'ввг']));
  for (const diameter of ['d110', 'D 110', 'Ø110', 'ф 110', 'Ду 110', 'DN110'])
    expect(terms(diameter), diameter).toEqual(expect.arrayContaining(['d110', '=110mm', '110']));
});

test('[S2-14] ё is е, ь and ъ may be left out, a foreign letter that looks the same is a slip', () => {
  expect(wordTerm('шпатлёвка')).toBe(wordTerm('шпатлевка'));
  expect(wordTerm('обьем')).toBe(wordTerm('объём'));
  expect(wordTerm('крaска')).toBe(wordTerm('краска')); // Latin a
  expect(wordTerm('красок')).toBe(wordTerm('краска'));
  expect(wordTerm('бокалы')).toBe(wordTerm('бокал'));
});

test('what follows «для» or «под» says what a thing is for, up to its noun or a comma', () => {
  const complements = (text: string) =>
    tokensOf(text)
      .filter((token) => token.is_complement)
      .map((token) => token.text);
  expect(complements('Клей для керамической плитки усиленный, белый')).toEqual(['керамической', 'плитки']);
  expect(complements('Краска для стен и потолков')).toEqual(['стен', 'потолков']);
  expect(complements('Плитка настенная')).toEqual([]);
});

test('a name sounds the same in either alphabet', () => {
  for (const [russian, latin] of [
    ['кнауф', 'knauf'],
    ['цересит', 'ceresit'],
    ['штукатурка', 'shtukaturka'],
    ['сухона', 'sukhona'],
    ['ярь', 'yar'],
  ] as const)
    expect(soundOf(russian), russian).toBe(soundOf(latin));
});

test('the same keys in the other layout', () => {
  expect(inOtherLayout('ghbdtn')).toBe('привет');
  expect(inOtherLayout('лтфга')).toBe('knauf');
  expect(inOtherLayout('`krf')).toBe('елка');
});

test('an article is compared without separators and in one alphabet', () => {
  expect(keyOf('00-12/847')).toBe('0012847');
  expect(keyOf('A-77')).toBe(keyOf('а 77'));
});
