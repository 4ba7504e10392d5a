import { findTerm } from './dictionary.ts';
import { eachRow, type Group, prepare } from './match-text.ts';
import { mark, pathMark, type TextColumns } from './text-columns.ts';

/** The word says what the goods of some category are. */
export function namesCategory(text: TextColumns, group: Group): boolean {
  return !group.is_complement && pathsOfKind(text, group).size > 0;
}

/** The paths of the categories whose goods are what the word says; `isAnyWord`: in whose names it stands at all. */
export function pathsOfKind(text: TextColumns, group: Group, isAnyWord = false): Set<number> {
  const paths = new Set<number>();
  for (const { terms, quality } of group.alternatives) {
    const term = terms.length === 1 && quality > 0.7 ? findTerm(text, terms[0]!) : -1;
    if (term === -1) continue;
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
