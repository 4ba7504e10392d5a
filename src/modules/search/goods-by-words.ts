import { catalogueIndex } from '#modules/catalogue-index/catalogue-index.ts';
import type { CatalogueIndex } from '#modules/catalogue-index/segments.ts';
import { wordTerm } from '#modules/text-index/analyse.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { countOf } from './plan/correct.ts';
import { holdTerms, knownTerms } from './plan/hold-terms.ts';
import { searchRules } from './plan/read-rules.ts';

/** The words of the catalogue for whoever weighs them (an estimate), as of one moment. */
export type GoodsByWords = {
  /** How many products there are. */
  products: number;
  /** What a text is found by and some product has (stems, codes, sizes; no bare numbers) → in how many products. */
  termsOf(text: string): Map<string, number>;
  /** The terms of each synonym that a word has in the branch, all of them in some product → in how many products. */
  synonymsOf(word: string): Map<string, number>[];
  /** Products that hold the most of the first eight terms, at most `most` of them, the popular first. */
  holdersOf(terms: string[], most: number): Holder[];
};

export type Holder = {
  product_id: number;
  /** The terms it has anywhere, its categories' names included. */
  held: Set<string>;
  /** Those of them in its name. */
  named: Set<string>;
  /** One of them stands where names say what a thing is. */
  is_named_so: boolean;
};

/** So many terms decide which products are looked at. */
const deciding = 8;
/** Products with this many of them fewer than all are near; beyond that any one word will do. */
const nearMiss = 2;

/** Answers from the catalogue in memory; synonyms are those of the branch. */
export async function goodsByWords(db: Db, department_id_1c: string): Promise<GoodsByWords> {
  const index = await catalogueIndex(db);
  const { synonyms } = await searchRules(db, department_id_1c);
  const texts = index.segments.map(({ segment }) => segment.text);
  return {
    products: index.segments.reduce((sum, { segment, tombstoneCount }) => sum + segment.size - tombstoneCount, 0),
    termsOf: (text) => knownTerms(texts, text),
    synonymsOf: (word) =>
      (synonyms.get(wordTerm(word)) ?? [])
        .filter(({ terms }) => terms.length === 1)
        .map(({ means }) => new Map(means.map((term) => [term, countOf(texts, term)])))
        .filter((counts) => [...counts.values()].every((count) => count > 0)),
    holdersOf: (terms, most) => holdersOf(index, terms, most),
  };
}

function holdersOf(index: CatalogueIndex, terms: string[], most: number): Holder[] {
  const asked = Math.min(terms.length, deciding);
  const mask = (1 << asked) - 1;
  const segments = index.segments.map((live) => ({ ...live, ...holdTerms(live.segment.text, terms) }));
  let best = 0;
  for (const { held, tombstones } of segments) {
    held.forEach((bits, row) => {
      if (tombstones[row] === 0) best = Math.max(best, bitsIn(bits & mask));
    });
  }
  if (best === 0) return [];
  const least = best >= asked - nearMiss ? best : 1;
  const found = segments.flatMap(({ segment, held, named, heads, tombstones }) => {
    const rows: { product_id: number; popularity: number; held: number; named: number; is_named_so: boolean }[] = [];
    held.forEach((bits, row) => {
      if (tombstones[row] === 1 || bitsIn(bits & mask) < least) return;
      const product = { product_id: ensure(segment.id[row]), popularity: segment.popularity[row] ?? 0 };
      rows.push({ ...product, held: bits, named: named[row] ?? 0, is_named_so: heads[row] === 1 });
    });
    return rows;
  });
  return found
    .sort((a, b) => b.popularity - a.popularity || a.product_id - b.product_id)
    .slice(0, most)
    .map(({ product_id, held, named, is_named_so }) => ({
      product_id,
      held: termsIn(terms, held),
      named: termsIn(terms, named),
      is_named_so,
    }));
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function termsIn(terms: string[], bits: number): Set<string> {
  return new Set(terms.filter((_, at) => at < 16 && (bits & (1 << at)) !== 0));
}
