import type { CalculatorInputs } from '#shared/calculators.ts';
import { divided, formatAmount, fraction, parseAmount, type SaleUnits } from '#shared/units.ts';
import type { Attribute, Calculator } from './categories.ts';

const usualWaste: Record<Calculator, string> = { mix: '5', paint: '5', tile: '10', flooring: '7' };

/**
 * What the calculator of a product's category needs, from the product's own specs. The rate is found by the attribute's
 * name and unit, not by its code, so that goods from 1C have it too. null: the specs do not say enough to count with.
 */
export function calculatorInputs(
  kind: Calculator | null,
  product: SaleUnits,
  attributes: Attribute[],
  specs: Record<string, unknown>,
): CalculatorInputs | null {
  if (kind === null) return null;
  const rate = kind === 'mix' || kind === 'paint' ? rateOf(kind, product.base_unit, attributes, specs) : null;
  if ((kind === 'mix' || kind === 'paint') && rate === null) return null;
  if ((kind === 'tile' || kind === 'flooring') && !/^(м²|м2|кв\.\s?м)$/.test(product.base_unit)) return null;
  const { unit, base_unit, factor, step, min_count, max_count } = product;
  const roll_width = kind === 'flooring' ? rollWidth(product) : null;
  const layers = specOf(attributes, specs, /толщина слоя|слой/i, /^мм$/);
  const coats = specOf(attributes, specs, /числ\S* слоёв|количество слоёв/i, /^$/);
  return {
    kind,
    rate,
    ...(roll_width !== null && { roll_width }),
    base_unit,
    unit,
    factor,
    limits: { step, min_count, max_count },
    defaults: {
      area: '20',
      ...(roll_width !== null && { room_length: '5', room_width: '4' }),
      openings: '0',
      layer_mm: usualLayer(layers),
      coats: coats && /^\d{1,2}$/.test(coats) ? coats : '2',
      waste_percent: usualWaste[kind],
    },
  };
}

/** Of what is sold by the metre and measured in m²: how wide it is, metres; null: it is in packs. */
function rollWidth({ unit, factor: [base, sales] }: SaleUnits): string | null {
  const metres = /^(?:(\d+(?:[.,]\d+)?)\s)?(?:м|пог\.\s?м|п\.\s?м)$/.exec(unit);
  const cut = metres && parseAmount(metres[1] ?? '1');
  return cut && cut.n > 0n ? formatAmount(divided(fraction(BigInt(base), BigInt(sales)), cut), 6) : null;
}

/** Base units per m² and millimetre for a mix, per m² and coat for paint, as an exact decimal text. */
function rateOf(
  kind: 'mix' | 'paint',
  base_unit: string,
  attributes: Attribute[],
  specs: Record<string, unknown>,
): string | null {
  for (const attribute of attributes) {
    const amount = parseAmount(String(specs[attribute.code] ?? ''));
    if (!amount || amount.n === 0n || !/расход/i.test(attribute.name)) continue;
    const [, unit, restOfUnit = ''] = /^(кг|г|л|мл)\s*\/\s*\(?м(?:²|2)(.*)$/.exec(attribute.unit ?? '') ?? [];
    if (!unit) continue;
    const isThousandth = (base_unit === 'кг' && unit === 'г') || (base_unit === 'л' && unit === 'мл');
    if (unit !== base_unit && !isThousandth) continue;
    const perLayer = kind === 'mix' ? layerOf(attribute.name, restOfUnit) : 1n;
    if (perLayer === null) continue;
    return formatAmount(divided(amount, fraction(perLayer * (isThousandth ? 1000n : 1n))), 6);
  }
  return null;
}

// «Расход при слое 10 мм», кг/м² is for ten millimetres; кг/(м²·мм) is for one.
function layerOf(name: string, restOfUnit: string): bigint | null {
  if (/мм/.test(restOfUnit)) return 1n;
  const layer = /(\d+)\s*мм/.exec(name)?.[1];
  return layer ? BigInt(layer) : null;
}

function specOf(attributes: Attribute[], specs: Record<string, unknown>, name: RegExp, unit: RegExp): string | null {
  const attribute = attributes.find(
    (other) => name.test(other.name) && unit.test(other.unit ?? '') && specs[other.code] !== undefined,
  );
  return attribute ? String(specs[attribute.code]) : null;
}

/** Ten millimetres, or the nearest that the mix allows: «5–50». A lone number is the thickest that it allows. */
function usualLayer(text: string | null): string {
  const numbers = text?.match(/\d+(?:[.,]\d+)?/g)?.map((number) => Number(number.replace(',', '.'))) ?? [];
  const [low, high] = numbers.length === 1 ? [0, numbers[0]] : numbers;
  const layer = Math.min(Math.max(10, low ?? 0), high ?? Number.POSITIVE_INFINITY);
  return String(layer).replace('.', ',');
}
