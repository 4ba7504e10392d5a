import { buildText } from '#modules/text-index/build-text.ts';
import type { TextDocument } from '#modules/text-index/text-columns.ts';
import { pricesOf } from '../columns/prices.ts';
import { stockOf } from '../columns/stock.ts';
import { actionKind, brandKind, rowOf, type Segment } from '../segment.ts';
import { type Facts, factNames, Numbers, productsIn, type Source, Texts } from './source.ts';

const stride = factNames.length;
const factAt = Object.fromEntries(factNames.map((name, at) => [name, at])) as Facts;

/**
 * Lays a source out and uses it up: what has been laid out is let go, for it is several times the segment. Equal sources give equal segments. Takes
 * the better part of a minute for a million products: not for a thread that answers.
 */
export function buildSegment(source: Source): Segment {
  const placing = placingOf(source);
  source.placements = new Numbers(0);
  const order = orderOf(source, placing);
  const size = order.length;
  const column = (name: keyof Facts) => {
    const values = new Int32Array(size);
    for (let row = 0; row < size; row++) values[row] = source.facts.values[order[row]! * stride + factAt[name]]!;
    return values;
  };
  const id = column('id');
  const units = unitsOf(source, order);
  const segment: Segment = {
    size,
    id,
    ...idsOf(id),
    model: column('model_id'),
    variantPosition: column('variant_position'),
    minCount: column('min_count'),
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

/** What each row is found by. */
function* documentsOf(source: Source, placing: Placing, order: Int32Array): Generator<TextDocument> {
  const { text } = source.names;
  const further = new Map<number, string[]>();
  for (let at = 0; at < placing.pairs.size; at += 2) {
    const [product, place] = [placing.pairs.values[at]!, placing.pairs.values[at + 1]!];
    const name = placing.main[product] === place ? undefined : text.paths.get(placing.categoryIds[place]!)?.at(-1);
    if (name !== undefined) further.set(product, [...(further.get(product) ?? []), name]);
  }
  for (const product of order) {
    const from = product === 0 ? 0 : source.facetEnds.values[product - 1]!;
    const values: string[] = [];
    for (let at = from; at < source.facetEnds.values[product]!; at++) {
      const value = text.values.get(source.facets.values[at]!);
      if (value) values.push(value);
    }
    values.push(...(further.get(product) ?? []));
    const main = placing.main[product]!;
    yield {
      name: source.name.at(product),
      brand: text.brands.get(source.facts.values[product * stride + factAt.brand_id]!) ?? null,
      article: source.article.at(product) || null,
      barcode: source.barcode.at(product) || null,
      idcode: source.idcode.at(product),
      path: (main === -1 ? undefined : text.paths.get(placing.categoryIds[main]!)) ?? noPath,
      values,
      text: source.search_text.at(product),
    };
  }
  // The dictionary is sorted and the postings are laid out after the last document: without the texts.
  for (const name of ['name', 'article', 'barcode', 'idcode', 'search_text'] as const) source[name] = new Texts();
  source.facets = new Numbers(0);
}

const noPath: readonly string[] = [];

/** Which products lie where; products by their number in the source, categories by their place in `categoryIds`. */
type Placing = {
  categoryIds: Int32Array;
  /** Per product: its main category, −1 = none. */
  main: Int32Array;
  /** Per product: the primary category of its model, that all its variants have as their main one; `categoryIds.length` = none. */
  primary: Int32Array;
  /** Pairs of product and category, all of them. */
  pairs: Numbers;
};

function placingOf(source: Source): Placing {
  const count = productsIn(source);
  const productOf = new Map<number, number>();
  for (let product = 0; product < count; product++) productOf.set(source.facts.values[product * stride]!, product);
  const used = new Set<number>();
  const { values, size } = source.placements;
  for (let at = 0; at < size; at += 3) if (productOf.has(values[at]!)) used.add(values[at + 1]!);
  const categoryIds = Int32Array.from(source.names.categoryIds.filter((category) => used.has(category)));
  const placeOf = new Map([...categoryIds].map((category, place) => [category, place]));

  const main = new Int32Array(count).fill(-1);
  const pairs = new Numbers();
  for (let at = 0; at < size; at += 3) {
    const product = productOf.get(values[at]!);
    const place = placeOf.get(values[at + 1]!);
    if (product === undefined || place === undefined) continue;
    pairs.push(product);
    pairs.push(place);
    if (values[at + 2] === 1) main[product] = place;
  }

  // A model whose variants have different main categories has no primary one.
  const primaryOfModel = new Map<number, number>();
  const model = (product: number) => source.facts.values[product * stride + factAt.model_id]!;
  for (let product = 0; product < count; product++) {
    const place = main[product]! === -1 ? categoryIds.length : main[product]!;
    const known = primaryOfModel.get(model(product));
    primaryOfModel.set(model(product), known === undefined || known === place ? place : categoryIds.length);
  }
  const primary = new Int32Array(count);
  for (let product = 0; product < count; product++) primary[product] = primaryOfModel.get(model(product))!;
  return { categoryIds, main, primary, pairs };
}

/** Product numbers in the order of rows. */
function orderOf(source: Source, { primary }: Placing): Int32Array {
  const { values } = source.facts;
  const [model, position] = [factAt.model_id, factAt.variant_position];
  return Int32Array.from(primary.keys()).sort((a, b) => {
    const [x, y] = [a * stride, b * stride];
    return (
      primary[a]! - primary[b]! ||
      values[x + model]! - values[y + model]! ||
      values[x + position]! - values[y + position]! ||
      values[x]! - values[y]!
    );
  });
}

/** Ids lie close when at least every second number between the first and the last is one. */
function idsOf(id: Int32Array): Pick<Segment, 'rowOfId' | 'firstId' | 'rowsById'> {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < id.length; row++) {
    first = Math.min(first, id[row]!);
    last = Math.max(last, id[row]!);
  }
  const isClose = id.length > 0 && last - first < id.length * 2;
  const rowOfId = new Int32Array(isClose ? last - first + 1 : 0);
  if (isClose) for (let row = 0; row < id.length; row++) rowOfId[id[row]! - first] = row + 1;
  const rowsById = isClose ? new Int32Array(0) : Int32Array.from(id.keys()).sort((a, b) => id[a]! - id[b]!);
  return { rowOfId, firstId: isClose ? first : 0, rowsById };
}

function unitsOf(source: Source, order: Int32Array): Pick<Segment, 'baseUnit' | 'baseUnits'> {
  const unitOfProduct = new Uint16Array(order.length);
  const numbers = new Map<string, number>();
  for (let product = 0; product < order.length; product++) {
    const unit = source.base_unit.at(product);
    if (!numbers.has(unit)) numbers.set(unit, numbers.size);
    unitOfProduct[product] = numbers.get(unit)!;
  }
  const baseUnits = [...numbers.keys()].sort();
  const sorted = new Map(baseUnits.map((unit, at) => [numbers.get(unit)!, at]));
  return { baseUnits, baseUnit: Uint16Array.from(order, (product) => sorted.get(unitOfProduct[product]!)!) };
}

type Places = Pick<
  Segment,
  'categoryIds' | 'categoryStart' | 'mainCategory' | 'placeStart' | 'places' | 'secondaryStart' | 'secondaryRows'
>;

function placesOf({ categoryIds, main, primary, pairs }: Placing, order: Int32Array): Places {
  const size = order.length;
  const rowOfProduct = new Int32Array(size);
  const categoryStart = new Int32Array(categoryIds.length + 1);
  order.forEach((product, row) => {
    rowOfProduct[product] = row;
    if (primary[product]! < categoryIds.length) categoryStart[primary[product]! + 1]!++;
  });
  for (let at = 0; at < categoryIds.length; at++) categoryStart[at + 1]! += categoryStart[at]!;

  const rows = new Numbers();
  const places = new Numbers();
  for (let at = 0; at < pairs.size; at += 2) {
    const [product, place] = [pairs.values[at]!, pairs.values[at + 1]!];
    if (primary[product] === place) continue;
    rows.push(rowOfProduct[product]!);
    places.push(place);
  }
  const byRow = grouped(rows, places, size);
  const byCategory = grouped(places, rows, categoryIds.length);
  return {
    ...{ categoryIds, categoryStart, mainCategory: order.map((product) => main[product]!) },
    ...{ placeStart: byRow.start, places: byRow.items },
    ...{ secondaryStart: byCategory.start, secondaryRows: byCategory.items },
  };
}

/** Items by group, ascending within it: those of group g from start[g] until start[g + 1]. */
function grouped(groups: Numbers, items: Numbers, count: number): { start: Int32Array; items: Int32Array } {
  const start = new Int32Array(count + 1);
  for (let at = 0; at < groups.size; at++) start[groups.values[at]! + 1]!++;
  for (let group = 0; group < count; group++) start[group + 1]! += start[group]!;
  const next = start.slice(0, count);
  const sorted = new Int32Array(groups.size);
  for (let at = 0; at < groups.size; at++) sorted[next[groups.values[at]!]!++] = items.values[at]!;
  for (let group = 0; group < count; group++) {
    if (start[group + 1]! - start[group]! > 1) sorted.subarray(start[group]!, start[group + 1]!).sort();
  }
  return { start, items: sorted };
}

type Marks = Pick<Segment, 'markKind' | 'markId' | 'markStart' | 'marks' | 'carrierStart' | 'carriers'>;

function marksOf(source: Source, order: Int32Array, brands: Int32Array): Marks {
  const size = order.length;
  const rowOfProduct = new Int32Array(size);
  const rowOfId = new Map<number, number>();
  order.forEach((product, row) => {
    rowOfProduct[product] = row;
    rowOfId.set(source.facts.values[product * stride]!, row);
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
    const from = product === 0 ? 0 : source.facetEnds.values[product - 1]!;
    const seen = new Set<number>();
    for (let at = from; at < source.facetEnds.values[product]!; at++) {
      const value = source.facets.values[at]!;
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
    const row = rowOfId.get(source.actionProducts.values[at]!);
    if (row !== undefined) add(row, actionKind, source.actionProducts.values[at + 1]!);
  }

  const sorted = [...met.keys()].sort((a, b) => met[a]!.kind - met[b]!.kind || met[a]!.id - met[b]!.id);
  const markOfNumber = new Int32Array(met.length);
  sorted.forEach((number, mark) => {
    markOfNumber[number] = mark;
  });
  for (let at = 0; at < found.size; at++) found.values[at] = markOfNumber[found.values[at]!]!;
  const byRow = grouped(rows, found, size);

  const carrierRows = new Numbers();
  const carrierMarks = new Numbers();
  for (let at = 0; at < found.size; at++) {
    if (met[sorted[found.values[at]!]!]!.kind > brandKind) continue;
    carrierRows.push(rows.values[at]!);
    carrierMarks.push(found.values[at]!);
  }
  const byMark = grouped(carrierMarks, carrierRows, met.length);
  return {
    markKind: Int32Array.from(sorted, (number) => met[number]!.kind),
    markId: Int32Array.from(sorted, (number) => met[number]!.id),
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
    const from = product === 0 ? 0 : source.numberEnds.values[product - 1]!;
    for (let at = from; at < source.numberEnds.values[product]!; at++) {
      numberCode[next] = source.numberCodes.values[at]!;
      numbers[next++] = source.numbers[at]!;
    }
    numberStart[row + 1] = next;
  });
  source.numbers = [];
  source.numberCodes = new Numbers(0);
  return { rangeCodes: source.names.rangeCodes, numberStart, numberCode, numbers };
}
