import { eachPath, eachPosting, findTerm, markIn } from '#modules/text-index/dictionary.ts';
import { matchText } from '#modules/text-index/match-text.ts';
import { eachRow, prepare } from '#modules/text-index/sources.ts';
import { mark, pathMark, type TextColumns } from '#modules/text-index/text-columns.ts';
import type { Group } from '#modules/text-index/text-plan.ts';

/** The word says what the goods of some category are. */
export function namesCategory(text: TextColumns, group: Group): boolean {
  return !group.is_complement && pathsOfKind(text, group).size > 0;
}

/**
 * The query names goods that the catalogue has, in a category called so, and nothing found is called so: «цемент 25
 * кг», where cement comes by 50 kg and what comes by 25 are mixes of the same category. `isAlive` false: the row no
 * longer counts.
 */
export function isOfOtherKind(
  searched: readonly { text: TextColumns; isAlive?: (row: number) => boolean }[],
  groups: Group[],
): boolean {
  const kinds = groups.filter((group) => searched.some(({ text }) => isKindKnown(text, group)));
  if (kinds.length === 0) return false;
  return !searched.some(({ text, isAlive }) => {
    const terms = kinds.flatMap((group) => strongTerms(text, group));
    const { rows } = matchText(text, { groups, keys: [], is_everything: false });
    return rows.some((row) => (isAlive?.(row) ?? true) && terms.some((term) => isNamedBy(text, term, row)));
  });
}

/** Some goods are called so in a category that is called so itself, not only above it. */
function isKindKnown(text: TextColumns, group: Group): boolean {
  if (group.is_complement) return false;
  return strongTerms(text, group).some((term) => {
    const paths = new Set<number | undefined>();
    eachPath(text, term, (path, value) => {
      if (isHead(value) && (value & pathMark.level) === 0) paths.add(path);
    });
    return (
      paths.size > 0 && eachPosting(text, term, (row, value) => isNamedByMark(value) && paths.has(text.paths[row]))
    );
  });
}

function isNamedBy(text: TextColumns, term: number, row: number): boolean {
  const value = markIn(text, term, row);
  return value !== -1 && isNamedByMark(value);
}

function isHead(value: number): boolean {
  return (value & pathMark.head) !== 0 && (value & pathMark.complement) === 0;
}

function isNamedByMark(value: number): boolean {
  return value >> 4 !== mark.noPlace && (value & mark.complement) === 0;
}

function strongTerms(text: TextColumns, { alternatives }: Group): number[] {
  return alternatives.flatMap(({ terms: [only, ...others], quality }) => {
    if (only === undefined || others.length > 0 || quality <= 0.7) return [];
    const term = findTerm(text, only);
    return term === -1 ? [] : [term];
  });
}

/** The paths of the categories whose goods are what the word says; `isAnyWord`: in whose names it stands at all. */
export function pathsOfKind(text: TextColumns, group: Group, isAnyWord = false): Set<number> {
  const paths = new Set<number>();
  for (const term of strongTerms(text, group)) {
    eachPath(text, term, (path, value) => {
      if (isAnyWord || isHead(value)) paths.add(path);
    });
  }
  return paths;
}

/** Per row, 1: its name, its brand or its category says this part of a query. */
export function standsInName(text: TextColumns, group: Group): Uint8Array {
  const stands = new Uint8Array(text.size);
  for (const source of prepare(text, group).sources) {
    eachRow(text, source, (row, _value, bits, value) => {
      if (bits !== 0 || value & mark.brand || source.kind === 'paths') stands[row] = 1;
    });
  }
  return stands;
}
