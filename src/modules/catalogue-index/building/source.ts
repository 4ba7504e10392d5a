import { keysOf } from '#shared/keys-of.ts';
import type { TextNames } from './text-names.ts';

/** Whole numbers in a typed array that grows. */
export class Numbers {
  values: Int32Array;
  size = 0;

  constructor(room = 256) {
    this.values = new Int32Array(room);
  }

  /** The nth number; only those pushed may be asked for. */
  at(nth: number): number {
    return this.values[nth]!;
  }

  push(value: number): void {
    if (this.size === this.values.length) {
      const wider = new Int32Array(this.size * 2);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.size++] = value;
  }
}

/** Texts as UTF-8 one behind the other: a million names as JavaScript strings would take several times the room. */
export class Texts {
  private bytes = Buffer.alloc(4096);
  private used = 0;
  private readonly ends = new Numbers();

  get size(): number {
    return this.ends.size;
  }

  push(text: string | Buffer | null): void {
    const given = text === null ? nothing : typeof text === 'string' ? Buffer.from(text) : text;
    if (this.used + given.length > this.bytes.length) {
      const wider = Buffer.alloc(Math.max(this.bytes.length * 2, this.used + given.length));
      this.bytes.copy(wider, 0, 0, this.used);
      this.bytes = wider;
    }
    given.copy(this.bytes, this.used);
    this.used += given.length;
    this.ends.push(this.used);
  }

  /** A missing text is empty. */
  at(place: number): string {
    const [from, until] = stretchOf(this.ends, place);
    return this.bytes.toString('utf8', from, until);
  }
}

const nothing = Buffer.alloc(0);

/** From where until where the nth stretch goes, of stretches that follow one another and end there. */
export function stretchOf(ends: Numbers, nth: number): [from: number, until: number] {
  return [nth === 0 ? 0 : ends.at(nth - 1), ends.at(nth)];
}

/**
 * The numbers of a product as SQL over `products p`, in the order they stand in `Source.facts`. brand_id 0 = none,
 * weight in grams, 0 = not known, created in seconds since 1970.
 */
export const sourceFacts = {
  id: 'p.id',
  model_id: 'p.model_id',
  variant_position: 'p.variant_position',
  brand_id: 'coalesce(p.brand_id, 0)',
  factor_base: 'p.factor_base',
  factor_sales: 'p.factor_sales',
  parts: 'coalesce((select parts from units where name = p.unit), 1)',
  min_count: 'p.min_count',
  weight: 'coalesce(p.weight_grams, 0)',
  popularity: 'p.popularity',
  rating_sum: 'case when p.rating_count > 0 then p.rating_sum else p.demo_rating_sum end',
  rating_count: 'case when p.rating_count > 0 then p.rating_count else p.demo_rating_count end',
  created: 'greatest(extract(epoch from p.created_at), 0)::int4',
} as const;
export type Facts = Record<keyof typeof sourceFacts, number>;
export const factNames = keysOf(sourceFacts);

/**
 * What a segment is built from, as the database gives it. Product number n is the nth of `facts`, `facetEnds`,
 * `numberEnds` and the texts; the rows beside may speak of products that are not among them.
 */
export type Source = {
  /** `factNames.length` numbers per product. Products that are switched off are not here. */
  facts: Numbers;
  /** Values of attributes, and where each product's end. */
  facets: Numbers;
  facetEnds: Numbers;
  /** Specs that are narrowed by bounds: place in `rangeCodes` and number; where each product's end. */
  numberCodes: Numbers;
  numbers: number[];
  numberEnds: Numbers;
  base_unit: Texts;
  name: Texts;
  article: Texts;
  barcode: Texts;
  idcode: Texts;
  search_text: Texts;
  /** Threes: product, category, 1 = main. */
  placements: Numbers;
  /** Pairs: product, promotion. */
  actionProducts: Numbers;
  /**
   * By price column, fours: product, price (0 = on request), old price (0 = none), until when it may be shown (seconds
   * since 1970, an unsigned number in 32 bits).
   */
  prices: Map<string, Numbers>;
  /** By store, pairs: product, what is left. */
  stock: Map<string, Numbers>;
  names: Names;
};

/** What the rows' numbers mean. Plain maps and lists: they travel between threads. */
export type Names = {
  /** Ids of all categories in the order of the menu. */
  categoryIds: number[];
  /** Value id → attribute id, of every value. */
  attributeOfValue: Map<number, number>;
  /** Codes of the attributes narrowed by bounds, ascending. */
  rangeCodes: string[];
  text: TextNames;
};

/** A source without goods. */
export function emptySource(names: Names): Source {
  return {
    facts: new Numbers(),
    facets: new Numbers(),
    facetEnds: new Numbers(),
    numberCodes: new Numbers(),
    numbers: [],
    numberEnds: new Numbers(),
    base_unit: new Texts(),
    name: new Texts(),
    article: new Texts(),
    barcode: new Texts(),
    idcode: new Texts(),
    search_text: new Texts(),
    placements: new Numbers(),
    actionProducts: new Numbers(),
    prices: new Map(),
    stock: new Map(),
    names,
  };
}

export function productsIn(source: Source): number {
  return source.facts.size / factNames.length;
}

export function pushSpecs(source: Source, codes: ReadonlyMap<string, number>, specs: Record<string, unknown>): void {
  for (const code in specs) {
    const value = specs[code];
    const place = typeof value === 'number' ? codes.get(code) : undefined;
    if (place === undefined) continue;
    source.numberCodes.push(place);
    source.numbers.push(value as number);
  }
  source.numberEnds.push(source.numbers.length);
}

export function rowsOfKey(rows: Map<string, Numbers>, key: string): Numbers {
  let known = rows.get(key);
  if (!known) {
    known = new Numbers();
    rows.set(key, known);
  }
  return known;
}
