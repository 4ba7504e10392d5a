import type { ShownFacet } from './cut-facets.ts';
import type { ListedCard } from './listed-card.ts';

/** JSON text: travels as one value. React Router writes every name and number of an object as a value of its own, which costs it ten times the work. */
export type Packed<T> = string & { readonly holds?: T };

type Row = Record<string, unknown>;
/** Objects of one shape: their names, then the values of each. */
type Table = [names: string[], ...rows: unknown[][]] | [];

/** What was packed or read last; the same text gives the same objects, as parts of a page that wait to be hydrated need it. */
const known = new Map<string, unknown>();
const mostKnown = 40;

export function packCards(cards: ListedCard[]): Packed<ListedCard[]> {
  return keep(JSON.stringify(tableOf(cards)), cards);
}

export function packFacets(facets: ShownFacet[]): Packed<ShownFacet[]> {
  return keep(JSON.stringify(facets.map((facet) => ({ ...facet, values: tableOf(facet.values) }))), facets);
}

export function cardsOf(packed: Packed<ListedCard[]>): ListedCard[] {
  return read(packed, (table: Table) => rowsOf<ListedCard>(table));
}

/** The cards, if this value of a loader's data is what `packCards` makes. */
export function packedCards(value: unknown): ListedCard[] | null {
  return typeof value === 'string' && value.startsWith('[["id","idcode",') ? cardsOf(value) : null;
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

function rowsOf<T>([names, ...rows]: Table): T[] {
  return rows.map((row) => Object.fromEntries(names!.map((name, at) => [name, row[at]])) as T);
}

function read<T, J>(packed: Packed<T>, of: (json: J) => T): T {
  if (!known.has(packed)) keep(packed, of(JSON.parse(packed)));
  return known.get(packed) as T;
}

function keep<T>(packed: string, value: T): Packed<T> {
  known.delete(packed);
  known.set(packed, value);
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break;
    known.delete(oldest);
  }
  return packed;
}
