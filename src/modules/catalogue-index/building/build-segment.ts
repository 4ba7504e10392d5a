import { buildText } from '#modules/text-index/build-text.ts';
import type { TextDocument } from '#modules/text-index/text-columns.ts';
import { ensure } from '#shared/ensure.ts';
import { pricesOf } from '../columns/prices.ts';
import { stockOf } from '../columns/stock.ts';
import { actionKind, brandKind, rowOf, type Segment } from '../segment.ts';
import { type Facts, factNames, Numbers, productsIn, type Source, stretchOf, Texts } from './source.ts';

const stride = factNames.length;
const factAt = Object.fromEntries(factNames.map((name, at) => [name, at])) as Facts;

/**
 * Lays a source out and uses it up: what has been laid out is let go, for it is several times the segment. Equal
 * sources give equal segments. Takes the better part of a minute for a million products: not for a thread that answers.
 */
export function buildSegment(source: Source): Segment {
  const placing = placingOf(source);
  source.placements = new Numbers(0);
  const order = orderOf(source, placing);
  const size = order.length;
  const column = (name: keyof Facts) => order.map((product) => factOf(source, product, name));
  const id = column('id');
  const units = unitsOf(source, order);
  const segment: Segment = {
    size,
    id,
    ...idsOf(id),
    model: column('model_id'),
    variantPosition: column('variant_position'),
    minCount: column('min_count'),
    weight: column('weight'),
    parts: Int16Array.from(column('parts')),
    factorBase: column('factor_base'),
    factorSales: column('factor_sales'),
    ...units,
    popularity: column('popularity'),
    ratingSum: column('rating_sum'),
    ratingCount: column('rating_count'),
    created: new Uint32Array(column('created')),
    ...placesOf(placing, order),
    ...marksOf(source, order, column('brand_id')),
    ...numbersOf(source, order),
    text: buildText(documentsOf(source, placing, order)),
    prices: new Map(),
    stock: new Map(),
  };
  const rowIn = (id: number) => rowOf(segment, id);
  for (const [name, rows] of source.prices) segment.prices.set(name, pricesOf(size, rows, rowIn));
  for (const [name, rows] of source.stock) segment.stock.set(name, stockOf(size, rows, rowIn));
  return segment;
}

function factOf({ facts }: Source, product: number, name: keyof Facts): number {
  return facts.at(product * stride + factAt[name]);
}

/** What each row is found by. */
function* documentsOf(source: Source, placing: Placing, order: Int32Array): Generator<TextDocument> {
  const { text } = source.names;
  const pathAt = (place: number) => text.paths.get(placing.categoryIds[place] ?? -1) ?? noPath;
  const further = new Map<number, string[]>();
  for (let at = 0; at < placing.pairs.size; at += 2) {
    const [product, place] = [placing.pairs.at(at), placing.pairs.at(at + 1)];
    const name = placing.primary[product] === place ? undefined : pathAt(place).at(-1);
    if (name !== undefined) further.set(product, [...(further.get(product) ?? []), name]);
  }
  for (const product of order) {
    const values: string[] = [];
    for (const id of facetsOf(source, product)) {
      const value = text.values.get(id);
      if (value) values.push(value);
    }
    values.push(...(further.get(product) ?? []));
    yield {
      name: source.name.at(product),
      brand: text.brands.get(factOf(source, product, 'brand_id')) ?? null,
      article: source.article.at(product) || null,
      barcode: source.barcode.at(product) || null,
      idcode: source.idcode.at(product),
      path: pathAt(placing.primary[product] ?? -1),
      values,
      text: source.search_text.at(product),
    };
  }
  // The dictionary is sorted and the postings are laid out after the last document: without the texts.
  for (const name of ['name', 'article', 'barcode', 'idcode', 'search_text'] as const) source[name] = new Texts();
  source.facets = new Numbers(0);
}

const noPath: readonly string[] = [];

/** Ids of the values of a product. */
function facetsOf({ facets, facetEnds }: Source, product: number): Int32Array {
  return facets.values.subarray(...stretchOf(facetEnds, product));
}

/** Which products lie where; products by their number in the source, categories by their place in `categoryIds`. */
type Placing = {
  categoryIds: Int32Array;
  /** Per product: its primary category, −1 = none. */
  primary: Int32Array;
  /** Per product: the primary category that all variants of its model have; `categoryIds.length` = none. */
  ofModel: Int32Array;
  /** Pairs of product and category, all of them. */
  pairs: Numbers;
};

function placingOf(source: Source): Placing {
  const count = productsIn(source);
  const productOf = new Map<number, number>();
  for (let product = 0; product < count; product++) productOf.set(factOf(source, product, 'id'), product);
  const used = new Set<number>();
  const { placements } = source;
  for (let at = 0; at < placements.size; at += 3) if (productOf.has(placements.at(at))) used.add(placements.at(at + 1));
  const categoryIds = Int32Array.from(source.names.categoryIds.filter((category) => used.has(category)));
  const placeOf = new Map([...categoryIds].map((category, place) => [category, place]));

  const primary = new Int32Array(count).fill(-1);
  const pairs = new Numbers();
  for (let at = 0; at < placements.size; at += 3) {
    const product = productOf.get(placements.at(at));
    const place = placeOf.get(placements.at(at + 1));
    if (product === undefined || place === undefined) continue;
    pairs.push(product);
    pairs.push(place);
    if (placements.at(at + 2) === 1) primary[product] = place;
  }

  // A model whose variants have different primary categories has none.
  const categoryOfModel = new Map<number, number>();
  primary.forEach((own, product) => {
    const place = own === -1 ? categoryIds.length : own;
    const model = factOf(source, product, 'model_id');
    const known = categoryOfModel.get(model) ?? place;
    categoryOfModel.set(model, known === place ? place : categoryIds.length);
  });
  const ofModel = primary.map((_, product) => ensure(categoryOfModel.get(factOf(source, product, 'model_id'))));
  return { categoryIds, primary, ofModel, pairs };
}

/** Product numbers in the order of rows. */
function orderOf(source: Source, { ofModel }: Placing): Int32Array {
  const difference = (a: number, b: number, name: keyof Facts) => factOf(source, a, name) - factOf(source, b, name);
  return Int32Array.from(ofModel.keys()).sort(
    (a, b) =>
      ofModel[a]! - ofModel[b]! ||
      difference(a, b, 'model_id') ||
      difference(a, b, 'variant_position') ||
      difference(a, b, 'id'),
  );
}

/** Ids lie close when at least every second number between the first and the last is one. */
function idsOf(id: Int32Array): Pick<Segment, 'rowOfId' | 'firstId' | 'rowsById'> {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const one of id) {
    first = Math.min(first, one);
    last = Math.max(last, one);
  }
  const isClose = id.length > 0 && last - first < id.length * 2;
  const rowOfId = new Int32Array(isClose ? last - first + 1 : 0);
  if (isClose) {
    id.forEach((one, row) => {
      rowOfId[one - first] = row + 1;
    });
  }
  const rowsById = isClose ? new Int32Array(0) : Int32Array.from(id.keys()).sort((a, b) => id[a]! - id[b]!);
  return { rowOfId, firstId: isClose ? first : 0, rowsById };
}

function unitsOf(source: Source, order: Int32Array): Pick<Segment, 'baseUnit' | 'baseUnits'> {
  const unitOfProduct = new Uint16Array(order.length);
  const numbers = new Map<string, number>();
  for (let product = 0; product < order.length; product++) {
    const unit = source.base_unit.at(product);
    const number = numbers.get(unit) ?? numbers.size;
    numbers.set(unit, number);
    unitOfProduct[product] = number;
  }
  const sorted = [...numbers].sort(([a], [b]) => (a < b ? -1 : 1));
  const places = new Uint16Array(sorted.length);
  for (const [place, [, number]] of sorted.entries()) places[number] = place;
  const baseUnit = Uint16Array.from(order, (product) => places[unitOfProduct[product]!]!);
  return { baseUnits: sorted.map(([unit]) => unit), baseUnit };
}

type Places = Pick<
  Segment,
  'categoryIds' | 'categoryStart' | 'primaryCategory' | 'placeStart' | 'places' | 'secondaryStart' | 'secondaryRows'
>;

function placesOf({ categoryIds, primary, ofModel, pairs }: Placing, order: Int32Array): Places {
  const size = order.length;
  const rowOfProduct = new Int32Array(size);
  const categoryStart = new Int32Array(categoryIds.length + 1);
  order.forEach((product, row) => {
    rowOfProduct[product] = row;
    const place = ofModel[product]!;
    if (place < categoryIds.length) categoryStart[place + 1]!++;
  });
  addUp(categoryStart);

  const rows = new Numbers();
  const places = new Numbers();
  for (let at = 0; at < pairs.size; at += 2) {
    const [product, place] = [pairs.at(at), pairs.at(at + 1)];
    if (ofModel[product] === place) continue;
    rows.push(rowOfProduct[product]!);
    places.push(place);
  }
  const byRow = grouped(rows, places, size);
  const byCategory = grouped(places, rows, categoryIds.length);
  return {
    categoryIds,
    categoryStart,
    primaryCategory: order.map((product) => primary[product]!),
    placeStart: byRow.start,
    places: byRow.items,
    secondaryStart: byCategory.start,
    secondaryRows: byCategory.items,
  };
}

/** Items by group, ascending within it: those of group g from start[g] until start[g + 1]. */
function grouped(groups: Numbers, items: Numbers, count: number): { start: Int32Array; items: Int32Array } {
  const start = new Int32Array(count + 1);
  for (let at = 0; at < groups.size; at++) start[groups.at(at) + 1]!++;
  addUp(start);
  const next = start.slice(0, count);
  const sorted = new Int32Array(groups.size);
  for (let at = 0; at < groups.size; at++) sorted[next[groups.at(at)]!++] = items.at(at);
  for (let group = 0; group < count; group++) {
    const [from, until] = [start[group]!, start[group + 1]!];
    if (until - from > 1) sorted.subarray(from, until).sort();
  }
  return { start, items: sorted };
}

/** Each number and all before it, in place. */
function addUp(numbers: Int32Array): void {
  let sum = 0;
  numbers.forEach((number, at) => {
    sum += number;
    numbers[at] = sum;
  });
}

type Marks = Pick<Segment, 'markKind' | 'markId' | 'markStart' | 'marks' | 'carrierStart' | 'carriers'>;

function marksOf(source: Source, order: Int32Array, brands: Int32Array): Marks {
  const size = order.length;
  const rowOfProduct = new Int32Array(size);
  const rowOfId = new Map<number, number>();
  order.forEach((product, row) => {
    rowOfProduct[product] = row;
    rowOfId.set(factOf(source, product, 'id'), row);
  });

  const rows = new Numbers();
  const found = new Numbers(); // numbers of marks in the order they were met
  const numbers = new Map<number, Map<number, number>>();
  const met: { kind: number; id: number }[] = [];
  const add = (row: number, kind: number, id: number) => {
    const ofKind = numbers.get(kind) ?? new Map<number, number>();
    numbers.set(kind, ofKind);
    let number = ofKind.get(id);
    if (number === undefined) {
      number = met.push({ kind, id }) - 1;
      ofKind.set(id, number);
    }
    rows.push(row);
    found.push(number);
  };
  for (let product = 0; product < size; product++) {
    const seen = new Set<number>();
    for (const value of facetsOf(source, product)) {
      const attribute = source.names.attributeOfValue.get(value);
      if (attribute === undefined || seen.has(value)) continue;
      seen.add(value);
      add(rowOfProduct[product]!, attribute, value);
    }
  }
  brands.forEach((brand, row) => {
    if (brand !== 0) add(row, brandKind, brand);
  });
  for (let at = 0; at < source.actionProducts.size; at += 2) {
    const row = rowOfId.get(source.actionProducts.at(at));
    if (row !== undefined) add(row, actionKind, source.actionProducts.at(at + 1));
  }

  const sorted = [...met.entries()].sort(([, a], [, b]) => a.kind - b.kind || a.id - b.id);
  const markOfNumber = new Int32Array(met.length);
  sorted.forEach(([number], mark) => {
    markOfNumber[number] = mark;
  });
  for (let at = 0; at < found.size; at++) found.values[at] = markOfNumber[found.at(at)]!;
  const markKind = Int32Array.from(sorted, ([, { kind }]) => kind);
  const byRow = grouped(rows, found, size);

  const carrierRows = new Numbers();
  const carrierMarks = new Numbers();
  for (let at = 0; at < found.size; at++) {
    const mark = found.at(at);
    if (markKind[mark]! > brandKind) continue;
    carrierRows.push(rows.at(at));
    carrierMarks.push(mark);
  }
  const byMark = grouped(carrierMarks, carrierRows, met.length);
  return {
    markKind,
    markId: Int32Array.from(sorted, ([, { id }]) => id),
    markStart: byRow.start,
    marks: met.length <= 65_536 ? new Uint16Array(byRow.items) : new Uint32Array(byRow.items),
    carrierStart: byMark.start,
    carriers: byMark.items,
  };
}

function numbersOf(
  source: Source,
  order: Int32Array,
): Pick<Segment, 'rangeCodes' | 'numberStart' | 'numberCode' | 'numbers'> {
  const numberStart = new Int32Array(order.length + 1);
  const numberCode = new Uint16Array(source.numbers.length);
  const numbers = new Float64Array(source.numbers.length);
  let next = 0;
  order.forEach((product, row) => {
    const [from, until] = stretchOf(source.numberEnds, product);
    for (let at = from; at < until; at++) {
      numberCode[next] = source.numberCodes.at(at);
      numbers[next++] = source.numbers[at]!;
    }
    numberStart[row + 1] = next;
  });
  source.numbers = [];
  source.numberCodes = new Numbers(0);
  return { rangeCodes: source.names.rangeCodes, numberStart, numberCode, numbers };
}
