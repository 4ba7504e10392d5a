import { expect, test } from 'vitest';
import { byLabel } from './by-label.ts';

test('variants stand in the order of their sizes, whatever the unit; words come after them by letters', () => {
  const sorted = (...labels: string[]) => labels.toSorted(byLabel);
  expect(sorted('30 кг', '5 кг', '15 кг', '500 г')).toEqual(['500 г', '5 кг', '15 кг', '30 кг']);
  expect(sorted('0,5 л', '0,25 л', '750 мл', '10 л')).toEqual(['0,25 л', '0,5 л', '750 мл', '10 л']);
  expect(sorted('M10', 'M8', 'M12')).toEqual(['M8', 'M10', 'M12']);
  expect(sorted('18 В', '12 В', '20 В')).toEqual(['12 В', '18 В', '20 В']);
  expect(sorted('600 × 400 мм', '600 × 300 мм', '60 см')).toEqual(['60 см', '600 × 300 мм', '600 × 400 мм']);
  expect(sorted('синий', '2 м', 'белый')).toEqual(['2 м', 'белый', 'синий']);
});
