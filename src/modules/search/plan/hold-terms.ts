import { tokensOf } from '#modules/text-index/analyse.ts';
import { findTerm, termCount } from '#modules/text-index/dictionary.ts';
import { mark, pathMark, type TextColumns } from '#modules/text-index/text-columns.ts';

/** What a text is found by and at least one product has → in how many products. Bare numbers say nothing of a thing. */
export function knownTerms(texts: readonly TextColumns[], text: string): Map<string, number> {
  const known = new Map<string, number>();
  for (const term of tokensOf(text).flatMap(({ terms }) => terms)) {
    if (/^\d+(?:\.\d+)?$/.test(term)) continue;
    const count = texts.reduce((sum, own) => {
      const found = findTerm(own, term);
      return found === -1 ? sum : sum + termCount(own, found);
    }, 0);
    if (count > 0) known.set(term, count);
  }
  return known;
}

/** Per row, as bits by place in `terms` (at most 16): which terms it has, which of them in its name; 1 where one says what the thing is. */
export type HeldTerms = { held: Uint16Array; named: Uint16Array; heads: Uint8Array };

/** So far from its beginning a name says what the thing is. */
const headPlaces = 3;

/** Which rows of a segment hold which of these terms, those of their categories' names included. */
export function holdTerms(text: TextColumns, terms: string[]): HeldTerms {
  const size = text.size[0]!;
  const found = { held: new Uint16Array(size), named: new Uint16Array(size), heads: new Uint8Array(size) };
  for (const [at, one] of terms.slice(0, 16).entries()) {
    const term = findTerm(text, one);
    if (term === -1) continue;
    holdInGoods(text, term, 1 << at, found);
    holdInCategories(text, term, 1 << at, found);
  }
  return found;
}

function holdInGoods(text: TextColumns, term: number, bit: number, { held, named, heads }: HeldTerms): void {
  for (let at = text.postingOffsets[term]!; at < text.postingOffsets[term + 1]!; at++) {
    const row = text.postings[at]!;
    const place = text.marks[at]! >> 4;
    held[row]! |= bit;
    if (place === mark.noPlace) continue;
    named[row]! |= bit;
    if (place < headPlaces) heads[row] = 1;
  }
}

function holdInCategories(text: TextColumns, term: number, bit: number, { held, heads }: HeldTerms): void {
  const isHead = new Map<number, boolean>();
  for (let at = text.pathOffsets[term]!; at < text.pathOffsets[term + 1]!; at++) {
    const value = text.pathMarks[at]!;
    const path = text.pathPostings[at]!;
    const saysWhat =
      (value & pathMark.level) === 0 && (value & pathMark.head) !== 0 && (value & pathMark.complement) === 0;
    isHead.set(path, saysWhat || isHead.get(path) === true);
  }
  for (let run = 0; isHead.size > 0 && run < text.runPaths.length; run++) {
    const saysWhat = isHead.get(text.runPaths[run]!);
    if (saysWhat === undefined) continue;
    for (let row = text.runStarts[run]!; row < text.runStarts[run + 1]!; row++) {
      held[row]! |= bit;
      if (saysWhat) heads[row] = 1;
    }
  }
}
