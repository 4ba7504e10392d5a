/**
 * One way to satisfy a part of a query: all of `terms`, any term that begins with `prefix`, or the article, barcode or
 * code `key`.
 */
export type Alternative = {
  terms: string[];
  /** Instead of terms: whatever begins so. */
  prefix?: string;
  /** Instead of both: as `keyOf` gives it. */
  key?: string;
  /** 1: as typed; less: a synonym, another spelling, a beginning. */
  quality: number;
};

/** One part of a query: a word, a size, or several words that mean one thing. All parts must be found. */
export type Group = {
  text: string;
  alternatives: Alternative[];
  weight: number;
  /** Says what the thing goes with: «на ёлку». */
  is_complement?: boolean;
  /** Further ways that are tried when all parts together find nothing. */
  loose?: Alternative[];
};

export type TextPlan = {
  groups: Group[];
  /** Instead of groups: exactly these articles, barcodes or codes (`keyOf`). */
  keys: string[];
  /** Instead of both: all rows, the query being filters only. */
  is_everything: boolean;
};
