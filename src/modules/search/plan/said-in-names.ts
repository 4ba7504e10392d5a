import { findTerm, lowerBound } from '#modules/text-index/dictionary.ts';
import { matchText } from '#modules/text-index/match-text.ts';
import { eachRow, prepare } from '#modules/text-index/sources.ts';
import { mark, pathMark, type TextColumns } from '#modules/text-index/text-columns.ts';
import type { Group } from '#modules/text-index/text-plan.ts';

/** The word says what the goods of some category are. */
export function namesCategory(text: TextColumns, group: Group): boolean {
  return !group.is_complement && pathsOfKind(text, group).size > 0;
}

/**
 * The query names goods that the catalogue has, in a category called so, and nothing found is called so: «цемент 25 кг», where cement comes by 50 kg
 * and what comes by 25 are mixes of the same category. `isAlive` false: the row no longer counts.
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
    const paths = new Set<number>();
    for (let at = text.pathOffsets[term]!; at < text.pathOffsets[term + 1]!; at++) {
      const value = text.pathMarks[at]!;
      if (isHead(value) && (value & pathMark.level) === 0) paths.add(text.pathPostings[at]!);
    }
    if (paths.size === 0) return false;
    for (let at = text.postingOffsets[term]!; at < text.postingOffsets[term + 1]!; at++) {
      if (isCalledSo(text.marks[at]!) && paths.has(text.paths[text.postings[at]!]!)) return true;
    }
    return false;
  });
}

function isNamedBy(text: TextColumns, term: number, row: number): boolean {
  const end = text.postingOffsets[term + 1]!;
  const at = lowerBound(text.postings, row, text.postingOffsets[term]!, end);
  return at < end && text.postings[at] === row && isCalledSo(text.marks[at]!);
}

function isHead(value: number): boolean {
  return (value & pathMark.head) !== 0 && (value & pathMark.complement) === 0;
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
      if (isAnyWord || isHead(value)) paths.add(text.pathPostings[at]!);
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
