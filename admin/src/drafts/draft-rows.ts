import { type Fields, isSame } from '../record/merge-fields.ts';
import { type FieldWords, shownValue, wordOf } from '../record/values.ts';

export type DraftRow = { key: string; label: string; now: string; drafted: string; isClash: boolean };

type Draft = { patch: Fields; clashes: readonly string[] };

/** Longer values are cut: the whole text is seen in its field. */
const longest = 400;

/** What a draft changes, field by field; of a field made of named parts only those that differ. */
export function draftRows(draft: Draft, current: Fields, words: FieldWords): DraftRow[] {
  return Object.entries(draft.patch).flatMap(([name, value]) => {
    const isClash = draft.clashes.includes(name);
    const now = current[name];
    const parts = isNamed(value) && isNamed(now) ? partWords(words, name) : null;
    if (!parts) return { key: name, label: wordOf(words, name), ...both(words, name, now, value), isClash };
    const [from, to] = [now as Fields, value as Fields];
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((one) => !isSame(from[one], to[one]));
    return names.map((one) => ({
      key: `${name}.${one}`,
      label: wordOf(parts, one),
      ...both(parts, one, from[one], to[one]),
      isClash,
    }));
  });
}

function both(words: FieldWords, name: string, now: unknown, drafted: unknown) {
  return { now: cut(shownValue(words, name, now)), drafted: cut(shownValue(words, name, drafted)) };
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function isNamed(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Words of the parts of a field; null: it is shown as one. */
function partWords(words: FieldWords, name: string): FieldWords | null {
  const known = words[name];
  return typeof known === 'object' && known !== null && known.parts ? known.parts : null;
}
