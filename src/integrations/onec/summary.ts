export type Refused = { id?: string; name?: string; file?: string; line?: number; count?: number; reason: string };

/** Where it stands in the package, what it is, why it was refused: «import.xml, строка 4: Штукатурка: нет названия». */
export function refusedWords({ id, name, file, line, reason }: Refused): string {
  const where = [file, line === undefined ? '' : `строка ${line}`].filter(Boolean).join(', ');
  return [where, name ?? id, reason].filter(Boolean).join(': ');
}

/** What was left out. */
export type Left = {
  /** At most 200; `refused_more` counts the rest. */
  refused: Refused[];
  refused_more?: number;
};

export type Counts = Left & {
  read: number;
  created: number;
  changed: number;
  unchanged: number;
  switched_off: number;
};

/** What `shop import-commerceml` prints. */
export type ImportSummary = {
  /** `held`: compared, nothing changed; the owner is asked. `rehearsed`: compared as a command has asked. */
  result: 'imported' | 'refused' | 'held' | 'rehearsed';
  /** Why the whole package was refused, with file and line, or why it is held. */
  reason?: string;
  /** Its number, under which it is shown, approved and rolled back. */
  package_id?: number;
  files: { name: string; schema: string; encoding: string; contains: string[] }[];
  groups: Counts;
  goods: Counts;
  /** `pending`: offers known to 1C whose good has not arrived yet. */
  offers: Counts & { pending: number };
  prices: Counts;
  stocks: Counts;
  /** Fields and pictures that were left out or shortened while their good was taken, and ids that came twice. */
  fields: Left;
  price_types: { id: string; name: string; price_column: string | null; target: string | null }[];
  warehouses: { id: string; name: string; store: string | null }[];
  /** Numbers of orders that hold reservations no longer covered by stock (S7-36). */
  short_orders: number[];
  notes: string[];
  seconds: number;
};

export const maxRefused = 200;

export function emptySummary(): ImportSummary {
  const counts = (): Counts => ({ read: 0, created: 0, changed: 0, unchanged: 0, switched_off: 0, refused: [] });
  return {
    result: 'imported',
    files: [],
    groups: counts(),
    goods: counts(),
    offers: { ...counts(), pending: 0 },
    prices: counts(),
    stocks: counts(),
    fields: { refused: [] },
    price_types: [],
    warehouses: [],
    short_orders: [],
    notes: [],
    seconds: 0,
  };
}

export function refuse(counts: Left, refused: Refused): void {
  if (counts.refused.length < maxRefused) counts.refused.push(refused);
  else counts.refused_more = (counts.refused_more ?? 0) + 1;
}

/** Notes are few and each is said once. */
export function note(summary: ImportSummary, text: string): void {
  if (summary.notes.length < maxRefused && !summary.notes.includes(text)) summary.notes.push(text);
}
