import type { ShownFacet } from './cut-facets.ts';
import type { ListedCard } from './listed-card.ts';

/**
 * Travels as one text of JSON: React Router writes every name and number of an object as a value of its own, which
 * costs it ten times the work. `packed` says what it holds, for whoever looks through the data of a page.
 */
export type Packed<T> = { packed: 'cards' | 'facets'; text: string; readonly holds?: T };

type Row = Record<string, unknown>;
/** Objects of one shape: their names, then the values of each. */
type Table = [names: string[], ...rows: unknown[][]] | [];

/**
 * What was packed or read last; the same text gives the same objects, as parts of a page that wait to be hydrated need
 * it.
 */
const known = new Map<string, unknown>();
const mostKnown = 40;

export function packCards(cards: ListedCard[]): Packed<ListedCard[]> {
  return packed('cards', tableOf(cards), cards);
}

export function packFacets(facets: ShownFacet[]): Packed<ShownFacet[]> {
  return packed(
    'facets',
    facets.map((facet) => ({ ...facet, values: tableOf(facet.values) })),
    facets,
  );
}

export function cardsOf(packed: Packed<ListedCard[]>): ListedCard[] {
  return read(packed, (table: Table) => rowsOf<ListedCard>(table));
}

/** The cards, if this value of a loader's data is what `packCards` makes of some. */
export function packedCards(value: unknown): ListedCard[] | null {
  const { packed } = Object(value) as Partial<Packed<ListedCard[]>>;
  const cards = packed === 'cards' ? cardsOf(value as Packed<ListedCard[]>) : [];
  return cards.length > 0 ? cards : null;
}

export function facetsOf(packed: Packed<ShownFacet[]>): ShownFacet[] {
  return read(packed, (facets: (Omit<ShownFacet, 'values'> & { values: Table })[]) =>
    facets.map((facet) => ({ ...facet, values: rowsOf<ShownFacet['values'][number]>(facet.values) })),
  );
}

function tableOf(rows: object[]): Table {
  const [first] = rows;
  if (!first) return [];
  const names = Object.keys(first);
  return [names, ...rows.map((row) => names.map((name) => (row as Row)[name]))];
}

function rowsOf<T>([names = [], ...rows]: Table): T[] {
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])) as T);
}

function packed<T>(packed: Packed<T>['packed'], json: unknown, value: T): Packed<T> {
  const text = JSON.stringify(json);
  remember(text, value);
  return { packed, text };
}

function read<T, J>({ text }: Packed<T>, of: (json: J) => T): T {
  if (!known.has(text)) remember(text, of(JSON.parse(text)));
  return known.get(text) as T;
}

function remember(text: string, value: unknown): void {
  known.delete(text);
  known.set(text, value);
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break;
    known.delete(oldest);
  }
}
