import type { Attribute, AttributeValue, Tree } from '#modules/catalogue/categories.ts';
import type { Segment } from '#modules/catalogue-index/segment.ts';
import { matchText } from '#modules/text-index/match-text.ts';
import type { TextColumns } from '#modules/text-index/text-columns.ts';
import type { Group, TextPlan } from '#modules/text-index/text-plan.ts';
import { perObject } from '#shared/per-object.ts';
import { phraseKey, termsOf } from './read-rules.ts';
import { namesCategory, pathsOfKind, saidInName } from './said-in-names.ts';

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
 * The parts of a query that are surely values of attributes: something else in it names a category, nearly all that its words find carries the
 * value, and nothing would be lost whose name or category says the word. `unread`: ids of values whose text is not in memory yet; when
 * there are any, read them (`valuesOf`) and ask again.
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
  const unread = [...sampled.keys()].filter((id) => !tree.values.has(id));
  if (unread.length > 0) return { found: [], unread };

  const known = new Map<string, { attribute: Attribute; ids: number[]; count: number }[]>();
  for (const [id, { attribute, count }] of sampled) {
    for (const key of keysOf(tree.values.get(id)!, attribute)) {
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
      if (best && isSure(lots, span, total, carriesMark(best.ids)))
        value = { groups: span, attribute: best.attribute, values: best.ids.map(String), label: labelOf(best, tree) };
      else if (!best && length === 1) value = numberOf(lots, span[0]!, total, tree, taken);
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

/** Which parts name the goods: what they are, and with it the rest of a category's name («гипсовая» before «штукатурка»). */
function namingGoods(searched: readonly Searched[], groups: Group[]): boolean[] {
  const isHead = groups.map((group) => searched.some(({ text }) => namesCategory(text, group)));
  return groups.map(
    (group, at) =>
      isHead[at]! ||
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
      const row = rows[at]!;
      for (let place = markStart[row]!; place < markStart[row + 1]!; place++) {
        const mark = marks[place]!;
        counts.set(mark, (counts.get(mark) ?? 0) + 1);
      }
    }
    for (const [mark, count] of counts) {
      const attribute = attributes.get(markKind[mark]!);
      if (attribute?.filter !== 'values') continue;
      const known = sampled.get(markId[mark]!);
      if (known) known.count += count;
      else sampled.set(markId[mark]!, { attribute, count });
    }
  }
  return sampled;
}

const knownKeys = perObject((_value: AttributeValue): { keys: string[] | null } => ({ keys: null }));

/** How a value may be typed: «Белый», «3 л», «2 полюса», «1200 × 600 мм» in any unit; a yes by the name of its attribute. */
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
  const keys = new Set([span.map(({ alternatives }) => alternatives[0]!.terms.join(' ')).join(' ')]);
  keys.add(phraseKey(span.map(({ text }) => text).join(' ')));
  if (span.length === 1) {
    for (const { terms, prefix, quality } of span[0]!.alternatives)
      if (prefix === undefined && quality >= 0.9) keys.add(terms.join(' '));
  }
  return [...keys].filter((key) => !isBareNumber(key));
}

type Carries = (carried: Carried) => (row: number) => boolean;

function carriesMark(ids: number[]): Carries {
  return ({ markId, markKind, markStart, marks }) => {
    const isWanted = new Uint8Array(markKind.length);
    for (let mark = 0; mark < markKind.length; mark++)
      if (markKind[mark]! > 0 && ids.includes(markId[mark]!)) isWanted[mark] = 1;
    return (row) => {
      for (let at = markStart[row]!; at < markStart[row + 1]!; at++) if (isWanted[marks[at]!] === 1) return true;
      return false;
    };
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
    const said = span.map((group) => saidInName(text, group));
    if (without.some((row) => said.every((one) => one[row] === 1))) return false;
  }
  return true;
}

/** A measure that an attribute of numbers holds: «800 Вт». */
function numberOf(lots: Lot[], group: Group, total: number, tree: Tree, taken: Set<Attribute>): CarriedValue | null {
  const wanted = measureOf(group.alternatives[0]!.terms[0]);
  if (!wanted) return null;
  let best: CarriedValue | null = null;
  for (const attribute of tree.attributes) {
    if (attribute.filter !== 'range' || attribute.unit === null || taken.has(attribute)) continue;
    const one = measureOf(termsOf(`1 ${attribute.unit}`)[0]);
    if (one?.unit !== wanted.unit) continue;
    const number = Math.round((wanted.amount / one.amount) * 1e6) / 1e6;
    if (!isSure(lots, [group], total, carriesNumber(attribute.code, number))) continue;
    const label = `${attribute.name}: ${decimal(number)}\u00a0${attribute.unit}`;
    best = { groups: [group], attribute, values: [`${number}..${number}`], label };
    break;
  }
  return best;
}

function measureOf(term: string | undefined): { amount: number; unit: string } | null {
  const match = /^=(\d+(?:\.\d+)?)([a-z]+\d?)$/.exec(term ?? '');
  return match ? { amount: Number(match[1]), unit: match[2]! } : null;
}

function carriesNumber(code: string, number: number): Carries {
  return ({ rangeCodes, numberStart, numberCode, numbers }) => {
    const place = rangeCodes.indexOf(code);
    return (row) => {
      for (let at = numberStart[row]!; at < numberStart[row + 1]!; at++)
        if (numberCode[at] === place && numbers[at] === number) return true;
      return false;
    };
  };
}

function labelOf({ attribute, ids }: { attribute: Attribute; ids: number[] }, tree: Tree): string {
  if (attribute.type === 'boolean') return attribute.name;
  const { value } = tree.values.get(ids[0]!)!;
  return `${attribute.name}: ${value}${attribute.unit ? `\u00a0${attribute.unit}` : ''}`;
}

function decimal(number: number): string {
  return String(number).replace('.', ',');
}
