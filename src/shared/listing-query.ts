import { ensure } from './ensure.ts';

export const sorts = ['popular', 'price', '-price', 'unit_price', 'rating', 'new', 'discount', 'relevance'] as const;
export type Sort = (typeof sorts)[number];

/** From this mean of the stars on «Рейтинг от 4» lets a product through. */
export const leastRating = 4;

export const defaultLimit = 24;
export const maxLimit = 100;
export const maxQueryLength = 100;
/** Nobody ticks so many values of one filter by hand; the rest is left out. */
export const mostValues = 100;

/** What narrows a list by a tick, by its key in addresses and in the API: what the tick says, and its chip. */
export const switches = {
  in_stock: { tick: 'В наличии в моём магазине', chip: 'В наличии' },
  delivery_tomorrow: { tick: 'Доставка завтра', chip: 'Доставка завтра' },
  discounted: { tick: 'Со скидкой', chip: 'Со скидкой' },
  rated: { tick: 'Рейтинг от\u00a04', chip: 'Рейтинг от\u00a04' },
} as const;
export type Switch = keyof typeof switches;
// Not by keysOf: a file shared with other pages would be one more to load.
export const switchKeys = Object.keys(switches) as Switch[];

/** One of something for each switch. */
export function perSwitch<Value>(make: (key: Switch) => Value): Record<Switch, Value> {
  return Object.fromEntries(switchKeys.map((key) => [key, make(key)])) as Record<Switch, Value>;
}

/**
 * What a list shows. `category`, `brand`, `action` and `q` are its scope; `filters` narrows it: attribute code → ids of
 * values (a tick each), or one 'from..to' for an attribute of numbers; the keys `brand` and `action` hold slugs. Prices
 * in kopecks; `base_price_…` is the price of one kilogram, metre, litre…, obeyed where all goods of the list share that
 * unit. The rules of each field stand in the catalogue's `schema.ts`; here is what the browser needs, without the
 * checker's weight.
 */
export type Listing = {
  category?: string | undefined;
  brand?: string | undefined;
  action?: string | undefined;
  q?: string | undefined;
  /** Search q as typed, without corrections. */
  exact?: boolean | undefined;
  filters: Record<string, string[]>;
  price_from?: number | undefined;
  price_to?: number | undefined;
  base_price_from?: number | undefined;
  base_price_to?: number | undefined;
  sort: Sort;
  page: number;
  limit: number;
} & { [key in Switch]?: boolean | undefined };

/** Keys of a list's address that are not filters: no attribute may have such a code, nor `brand` or `action`. */
export const reservedKeys: ReadonlySet<string> = new Set([
  'category',
  'q',
  'exact',
  'price_from',
  'price_to',
  'base_price_from',
  'base_price_to',
  ...switchKeys,
  'sort',
  'page',
  'limit',
]);
const attributePattern = /^[a-z0-9]+(_[a-z0-9]+)*$/;
const valuePattern = /^[a-z0-9][a-z0-9.-]{0,80}$/;

/**
 * Address → list. Two fields `code_from` and `code_to` (a form without JavaScript sends them) become the range
 * 'from..to'. What makes no sense is left out and named in `ignored`, so that the page can redirect to the clean
 * address; price bounds the wrong way round are swapped. Prices stand in the address in roubles. Of an address that
 * came from outside marks of campaigns are taken off before (`withoutMarks`): a form of the page has none. Pure: runs
 * in the browser too.
 */
export function listingFromQuery(
  query: URLSearchParams,
  scope: Partial<Listing> = {},
): Listing & { ignored: string[] } {
  const ignored = new Set<string>();
  const ticked = new Map<string, Set<string>>();
  const ranges: Record<string, { from?: string; to?: string }> = {};
  for (const [key, value] of query) {
    // What begins so is the router’s or a counter’s: no filter, and no reason to redirect.
    if (reservedKeys.has(key) || key[0] === '_') continue;
    const bound = /^(.+)_(from|to)$/.exec(key);
    if (bound && attributePattern.test(key)) {
      if (value.trim() === '') continue; // an empty field of the form
      const number = plainNumber(value);
      if (number === null) ignored.add(key);
      else {
        const [, code = '', side = ''] = bound;
        ranges[code] = { ...ranges[code], [side]: number };
      }
    } else if (attributePattern.test(key) && valuePattern.test(value)) {
      const values = ticked.get(key) ?? new Set();
      ticked.set(key, values);
      if (values.size < mostValues || values.has(value)) values.add(value);
      else ignored.add(key);
    } else {
      ignored.add(key);
    }
  }
  const filters: Record<string, string[]> = Object.fromEntries([...ticked].map(([key, values]) => [key, [...values]]));
  for (const [code, range] of Object.entries(ranges)) filters[code] = [rangeText(range)];

  const typed = query.get('q');
  const q = typed === null ? '' : cleanQuery(typed);
  const sort = query.get('sort');
  const isKnownSort = sort !== null && (sorts as readonly string[]).includes(sort);
  if (sort !== null && !isKnownSort) ignored.add('sort');
  return {
    ...textOf(query, 'category', ignored),
    ...(q ? { q } : {}),
    ...(q && query.get('exact') === '1' ? { exact: true } : {}),
    filters,
    ...boundsOf(query, 'price', ignored),
    ...boundsOf(query, 'base_price', ignored),
    ...Object.fromEntries(switchKeys.filter((key) => query.get(key) === '1').map((key) => [key, true])),
    sort: isKnownSort ? (sort as Sort) : q ? 'relevance' : 'popular',
    page: wholeOf(query, 'page', 100_000, ignored) ?? 1,
    limit: wholeOf(query, 'limit', maxLimit, ignored) ?? defaultLimit,
    ...scope,
    ignored: [...ignored],
  };
}

/**
 * List → address, always in the same order, without what is the default. The scope that stands in the path (category,
 * brand, action) is not repeated; `q` is.
 */
export function listingToQuery(listing: Partial<Listing>): URLSearchParams {
  const query = new URLSearchParams();
  if (listing.q) query.set('q', listing.q);
  if (listing.q && listing.exact) query.set('exact', '1');
  for (const key of switchKeys) if (listing[key]) query.set(key, '1');
  if (listing.price_from !== undefined) query.set('price_from', String(listing.price_from / 100));
  if (listing.price_to !== undefined) query.set('price_to', String(listing.price_to / 100));
  if (listing.base_price_from !== undefined) query.set('base_price_from', String(listing.base_price_from / 100));
  if (listing.base_price_to !== undefined) query.set('base_price_to', String(listing.base_price_to / 100));
  const filters = Object.entries(listing.filters ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [code, values] of filters) {
    for (const value of values.toSorted()) {
      const range = parseRange(value);
      if (!range) query.append(code, value);
      if (range?.from !== undefined) query.append(`${code}_from`, range.from);
      if (range?.to !== undefined) query.append(`${code}_to`, range.to);
    }
  }
  if (listing.sort && listing.sort !== (listing.q ? 'relevance' : 'popular')) query.set('sort', listing.sort);
  if (listing.page && listing.page > 1) query.set('page', String(listing.page));
  if (listing.limit && listing.limit !== defaultLimit) query.set('limit', String(listing.limit));
  return query;
}

/** 'from..to', either side may be missing → its bounds as decimal texts; null when the text is no range. */
export function parseRange(text: string): { from?: string; to?: string } | null {
  const match = /^(\d+(?:\.\d+)?)?\.\.(\d+(?:\.\d+)?)?$/.exec(text);
  if (!match || (match[1] === undefined && match[2] === undefined)) return null;
  const [, from, to] = match;
  if (from !== undefined && to !== undefined && Number(from) > Number(to)) return { from: to, to: from };
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** The list with one more or one less of a filter's values, back on page 1. */
export function withFilter(listing: Listing, code: string, value: string, isOn: boolean): Listing {
  const others = (listing.filters[code] ?? []).filter((other) => other !== value);
  const values = isOn ? [...others, value] : others;
  const filters = { ...listing.filters, [code]: values };
  if (values.length === 0) delete filters[code];
  return { ...listing, filters, page: 1 };
}

/** Every choice but those of `filters` by name, to be taken away from a list. */
export const nothingChosen: Partial<Listing> = {
  price_from: undefined,
  price_to: undefined,
  base_price_from: undefined,
  base_price_to: undefined,
  ...perSwitch(() => undefined),
};

/** How many narrowing choices are on: what «Сбросить всё» would drop. */
export function countFilters(listing: Listing): number {
  const ticks = Object.values(listing.filters).reduce((sum, values) => sum + values.length, 0);
  const switched = switchKeys.filter((key) => listing[key]).length;
  const hasPrice = listing.price_from !== undefined || listing.price_to !== undefined;
  const hasBasePrice = listing.base_price_from !== undefined || listing.base_price_to !== undefined;
  return ticks + switched + (hasPrice ? 1 : 0) + (hasBasePrice ? 1 : 0);
}

/** Folds what a visitor typed: NFC, one space, at most 100 characters. Markup is left to escaping. */
export function cleanQuery(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\u00a0\u202f\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxQueryLength)
    .trim();
}

/**
 * A category's code, a product's slug… What is none need not be asked of the database (nor could a NUL be sent to it).
 */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

function plainNumber(text: string): string | null {
  const [, digits, part = ''] = /^(\d{1,9})(?:[.,](\d{1,4}))?$/.exec(text.replace(/[\s\u00a0\u202f]/g, '')) ?? [];
  if (!digits) return null;
  const decimals = part.replace(/0+$/, '');
  const whole = digits.replace(/^0+(?=\d)/, '');
  return decimals ? `${whole}.${decimals}` : whole;
}

function rangeText(range: { from?: string; to?: string }): string {
  const { from, to } = ensure(parseRange(`${range.from ?? ''}..${range.to ?? ''}`));
  return `${from ?? ''}..${to ?? ''}`;
}

/** Bounds the wrong way round are swapped. */
function boundsOf(query: URLSearchParams, key: 'price' | 'base_price', ignored: Set<string>): Partial<Listing> {
  let from = kopecksOf(query, `${key}_from`, ignored);
  let to = kopecksOf(query, `${key}_to`, ignored);
  if (from === undefined && to === undefined) return {};
  if (from !== undefined && to !== undefined && from > to) [from, to] = [to, from];
  return {
    ...(from === undefined ? {} : { [`${key}_from`]: from }),
    ...(to === undefined ? {} : { [`${key}_to`]: to }),
  };
}

function kopecksOf(query: URLSearchParams, key: string, ignored: Set<string>): number | undefined {
  const text = query.get(key);
  if (text === null || text.trim() === '') return undefined;
  const match = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s\u00a0\u202f]/g, ''));
  if (match) return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  ignored.add(key);
  return undefined;
}

function wholeOf(query: URLSearchParams, key: string, max: number, ignored: Set<string>): number | undefined {
  const text = query.get(key);
  if (text === null) return undefined;
  if (/^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= max) return Number(text);
  ignored.add(key);
  return undefined;
}

function textOf(query: URLSearchParams, key: 'category', ignored: Set<string>): Partial<Listing> {
  const text = query.get(key);
  if (text === null) return {};
  if (isSlug(text)) return { [key]: text };
  ignored.add(key);
  return {};
}
