import { expect, test } from 'vitest';
import { type CalculatorAnswer, type CalculatorInputs, calculate } from './calculators.ts';
import { formatAmount } from './units.ts';

const bag: CalculatorInputs = {
  kind: 'mix',
  rate: '0,85',
  base_unit: 'кг',
  unit: 'меш.',
  factor: [30, 1],
  limits: { step: 1, min_count: 1, max_count: 99_999 },
  defaults: { area: '20', openings: '0', layer_mm: '10', coats: '2', waste_percent: '5' },
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('58 m² without 6.4 m² of openings, 9 mm of 0.85 kg, 5 % waste take 14 bags of 30 kg', () => {
  const answer = calculate(bag, { area: '58', openings: '6,4', layer_mm: '9', waste_percent: '5' }) as CalculatorAnswer;
  expect(answer.count).toBe(14);
  expect(plain(answer.formula)).toBe('(58 − 6,4) м² × 9 мм × 0,85 кг/(м²·мм) × 1,05 = 414,48 кг');
});

test('paint is counted by coats', () => {
  const can: CalculatorInputs = { ...bag, kind: 'paint', rate: '0,125', base_unit: 'л', factor: [9, 1] };
  const answer = calculate(can, { area: '40', coats: '2', waste_percent: '0' }) as CalculatorAnswer;
  expect(answer.count).toBe(2);
  expect(plain(answer.formula)).toBe('40 м² × 2 слоя × 0,125 л/м² = 10 л');
});

test('tiles and flooring need the surface and the waste only', () => {
  const pack: CalculatorInputs = { ...bag, kind: 'tile', rate: null, base_unit: 'м²', factor: [36, 25] };
  const answer = calculate(pack, { area: '12.5', waste_percent: '10' }) as CalculatorAnswer;
  expect(answer.count).toBe(10);
  expect(plain(answer.formula)).toBe('12,5 м² × 1,1 = 13,75 м²');
});

test('a field that makes no sense comes back with its name and a sentence', () => {
  expect(calculate(bag, { area: 'сто' })).toEqual({ field: 'area', message: 'Введите число' });
  expect(calculate(bag, { area: '0' })).toEqual({ field: 'area', message: 'Укажите площадь' });
  expect(calculate(bag, { area: '5', openings: '5' })).toEqual({
    field: 'openings',
    message: 'Проёмы не меньше площади',
  });
  expect(calculate(bag, { area: '5', waste_percent: '101' })).toEqual({
    field: 'waste_percent',
    message: 'Не больше 100',
  });
});

test('a room is covered from a roll by whole strips, laid along the side that takes less of it', () => {
  const roll: CalculatorInputs = {
    ...bag,
    kind: 'flooring',
    rate: null,
    roll_width: '4',
    base_unit: 'м²',
    factor: [4, 10],
    limits: { step: 1, min_count: 10, max_count: 99_999 },
  };
  const room = (room_length: string, room_width: string, waste_percent = '0') => {
    const answer = calculate(roll, { area: '20', room_length, room_width, waste_percent });
    return 'field' in answer ? answer : [answer.count, plain(answer.formula)];
  };
  expect(room('5', '4')).toEqual([50, '1 полоса по 5 м = 5 м']);
  expect(room('3,5', '6', '7')).toEqual([65, '1 полоса по 6 м × 1,07 = 6,42 м']);
  expect(room('7', '5')).toEqual([100, '2 полосы по 5 м = 10 м, 1 стык']);
  expect(room('5', '0')).toEqual({ field: 'room_width', message: 'Укажите размер комнаты' });
  const left = (room_length: string, room_width: string, waste_percent = '0') => {
    const { rest } = calculate(roll, { area: '20', room_length, room_width, waste_percent }) as CalculatorAnswer;
    return formatAmount(rest);
  };
  expect(left('5', '4'), 'the whole roll is laid').toBe('0');
  expect(left('7', '5'), 'a metre of the width of the second strip is cut off').toBe('5');
  expect(left('7', '5', '10'), 'the waste is no rest').toBe('5,5');
  const byArea = calculate(roll, { area: '20', waste_percent: '0' }) as CalculatorAnswer;
  expect(plain(byArea.formula), 'an area alone is counted as an area').toBe('20 м² = 20 м²');
});
