import type { ListedCard } from '#modules/catalogue/card.ts';
import { perObject } from '#shared/per-object.ts';
import type { ShownFacet } from './cut-facets.ts';

/** What was packed, for the page that the same process renders; it does not travel. */
const held = Symbol('held');

/**
 * Travels as one text of JSON: React Router writes every name and number of an object as a value of its own, which
 * costs it ten times the work. `packed` says what it holds, for whoever looks through the data of a page.
 */
export type Packed<T> = { packed: 'cards' | 'facets'; text: string; readonly [held]?: T };

type Row = Record<string, unknown>;
/** Objects of one shape: their names, then the values of each. */
type Table = [names: string[], ...rows: unknown[][]] | [];

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

/** The same packed value gives the same objects, as parts of a page that wait to be hydrated need it. */
export function cardsOf(packed: Packed<ListedCard[]>): ListedCard[] {
  return packed[held] ?? readCards(packed);
}

const readCards = perObject(({ text }: Packed<ListedCard[]>) => rowsOf<ListedCard>(JSON.parse(text)));

/** The cards, if this value of a loader's data is what `packCards` makes of some. */
export function packedCards(value: unknown): ListedCard[] | null {
  const { packed } = Object(value) as Partial<Packed<ListedCard[]>>;
  const cards = packed === 'cards' ? cardsOf(value as Packed<ListedCard[]>) : [];
  return cards.length > 0 ? cards : null;
}

export function facetsOf(packed: Packed<ShownFacet[]>): ShownFacet[] {
  return packed[held] ?? readFacets(packed);
}

const readFacets = perObject(({ text }: Packed<ShownFacet[]>): ShownFacet[] =>
  (JSON.parse(text) as (Omit<ShownFacet, 'values'> & { values: Table })[]).map((facet) => ({
    ...facet,
    values: rowsOf<ShownFacet['values'][number]>(facet.values),
  })),
);

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
  return { packed, text: JSON.stringify(json), [held]: value };
}
