import { measured } from '@shop/shared/unit-words.ts';
import type { Attribute, ShopFacts } from './shop-facts.ts';

/** Two or three short texts of a card: «30 кг», «5–50 мм». */
export function attributeWords(facts: ShopFacts, specs: Record<string, unknown>): string[] {
  return shownOnCards(facts)
    .flatMap((attribute) => textOf(facts, attribute, specs[attribute.code]) ?? [])
    .slice(0, 3);
}

const known = new WeakMap<ShopFacts, Attribute[]>();

function shownOnCards(facts: ShopFacts): Attribute[] {
  let shown = known.get(facts);
  if (!shown) {
    shown = facts.attributes
      .filter(({ card_position }) => card_position !== null)
      .sort((a, b) => Number(a.card_position) - Number(b.card_position));
    known.set(facts, shown);
  }
  return shown;
}

function textOf({ units }: ShopFacts, { type, name, unit }: Attribute, value: unknown): string | null {
  if (type === 'boolean') return value === true ? name : null;
  if (value === undefined || value === null || value === '') return null;
  const text = typeof value === 'number' ? String(value).replace('.', ',') : String(value);
  if (!unit || text.endsWith(unit)) return text;
  const measure = units.get(unit);
  if (!measure) return `${text}\u00a0${unit}`;
  const { larger } = measure;
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  return larger && number >= larger.from && number % larger.count === 0
    ? measured(String(number / larger.count), larger.unit)
    : measured(text, measure);
}
