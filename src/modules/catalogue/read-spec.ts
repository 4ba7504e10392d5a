import { normaliseNumber } from '#shared/decimal.ts';
import type { Attribute } from './categories.ts';

/** What a product says of an attribute. */
export type Spec = string | number | boolean;

/** «1 234,5»; spaces stand between thousands alone, so that «10, 20» and «10 20» are no number. */
const wholeNumber = /^[+-]?(?:\d+|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?:[.,]\d+)?$/;
const yes = /^(?:да|true|истина|1)$/i;
const no = /^(?:нет|false|ложь|0)$/i;

/**
 * What the text is for an attribute of this type; null: it cannot be read as one. A number may end with the attribute's
 * unit, and is none where figures would be lost («4607012345678901234»).
 */
export function readSpec(text: string, { type, unit }: Pick<Attribute, 'type' | 'unit'>): Spec | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (type === 'boolean') return yes.test(trimmed) ? true : no.test(trimmed) ? false : null;
  if (type !== 'number') return text;
  const bare = withoutUnit(trimmed, unit);
  const number = wholeNumber.test(bare) ? normaliseNumber(bare) : null;
  return number !== null && String(Number(number)) === number ? Number(number) : null;
}

/** The same value as a text: what `readSpec` reads back. */
export function specWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Да' : 'Нет';
  return typeof value === 'number' ? String(value).replace('.', ',') : String(value ?? '');
}

function withoutUnit(text: string, unit: string | null): string {
  const end = unit?.toLowerCase() ?? '';
  return end !== '' && text.toLowerCase().endsWith(end) ? text.slice(0, -end.length).trim() : text;
}
