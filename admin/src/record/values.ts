/**
 * How the fields of a kind of record are called, and how their values read; null: shown to nobody. `parts`: of a field
 * whose value is made of named ones, where they are told apart.
 */
export type FieldWords = Record<
  string,
  string | { label: string; show: (value: unknown) => string; parts?: FieldWords } | null
>;

export function wordOf(words: FieldWords, name: string): string {
  const known = words[name];
  return known === undefined || known === null ? name : typeof known === 'string' ? known : known.label;
}

/** A value as people read it; nothing is a dash. */
export function shownValue(words: FieldWords, name: string, value: unknown): string {
  const known = words[name];
  const isEmpty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  if (typeof known === 'object' && known !== null) return known.show(value);
  return isEmpty ? '—' : plainValue(value);
}

function plainValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (Array.isArray(value)) return value.map(plainValue).join(', ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(plainValue).join(', ');
  return String(value ?? '—');
}
