import { measured } from '#shared/unit-words.ts';
import type { Attribute } from './categories.ts';

/** A row of «Характеристики»: the value with its unit, as it is read. */
export type Specification = { code: string; name: string; value: string; unit: string | null; text: string };
export type SpecificationGroup = { name: string; rows: Specification[] };

/**
 * Specs of a product by the groups of their attributes, in the attributes' order (S7-12). A number takes the Russian
 * decimal comma and its unit; false is «Нет». Values of attributes nobody described are left out.
 */
export function specificationGroups(attributes: Attribute[], specs: Record<string, unknown>): SpecificationGroup[] {
  const groups = new Map<string, Specification[]>();
  for (const attribute of attributes) {
    const value = specValue(attribute, specs[attribute.code]);
    if (value === null) continue;
    const rows = groups.get(attribute.group_name) ?? [];
    rows.push({
      code: attribute.code,
      name: attribute.name,
      value,
      unit: attribute.unit,
      text: besideName(attribute, withUnit(value, attribute)),
    });
    groups.set(attribute.group_name, rows);
  }
  return [...groups].map(([name, rows]) => ({ name, rows }));
}

/** «30 кг» for a card: the value with its unit; a yes is the attribute's name, a no is nothing. */
export function specText(attribute: Attribute, value: unknown): string | null {
  if (attribute.type === 'boolean') return value === true ? attribute.name : null;
  const text = specValue(attribute, value);
  return text === null ? null : withUnit(text, attribute);
}

/** The same for a row that begins with the attribute's name, which is not said twice: «Класс: 32», not «32 класс». */
export function specRowText(attribute: Attribute, value: unknown): string | null {
  const text = specText(attribute, value);
  return text === null ? null : besideName(attribute, text);
}

function specValue(attribute: Attribute, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (attribute.type === 'boolean') return value === true ? 'Да' : 'Нет';
  if (typeof value === 'number') return String(value).replace('.', ',');
  return String(value);
}

/**
 * A no-break space keeps the number and its unit on one line; a text that already ends with the unit keeps it once.
 * Many months are years: `larger` of the unit.
 */
function withUnit(value: string, { unit, measure }: Attribute): string {
  if (!unit || value.endsWith(unit)) return value;
  if (!measure) return `${value}\u00a0${unit}`;
  const { larger } = measure;
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (larger && number >= larger.from && number % larger.count === 0)
    return measured(String(number / larger.count), larger.unit);
  return measured(value, measure);
}

function besideName({ name, type }: Attribute, text: string): string {
  if (type === 'boolean') return text;
  const word = name.toLowerCase();
  const rest = text.toLowerCase().startsWith(`${word} `)
    ? text.slice(word.length + 1)
    : text.replace(/[\s\u00a0](\S+)$/u, (all, last: string) => (last.toLowerCase() === word ? '' : all));
  return rest === '' ? text : rest;
}
