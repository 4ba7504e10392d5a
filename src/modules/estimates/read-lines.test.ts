import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLines } from './read-lines.ts';
import { estimateLimits } from './schema.ts';

const read = (text: string) => readLines(text).map(({ name, amount, unit }) => [name, amount, unit]);

describe('[S2-26] lines of an estimate', () => {
  test.each([
    ['1. Штукатурка гипсовая 30кг - 14 меш', 'Штукатурка гипсовая 30кг', '14', 'меш'],
    ['Профиль ПП 60х27 3м 45 шт 120.00 руб', 'Профиль ПП 60х27 3м', '45', 'шт'],
    ['20 мешков цемента', 'цемента', '20', 'мешков'],
    ['саморез 3,5х35 по дереву x 5 уп', 'саморез 3,5х35 по дереву', '5', 'уп'],
    ['Грунтовка глубокого проникновения 10 л', 'Грунтовка глубокого проникновения 10 л', null, null],
    ['Ламинат 33 класс 24,5 м2', 'Ламинат 33 класс', '24,5', 'м2'],
    ['Кабель ВВГ 3х2,5 100 м', 'Кабель ВВГ 3х2,5', '100', 'м'],
    ['клей для плитки — 10 мешков по 450 р.', 'клей для плитки', '10', 'мешков'],
    ['Кирпич: 1 200 шт', 'Кирпич', '1200', 'шт'],
    ['• Краска белая 9 л = 2', 'Краска белая 9 л', '2', null],
    ['Лампа E27 10Вт', 'Лампа E27 10Вт', null, null],
    ['0012847 - 3', '0012847', '3', null],
    ['Профиль ПП 60х27 3 м 45', 'Профиль ПП 60х27 3 м', '45', null],
    ['Грунтовка 10л 5 кан', 'Грунтовка 10л', '5', 'кан'],
    ['саморез 3,5х35 200', 'саморез 3,5х35', '200', null],
    ['Розетка двойная 12', 'Розетка двойная 12', null, null],
    ['Лампа 10 Вт 4000', 'Лампа 10 Вт 4000', null, null],
    ['Эмаль ПФ 115', 'Эмаль ПФ 115', null, null],
  ])('%s', (line, name, amount, unit) => {
    expect(read(line)).toEqual([[name, amount, unit]]);
  });

  test('a price with kopecks is no amount, on whichever side of it the amount stands', () => {
    expect(read('Клей плиточный\t350,00\t10\nГрунтовка 10 л\t3\t780,00')).toEqual([
      ['Клей плиточный', '10', null],
      ['Грунтовка 10 л', '3', null],
    ]);
  });

  test('a number with kopecks is the amount where the price stands right of it', () => {
    expect(read('Плитка настенная\t12,50\t780\nПлинтус\t24,00\t350,00\t8400\nКлей плиточный\t350,00')).toEqual([
      ['Плитка настенная', '12,50', null],
      ['Плинтус', '24,00', null],
      ['Клей плиточный', '350,00', null],
    ]);
  });

  test('an article with zeros in front of it is no amount', () => {
    expect(read('Плитка настенная\t0012847\t3')).toEqual([['Плитка настенная 0012847', '3', null]]);
  });

  test('an amount or an article of the first column stays in the text of its line', () => {
    const textsOf = (table: string) => readLines(table).map(({ text }) => text);
    expect(textsOf('Кол-во\tНаименование\tЕд.\n10\tЦемент М500\tмеш.')).toEqual(['10 · Цемент М500 · меш.']);
    expect(textsOf('Артикул\tНаименование\tКол-во\n1204\tВалик 240 мм\t3')).toEqual(['1204 · Валик 240 мм · 3']);
    expect(textsOf('№\tНаименование\tКол-во\n7\tВалик 240 мм\t3')).toEqual(['Валик 240 мм · 3']);
  });

  test('two hundred rows pasted from a spreadsheet: each with its amount, however its unit is written', () => {
    const written = [
      ['2,5 м', '2,5', 'м'],
      ['3 уп.', '3', 'уп'],
      ['10 меш', '10', 'меш'],
      ['1 тыс. шт', '1', 'тыс. шт'],
      ['2 тыс.шт.', '2', 'тыс.шт'],
    ] as const;
    const rows = Array.from({ length: 200 }, (_, at) => ({ name: `Материал номер ${at}`, amount: written[at % 5] }));
    const wanted = rows.map(({ name, amount }) => [name, amount?.[1], amount?.[2]]);
    expect(read(rows.map(({ name, amount }, at) => `${at + 1}\t${name}\t${amount?.[0]}\t99,00`).join('\n'))).toEqual(
      wanted,
    );
    expect(read(rows.map(({ name, amount }) => `${name} — ${amount?.[0]}`).join('\n'))).toEqual(wanted);
  });

  test('the number of a row is not repeated behind the number of the line', () => {
    expect(readLines('7\tСаморез 3,5х35\tуп.\t10\t99,00').map(({ text }) => text)).toEqual([
      'Саморез 3,5х35 · уп. · 10 · 99,00',
    ]);
  });

  test('a bare number behind a word counts where the lines of a list end so', () => {
    expect(read('Розетка двойная 12\nУнитаз компакт 1\nПрофиль ПП 60х27 3 м 45\nЛаминат дуб класс 33')).toEqual([
      ['Розетка двойная', '12', null],
      ['Унитаз компакт', '1', null],
      ['Профиль ПП 60х27 3 м', '45', null],
      ['Ламинат дуб класс 33', null, null],
    ]);
  });

  test('a table with a heading takes its columns by their names', () => {
    const table = `Смета № 5
№;Наименование;Артикул;Ед. изм.;Кол-во;Цена;Сумма
1;Штукатурка гипсовая 30 кг;;меш;14;489,00;6846
2;"Плитка настенная; белая 30х60";0012847;м2;12,5;1 200,00;15000
;Итого;;;;;21846`;
    expect(read(table)).toEqual([
      ['Штукатурка гипсовая 30 кг', '14', 'меш'],
      ['Плитка настенная; белая 30х60 0012847', '12,5', 'м2'],
    ]);
  });

  test('columns pasted from a spreadsheet need no heading', () => {
    expect(read('1\tШпатлёвка финишная 20 кг\tмеш.\t5\t600\n2\tВалик 240 мм\tшт\t3\t250')).toEqual([
      ['Шпатлёвка финишная 20 кг', '5', 'меш.'],
      ['Валик 240 мм', '3', 'шт'],
    ]);
  });

  test('sums, headings and empty lines are no positions', () => {
    expect(read('Раздел 1. Стены\n\nИтого: 12 000 руб\nВсего с НДС;;;5\n---\n12 000')).toEqual([]);
  });

  test('whatever is sent, nothing breaks and the limits hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), fc.integer({ min: 1, max: 400 }), (text, times) => {
        const lines = readLines(`${text}\n`.repeat(times));
        expect(lines.length).toBeLessThanOrEqual(estimateLimits.lines);
        for (const line of lines) {
          expect(line.text.length).toBeLessThanOrEqual(estimateLimits.lineCharacters);
          expect(line.name.length).toBeLessThanOrEqual(estimateLimits.lineCharacters);
          if (line.amount !== null) expect(line.amount).toMatch(/^\d+(?:[.,]\d+)?$/);
        }
      }),
      { numRuns: 30 },
    );
  });
});
