import { ensure } from './ensure.ts';
import { countOf, plural } from './plurals.ts';
import {
  amountWords,
  type CountLimits,
  type CountNeeded,
  ceilFraction,
  countFor,
  divided,
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
  /** Metres, of what is cut from a roll: a room is covered by strips of it. */
  roll_width?: string;
  base_unit: string;
  unit: string;
  factor: Factor;
  limits: CountLimits;
  /** What the form starts with. */
  defaults: Required<Omit<CalculatorForm, 'room_length' | 'room_width'>> &
    Pick<CalculatorForm, 'room_length' | 'room_width'>;
};

/** The visitor's own numbers as typed, comma or dot. */
export type CalculatorForm = {
  area: string;
  /** Of a room, metres: instead of its area, where strips of a roll are laid. */
  room_length?: string;
  room_width?: string;
  openings?: string;
  layer_mm?: string;
  coats?: string;
  waste_percent?: string;
};

/** The names of its fields, in a form and in an address. */
const numberNames = [
  'area',
  'room_length',
  'room_width',
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
  const { roll_width } = inputs;
  if (roll_width && isByRoom(form)) return stripsFor({ ...inputs, roll_width }, form);
  const fields = {
    area: form.area,
    openings: form.openings || '0',
    layer_mm: form.layer_mm || inputs.defaults.layer_mm,
    coats: form.coats || inputs.defaults.coats,
    waste_percent: form.waste_percent || '0',
  };
  const parsed = parseFields(fields);
  if ('field' in parsed) return parsed;
  const { area, openings, layer_mm, coats, waste_percent } = parsed;
  if (area.n === 0n) return { field: 'area', message: 'Укажите площадь' };
  const surface = minus(area, openings);
  if (surface.n === 0n) return { field: 'openings', message: 'Проёмы не меньше площади' };
  if (inputs.kind === 'mix' && layer_mm.n === 0n) return { field: 'layer_mm', message: 'Укажите толщину слоя' };
  if (inputs.kind === 'paint' && coats.n === 0n) return { field: 'coats', message: 'Укажите число слоёв' };

  const rate = inputs.rate === null ? fraction(1n) : ensure(parseAmount(inputs.rate));
  const waste = wasteOf(waste_percent);
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

/** The sides of a room are given instead of its area. */
export function isByRoom({ room_length, room_width }: Partial<CalculatorForm>): boolean {
  return room_length !== undefined && room_width !== undefined;
}

/** As typed, or that of a room by its sides. */
export function areaOf({ area, room_length, room_width }: CalculatorForm): string {
  if (room_length === undefined || room_width === undefined) return area;
  const [length, width] = [parseAmount(room_length), parseAmount(room_width)];
  return length && width ? typed(times(length, width)) : '';
}

/**
 * Metres of a roll for a room: whole strips side by side, laid along the side that takes less of it; the waste
 * lengthens each.
 */
function stripsFor(
  inputs: CalculatorInputs & { roll_width: string },
  { room_length = '', room_width = '', waste_percent = '' }: CalculatorForm,
): CalculatorAnswer | CalculatorProblem {
  const parsed = parseFields({ room_length, room_width, waste_percent: waste_percent || '0' });
  if ('field' in parsed) return parsed;
  for (const field of ['room_length', 'room_width'] as const) {
    if (parsed[field].n === 0n) return { field, message: 'Укажите размер комнаты' };
  }
  const roll = ensure(parseAmount(inputs.roll_width));
  const along = (strip: Fraction, across: Fraction) => {
    const strips = ceilFraction(divided(across, roll));
    return { strips, strip, metres: times(strip, fraction(strips)) };
  };
  const ways = [along(parsed.room_length, parsed.room_width), along(parsed.room_width, parsed.room_length)] as const;
  const [first, second] = ways;
  const { strips, strip, metres } =
    second.metres.n * first.metres.d < first.metres.n * second.metres.d ? second : first;
  const waste = wasteOf(parsed.waste_percent);
  const length = times(metres, waste);
  const needed = times(length, roll);
  const steps = [
    `${countOf(Number(strips), 'полоса', 'полосы', 'полос')} по\u00a0${typed(strip)}\u00a0м`,
    ...(parsed.waste_percent.n > 0n ? [typed(waste)] : []),
  ];
  const joints = strips > 1n ? `, ${countOf(Number(strips - 1n), 'стык', 'стыка', 'стыков')}` : '';
  const counted = countFor(needed, inputs.factor, inputs.limits);
  // What is cut off along the last strip is left over too.
  const covered = times(times(parsed.room_length, parsed.room_width), waste);
  return {
    ...counted,
    rest: minus(counted.amount, covered),
    needed,
    formula: `${steps.join(' × ')} = ${amountWords(length, 'м')}${joints}`,
  };
}

/** Each text as a number, or the first that is none or is too large. */
function parseFields<Field extends keyof CalculatorForm>(
  fields: Record<Field, string>,
): Record<Field, Fraction> | CalculatorProblem {
  const parsed: Partial<Record<Field, Fraction>> = {};
  for (const [field, text] of Object.entries(fields) as [Field, string][]) {
    const amount = parseAmount(text);
    if (!amount) return { field, message: 'Введите число' };
    if (amount.n > greatest[field] * amount.d) return { field, message: `Не больше ${greatest[field]}` };
    parsed[field] = amount;
  }
  return parsed as Record<Field, Fraction>;
}

function wasteOf(percent: Fraction): Fraction {
  return fraction(100n * percent.d + percent.n, 100n * percent.d);
}

const greatest: Record<keyof CalculatorForm, bigint> = {
  area: 100_000n,
  room_length: 1_000n,
  room_width: 1_000n,
  openings: 100_000n,
  layer_mm: 500n,
  coats: 20n,
  waste_percent: 100n,
};

function typed(amount: Fraction): string {
  return formatAmount(amount, 6);
}
