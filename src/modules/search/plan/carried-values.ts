import type { Attribute, AttributeValue, Tree } from '#modules/catalogue/categories.ts';
import { metValue } from '#modules/catalogue/named-values.ts';
import { hasMark, hasNumber, markOf, type Segment } from '#modules/catalogue-index/segment.ts';
import { matchText } from '#modules/text-index/match-text.ts';
import type { TextColumns } from '#modules/text-index/text-columns.ts';
import type { Group, TextPlan } from '#modules/text-index/text-plan.ts';
import { ensure } from '#shared/ensure.ts';
import { perObject } from '#shared/per-object.ts';
import { measured, plainUnit } from '#shared/unit-words.ts';
import { namesCategory, pathsOfKind, standsInName } from './found-in-names.ts';
import { phraseKey, termsOf } from './read-rules.ts';

/** What the rows of a segment carry beside their words. */
export type Carried = Pick<
  Segment,
  | 'markKind'
  | 'markId'
  | 'markStart'
  | 'marks'
  | 'rangeCodes'
  | 'numberStart'
  | 'numberCode'
  | 'numbers'
  | 'baseUnit'
  | 'baseUnits'
>;
type Searched = { text: TextColumns; isAlive?: (row: number) => boolean; carried?: Carried };

/** Words of the query that are surely a value of an attribute. `values` as in a listing's filters. */
export type CarriedValue = { groups: Group[]; attribute: Attribute; values: string[]; label: string };

type Lot = { text: TextColumns; carried: Carried; rows: Uint32Array };

/** So many rows, taken evenly, tell which values are worth a closer look. */
const mostSampled = 500;
/** What the words find and does not carry the value is about something else; when there is more of it, the word is. */
const leastShare = 0.8;
const longestValue = 3;

/**
 * The parts of a query that are surely values of attributes: something else in it names a category, nearly all that its
 * words find carries the value, and nothing would be lost whose name or category says the word. `unread`: ids of values
 * whose text is not in memory yet; when there are any, read them (`valuesOf`) and ask again.
 */
export function carriedValues(
  searched: readonly Searched[],
  plan: TextPlan,
  tree: Tree,
): { found: CarriedValue[]; unread: number[] } {
  const nothing = { found: [], unread: [] };
  const { groups } = plan;
  if (groups.length < 2) return nothing;
  const isName = namingGoods(searched, groups);
  if (isName.every((is) => is === isName[0])) return nothing;
  const lots = searched.flatMap(({ text, isAlive, carried }): Lot[] =>
    carried ? [{ text, carried, rows: living(matchText(text, plan).rows, isAlive) }] : [],
  );
  const total = lots.reduce((sum, { rows }) => sum + rows.length, 0);
  if (total === 0) return nothing;
  const attributes = new Map(tree.attributes.map((attribute) => [attribute.id, attribute]));
  const sampled = sampleValues(lots, Math.max(1, Math.floor(total / mostSampled)), attributes);
  const unread = [...sampled.keys()].filter((id) => !metValue(tree, id));
  if (unread.length > 0) return { found: [], unread };

  const known = new Map<string, { attribute: Attribute; ids: number[]; count: number }[]>();
  for (const [id, { attribute, count }] of sampled) {
    for (const key of keysOf(ensure(metValue(tree, id)), attribute)) {
      const options = known.get(key) ?? [];
      known.set(key, options);
      const own = options.find((option) => option.attribute === attribute);
      if (own) {
        own.ids.push(id);
        own.count += count;
      } else options.push({ attribute, ids: [id], count });
    }
  }
  const found: CarriedValue[] = [];
  const taken = new Set<Attribute>();
  for (let at = 0; at < groups.length; ) {
    let value: CarriedValue | null = null;
    for (let length = Math.min(longestValue, groups.length - at); length > 0 && value === null; length--) {
      if (isName.slice(at, at + length).includes(true)) continue;
      const span = groups.slice(at, at + length);
      const options = spanKeys(span).flatMap((key) => known.get(key) ?? []);
      options.sort((a, b) => b.count - a.count);
      const best = options.find(({ attribute }) => !taken.has(attribute));
      if (best && isSure(lots, span, total, carriesMark(best.attribute, best.ids)))
        value = { groups: span, attribute: best.attribute, values: best.ids.map(String), label: labelOf(best, tree) };
      else if (!best && length === 1) value = numberOf(lots, ensure(span[0]), total, tree, taken);
    }
    if (value) {
      found.push(value);
      taken.add(value.attribute);
    }
    at += value?.groups.length ?? 1;
  }
  return { found, unread: [] };
}

function living(rows: Uint32Array, isAlive: Searched['isAlive']): Uint32Array {
  return isAlive ? rows.filter(isAlive) : rows;
}

/**
 * Which parts name the goods: what they are, and with it the rest of a category's name («гипсовая» before
 * «штукатурка»).
 */
function namingGoods(searched: readonly Searched[], groups: Group[]): boolean[] {
  const isHead = groups.map((group) => searched.some(({ text }) => namesCategory(text, group)));
  return groups.map(
    (group, at) =>
      isHead[at] ||
      searched.some(({ text }) => {
        const own = [...pathsOfKind(text, group, true)];
        return groups.some((head, place) => {
          const paths = isHead[place] ? pathsOfKind(text, head) : null;
          return own.some((path) => paths?.has(path));
        });
      }),
  );
}

function sampleValues(
  lots: Lot[],
  stride: number,
  attributes: Map<number, Attribute>,
): Map<number, { attribute: Attribute; count: number }> {
  const sampled = new Map<number, { attribute: Attribute; count: number }>();
  for (const { carried, rows } of lots) {
    const { markKind, markId, markStart, marks } = carried;
    const counts = new Map<number, number>();
    for (let at = 0; at < rows.length; at += stride) {
      const row = ensure(rows[at]);
      for (const mark of marks.subarray(markStart[row], markStart[row + 1]))
        counts.set(mark, (counts.get(mark) ?? 0) + 1);
    }
    for (const [mark, count] of counts) {
      const [attribute, id] = [attributes.get(ensure(markKind[mark])), ensure(markId[mark])];
      if (attribute?.filter !== 'values') continue;
      const known = sampled.get(id);
      if (known) known.count += count;
      else sampled.set(id, { attribute, count });
    }
  }
  return sampled;
}

const knownKeys = perObject((_value: AttributeValue): { keys: string[] | null } => ({ keys: null }));

/**
 * How a value may be typed: «Белый», «3 л», «2 полюса», «1200 × 600 мм» in any unit; a yes by the name of its
 * attribute.
 */
function keysOf(value: AttributeValue, attribute: Attribute): string[] {
  const known = knownKeys(value);
  if (!known.keys) {
    const { name, unit, type } = attribute;
    const texts =
      type === 'boolean'
        ? [name]
        : [
            value.value,
            ...(unit ? [`${value.value} ${unit}`] : []),
            ...(type === 'number' ? [`${value.value} ${name}`] : []),
          ];
    const terms = texts.map(termsOf);
    known.keys = [...new Set(terms.map((one) => one.join(' ')))].filter((key) => !isBareNumber(key));
  }
  return known.keys;
}

function isBareNumber(key: string): boolean {
  return /^[\d.]*$/.test(key);
}

function spanKeys(span: Group[]): string[] {
  const keys = new Set([span.map(({ alternatives: [first] }) => first?.terms.join(' ')).join(' ')]);
  keys.add(phraseKey(span.map(({ text }) => text).join(' ')));
  const [only, ...others] = span;
  if (only && others.length === 0) {
    for (const { terms, prefix, quality } of only.alternatives)
      if (prefix === undefined && quality >= 0.9) keys.add(terms.join(' '));
  }
  return [...keys].filter((key) => !isBareNumber(key));
}

type Carries = (carried: Carried) => (row: number) => boolean;

function carriesMark(attribute: Attribute, ids: number[]): Carries {
  return (carried) => {
    const isWanted = new Uint8Array(carried.markKind.length);
    for (const id of ids) {
      const mark = markOf(carried, attribute.id, id);
      if (mark !== -1) isWanted[mark] = 1;
    }
    return (row) => hasMark(carried, row, isWanted);
  };
}

function isSure(lots: Lot[], span: Group[], total: number, carries: Carries): boolean {
  let lost = 0;
  for (const { text, carried, rows } of lots) {
    const has = carries(carried);
    const without = rows.filter((row) => !has(row));
    lost += without.length;
    if (lost > total * (1 - leastShare)) return false;
    if (without.length === 0) continue;
    const named = span.map((group) => standsInName(text, group));
    if (without.some((row) => named.every((one) => one[row] === 1))) return false;
  }
  return true;
}

/** A measure that an attribute of numbers holds: «800 Вт». */
function numberOf(lots: Lot[], group: Group, total: number, tree: Tree, taken: Set<Attribute>): CarriedValue | null {
  const wanted = measureOf(group.alternatives[0]?.terms[0]);
  if (!wanted) return null;
  let best: CarriedValue | null = null;
  for (const attribute of tree.attributes) {
    if (attribute.filter !== 'range' || attribute.unit === null || taken.has(attribute)) continue;
    const one = measureOf(termsOf(`1 ${attribute.unit}`)[0]);
    if (one?.unit !== wanted.unit) continue;
    const number = Math.round((wanted.amount / one.amount) * 1e6) / 1e6;
    if (!isSure(lots, [group], total, carriesNumber(attribute.code, number))) continue;
    const label = `${attribute.name}: ${measured(decimal(number), attribute.measure ?? plainUnit(attribute.unit))}`;
    best = { groups: [group], attribute, values: [`${number}..${number}`], label };
    break;
  }
  return best;
}

function measureOf(term: string | undefined): { amount: number; unit: string } | null {
  const [, amount, unit] = /^=(\d+(?:\.\d+)?)([a-z]+\d?)$/.exec(term ?? '') ?? [];
  return unit === undefined ? null : { amount: Number(amount), unit };
}

function carriesNumber(code: string, number: number): Carries {
  return (carried) => {
    const place = carried.rangeCodes.indexOf(code);
    return (row) => hasNumber(carried, row, place, number);
  };
}

function labelOf({ attribute, ids }: { attribute: Attribute; ids: number[] }, tree: Tree): string {
  if (attribute.type === 'boolean') return attribute.name;
  const { value } = ensure(metValue(tree, ensure(ids[0])));
  return `${attribute.name}: ${value}${attribute.unit ? `\u00a0${attribute.unit}` : ''}`;
}

function decimal(number: number): string {
  return String(number).replace('.', ',');
}
