import { expect, test } from 'vitest';
import { calculatorInputs } from './calculator-inputs.ts';
import type { Attribute } from './categories.ts';

const bag = { unit: 'мешок', base_unit: 'кг', factor: [30, 1], step: 1, min_count: 1, max_count: 99 } as const;

function attribute(code: string, name: string, unit: string): Attribute {
  return { id: 1, code, name, type: 'number', unit, filter: null, group_name: '', card_position: null, position: 1 };
}

const attributes = [
  attribute('rashod', 'Расход при слое 10 мм', 'кг/м²'),
  attribute('sloy', 'Наибольшая толщина слоя', 'мм'),
];

test.for([
  ['a lone thickness is the most that the mix allows, not the least', '50', '10'],
  ['a thinner coat is not exceeded', '3', '3'],
  ['between two, ten millimetres', '5–50', '10'],
  ['not less than the least of the two', '15–80', '15'],
  ['not more than the most of the two', '0,5–2,5', '2,5'],
  ['without a thickness, ten millimetres', undefined, '10'],
] as const)('the layer a calculator begins with: %s', ([, sloy, layer]) => {
  const inputs = calculatorInputs('mix', bag, attributes, { rashod: 8.5, sloy });
  expect(inputs?.defaults.layer_mm).toBe(layer);
});
