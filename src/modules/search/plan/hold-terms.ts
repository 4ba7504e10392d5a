import { tokensOf } from '#modules/text-index/analyse.ts';
import { eachPath, eachPosting, eachRun, findTerm, termCount } from '#modules/text-index/dictionary.ts';
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

/**
 * Per row, as bits by place in `terms` (at most 16): which terms it has, which of them in its name; 1 where one says
 * what the thing is.
 */
export type HeldTerms = { held: Uint16Array; named: Uint16Array; heads: Uint8Array };

/** So far from its beginning a name says what the thing is. */
const headPlaces = 3;

/** Which rows of a segment hold which of these terms, those of their categories' names included. */
export function holdTerms(text: TextColumns, terms: string[]): HeldTerms {
  const { size } = text;
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
  eachPosting(text, term, (row, value) => {
    const place = value >> 4;
    setBit(held, row, bit);
    if (place === mark.noPlace) return;
    setBit(named, row, bit);
    if (place < headPlaces) heads[row] = 1;
  });
}

function holdInCategories(text: TextColumns, term: number, bit: number, { held, heads }: HeldTerms): void {
  const isHead = new Map<number, boolean>();
  eachPath(text, term, (path, value) => {
    const saysWhat =
      (value & pathMark.level) === 0 && (value & pathMark.head) !== 0 && (value & pathMark.complement) === 0;
    isHead.set(path, saysWhat || isHead.get(path) === true);
  });
  if (isHead.size === 0) return;
  eachRun(text, (path, from, until) => {
    const saysWhat = isHead.get(path);
    if (saysWhat === undefined) return;
    for (let row = from; row < until; row++) setBit(held, row, bit);
    if (saysWhat) heads.fill(1, from, until);
  });
}

function setBit(bits: Uint16Array, row: number, bit: number): void {
  bits[row] = (bits[row] ?? 0) | bit;
}
