import { type CalculatorForm, type CalculatorInputs, isByRoom } from '#shared/calculators.ts';

type Field = { name: keyof CalculatorForm; label: string };

/** Fields by kind of work; a room is covered from a roll by its sides, unless its area alone is `given`. */
export function calculatorFields(
  { kind, roll_width }: Pick<CalculatorInputs, 'kind' | 'roll_width'>,
  given: Partial<CalculatorForm>,
): Field[] {
  if (roll_width && !isByArea(given)) {
    return [
      { name: 'room_length', label: 'Длина комнаты, м' },
      { name: 'room_width', label: 'Ширина комнаты, м' },
      { name: 'waste_percent', label: 'Запас, %' },
    ];
  }
  return [
    { name: 'area', label: kind === 'flooring' ? 'Площадь пола, м²' : 'Площадь, м²' },
    ...(kind === 'flooring' ? [] : [{ name: 'openings', label: 'Проёмы, м²' } as const]),
    ...(kind === 'mix' ? [{ name: 'layer_mm', label: 'Слой, мм' } as const] : []),
    ...(kind === 'paint' ? [{ name: 'coats', label: 'Слоёв' } as const] : []),
    { name: 'waste_percent', label: 'Запас, %' },
  ];
}

function isByArea(given: Partial<CalculatorForm>): boolean {
  return given.area !== undefined && !isByRoom(given);
}

/** What the form begins with, and over it what is given. */
export function beginningForm(inputs: CalculatorInputs, given: Partial<CalculatorForm>): CalculatorForm {
  const { room_length, room_width, ...defaults } = inputs.defaults;
  const sides =
    isByArea(given) || room_length === undefined || room_width === undefined ? {} : { room_length, room_width };
  return { ...defaults, ...sides, ...given };
}
