import { ensure } from './ensure.ts';
import { plural } from './plurals.ts';
import {
  amountWords,
  type CountLimits,
  type CountNeeded,
  countFor,
  type Factor,
  type Fraction,
  formatAmount,
  fraction,
  minus,
  parseAmount,
  times,
} from './units.ts';

/**
 * What a product's calculator needs to know. `rate` is a decimal text: for a mix kg (base units) per m² and millimetre,
 * for paint base units per m² and coat; tile and flooring have none, their base unit is m².
 */
export type CalculatorInputs = {
  kind: 'mix' | 'paint' | 'tile' | 'flooring';
  rate: string | null;
  base_unit: string;
  unit: string;
  factor: Factor;
  limits: CountLimits;
  /** What the form starts with. */
  defaults: { area: string; openings: string; layer_mm: string; coats: string; waste_percent: string };
};

/** The visitor's own numbers as typed, comma or dot. */
export type CalculatorForm = {
  area: string;
  openings?: string;
  layer_mm?: string;
  coats?: string;
  waste_percent?: string;
};

/** The names of its fields, in a form and in an address. */
const numberNames = [
  'area',
  'openings',
  'layer_mm',
  'coats',
  'waste_percent',
] as const satisfies (keyof CalculatorForm)[];

/** The numbers of a calculator that stand in an address, as they were typed. */
export function numbersIn(query: URLSearchParams): Partial<CalculatorForm> {
  return Object.fromEntries(
    numberNames.flatMap((name) => {
      const text = query.get(name);
      return text === null ? [] : [[name, text.slice(0, 20)]];
    }),
  );
}

export type CalculatorAnswer = CountNeeded & {
  /** Base units that the work takes, waste included. */
  needed: Fraction;
  /** «(58 − 6,4) м² × 9 мм × 0,85 кг/(м²·мм) × 1,05 = 414,48 кг» */
  formula: string;
};

export type CalculatorProblem = { field: keyof CalculatorForm; message: string };

/**
 * Sales units for the work: (area − openings) × layer or coats × rate × (1 + waste), rounded up to the step. Exact
 * fractions throughout. A field that is no number, an area of nothing and openings beyond it come back as a problem
 * with its field.
 */
export function calculate(inputs: CalculatorInputs, form: CalculatorForm): CalculatorAnswer | CalculatorProblem {
  const fields = {
    area: form.area,
    openings: form.openings || '0',
    layer_mm: form.layer_mm || inputs.defaults.layer_mm,
    coats: form.coats || inputs.defaults.coats,
    waste_percent: form.waste_percent || '0',
  };
  const parsed: Partial<Record<keyof CalculatorForm, Fraction>> = {};
  for (const [field, text] of Object.entries(fields) as [keyof CalculatorForm, string][]) {
    const amount = parseAmount(text);
    if (!amount) return { field, message: 'Введите число' };
    if (amount.n > greatest[field] * amount.d) return { field, message: `Не больше ${greatest[field]}` };
    parsed[field] = amount;
  }
  const { area, openings, layer_mm, coats, waste_percent } = parsed as Record<keyof CalculatorForm, Fraction>;
  if (area.n === 0n) return { field: 'area', message: 'Укажите площадь' };
  const surface = minus(area, openings);
  if (surface.n === 0n) return { field: 'openings', message: 'Проёмы не меньше площади' };
  if (inputs.kind === 'mix' && layer_mm.n === 0n) return { field: 'layer_mm', message: 'Укажите толщину слоя' };
  if (inputs.kind === 'paint' && coats.n === 0n) return { field: 'coats', message: 'Укажите число слоёв' };

  const rate = inputs.rate === null ? fraction(1n) : ensure(parseAmount(inputs.rate));
  const waste = fraction(100n * waste_percent.d + waste_percent.n, 100n * waste_percent.d);
  const layers = inputs.kind === 'mix' ? layer_mm : inputs.kind === 'paint' ? coats : fraction(1n);
  const needed = times(times(times(surface, layers), rate), waste);
  const steps = [openings.n === 0n ? `${typed(area)}\u00a0м²` : `(${typed(area)} − ${typed(openings)})\u00a0м²`];
  if (inputs.kind === 'mix') {
    steps.push(`${typed(layer_mm)}\u00a0мм`, `${typed(rate)}\u00a0${inputs.base_unit}/(м²·мм)`);
  }
  if (inputs.kind === 'paint') {
    steps.push(
      `${typed(coats)}\u00a0${plural(Number(coats.n) / Number(coats.d), 'слой', 'слоя', 'слоёв')}`,
      `${typed(rate)}\u00a0${inputs.base_unit}/м²`,
    );
  }
  if (waste_percent.n > 0n) steps.push(typed(waste));
  return {
    ...countFor(needed, inputs.factor, inputs.limits),
    needed,
    formula: `${steps.join(' × ')} = ${amountWords(needed, inputs.base_unit)}`,
  };
}

const greatest: Record<keyof CalculatorForm, bigint> = {
  area: 100_000n,
  openings: 100_000n,
  layer_mm: 500n,
  coats: 20n,
  waste_percent: 100n,
};

function typed(amount: Fraction): string {
  return formatAmount(amount, 6);
}
