import type { CalculatorForm, CalculatorInputs } from '#shared/calculators.ts';

type Field = { name: keyof CalculatorForm; label: string };

/** Fields by kind of work. */
export function calculatorFields(kind: CalculatorInputs['kind']): Field[] {
  return [
    { name: 'area', label: kind === 'flooring' ? 'Площадь пола, м²' : 'Площадь, м²' },
    ...(kind === 'flooring' ? [] : [{ name: 'openings', label: 'Проёмы, м²' } as const]),
    ...(kind === 'mix' ? [{ name: 'layer_mm', label: 'Слой, мм' } as const] : []),
    ...(kind === 'paint' ? [{ name: 'coats', label: 'Слоёв' } as const] : []),
    { name: 'waste_percent', label: 'Запас, %' },
  ];
}
