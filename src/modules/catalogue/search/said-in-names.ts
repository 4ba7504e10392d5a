import { findTerm, lowerBound } from './dictionary.ts';
import { eachRow, type Group, matchText, prepare } from './match-text.ts';
import { mark, pathMark, type TextColumns } from './text-columns.ts';

/** The word says what the goods of some category are. */
export function namesCategory(text: TextColumns, group: Group): boolean {
  return !group.is_complement && pathsOfKind(text, group).size > 0;
}

/**
 * The query names goods that have a category, and nothing found stands in it or is called so: «цемент 25 кг», where cement comes by 50 kg and
 * what comes by 25 are mixes in the same part of the catalogue. `isAlive` false: the row no longer counts.
 */
export function isOfOtherKind(
  searched: readonly { text: TextColumns; isAlive?: (row: number) => boolean }[],
  groups: Group[],
): boolean {
  let isNamed = false;
  for (const { text, isAlive } of searched) {
    const kinds = groups.filter((group) => !group.is_complement).map((group) => kindOf(text, group));
    isNamed ||= kinds.some(({ paths }) => paths.size > 0);
    const { rows } = matchText(text, { groups, keys: [], is_everything: false });
    const named = kinds.filter(({ paths }) => paths.size > 0);
    if (rows.some((row) => (isAlive?.(row) ?? true) && named.some((kind) => isOfKind(text, kind, row)))) return false;
  }
  return isNamed;
}

type Kind = { paths: Set<number>; terms: number[] };

/** The categories that the word itself names, not those below them, and the ways to write it. */
function kindOf(text: TextColumns, group: Group): Kind {
  const terms = strongTerms(text, group);
  const paths = new Set<number>();
  for (const term of terms) {
    for (let at = text.pathOffsets[term]!; at < text.pathOffsets[term + 1]!; at++) {
      const value = text.pathMarks[at]!;
      const isHead = (value & pathMark.head) !== 0 && (value & pathMark.complement) === 0;
      if (isHead && (value & pathMark.level) === 0) paths.add(text.pathPostings[at]!);
    }
  }
  return { paths, terms };
}

function isOfKind(text: TextColumns, { paths, terms }: Kind, row: number): boolean {
  if (paths.has(text.paths[row]!)) return true;
  return terms.some((term) => {
    const end = text.postingOffsets[term + 1]!;
    const at = lowerBound(text.postings, row, text.postingOffsets[term]!, end);
    return at < end && text.postings[at] === row && isCalledSo(text.marks[at]!);
  });
}

function isCalledSo(value: number): boolean {
  return value >> 4 !== mark.noPlace && (value & mark.complement) === 0;
}

function strongTerms(text: TextColumns, { alternatives }: Group): number[] {
  return alternatives
    .filter(({ terms, quality }) => terms.length === 1 && quality > 0.7)
    .map(({ terms }) => findTerm(text, terms[0]!))
    .filter((term) => term !== -1);
}

/** The paths of the categories whose goods are what the word says; `isAnyWord`: in whose names it stands at all. */
export function pathsOfKind(text: TextColumns, group: Group, isAnyWord = false): Set<number> {
  const paths = new Set<number>();
  for (const term of strongTerms(text, group)) {
    for (let at = text.pathOffsets[term]!; at < text.pathOffsets[term + 1]!; at++) {
      const value = text.pathMarks[at]!;
      if (isAnyWord || (value & pathMark.head && !(value & pathMark.complement))) paths.add(text.pathPostings[at]!);
    }
  }
  return paths;
}

/** Per row, 1: its name, its brand or its category says this part of a query. */
export function saidInName(text: TextColumns, group: Group): Uint8Array {
  const said = new Uint8Array(text.size[0]!);
  for (const source of prepare(text, group).sources) {
    if (source.kind === 'postings') {
      for (let at = source.first; at < source.end; at++) {
        const value = text.marks[at]!;
        if (value >> 4 !== mark.noPlace || value & mark.brand) said[text.postings[at]!] = 1;
      }
    } else {
      eachRow(text, source, (row, _value, bits) => {
        if (bits !== 0 || source.kind === 'paths') said[row] = 1;
      });
    }
  }
  return said;
}
