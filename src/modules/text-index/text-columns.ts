/** What a product is found by. All texts as people wrote them. */
export type TextDocument = {
  name: string;
  brand: string | null;
  article: string | null;
  barcode: string | null;
  idcode: string;
  /**
   * Names of its categories from the root to the main one. The same array (or an equal one) for all products of a
   * category.
   */
  path: readonly string[];
  /** Attributes with their values and units: «Диаметр 125 мм», «Цвет Белый»; names of further categories. */
  values: readonly string[];
  /** products.search_text */
  text: string;
};

/**
 * The text of one segment. Rows are the documents in the order given. Strings of a dictionary lie end to end in UTF-16
 * (`…Chars`), the n-th from `…Offsets[n]` to `…Offsets[n + 1]`, sorted by code units.
 */
export type TextColumns = {
  /** How many rows there are. */
  size: number;
  /** What documents are found by: stems, codes, sizes. */
  termChars: Uint16Array;
  termOffsets: Uint32Array;
  /** Term n stands in rows postings[postingOffsets[n]] … postings[postingOffsets[n + 1] - 1], ascending. */
  postingOffsets: Uint32Array;
  postings: Uint32Array;
  /** Beside each posting: where the term stands in the document, see `mark`. */
  marks: Uint8Array;
  /** Words as written, of letters only. */
  wordChars: Uint16Array;
  wordOffsets: Uint32Array;
  /** Which term the word is found by. */
  wordTerms: Uint32Array;
  /** In how many documents the word stands. */
  wordCounts: Uint32Array;
  /** Hash of how a word sounds → word; sorted by hash. */
  soundHashes: Uint32Array;
  soundWords: Uint32Array;
  /** Hash of a word's beginning with up to two letters left out → word; sorted by hash. */
  typoHashes: Uint32Array;
  typoWords: Uint32Array;
  /** Hash of an article, barcode or code without separators (53 bits) → row; sorted by hash. */
  keyHashes: Float64Array;
  keyRows: Uint32Array;
  /** How many paths there are. */
  pathCount: number;
  /** Which path a row's category has; the paths are numbered as they come. */
  paths: Uint32Array;
  /** Path of rows runStarts[n] … runStarts[n + 1] - 1. */
  runStarts: Uint32Array;
  runPaths: Uint32Array;
  /** Term n names paths pathPostings[pathOffsets[n]] …; beside each: see `pathMark`. */
  pathOffsets: Uint32Array;
  pathPostings: Uint32Array;
  pathMarks: Uint8Array;
  /** How many words the name of a row has. */
  nameLengths: Uint8Array;
};

/** A mark: four bits for the place in the name (15: not in it), four for where else. */
export const mark = { brand: 1, value: 2, text: 4, complement: 8, noPlace: 15, brandPlace: 4 } as const;

/**
 * A path's mark: two bits for the level (0: the main category itself), then head of the name, complement, and its words
 * (up to 7).
 */
export const pathMark = { level: 3, head: 4, complement: 8, wordsShift: 4 } as const;
