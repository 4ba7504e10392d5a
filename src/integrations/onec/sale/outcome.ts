/** What a document of 1C did to its order, in words for the operator. */
export type Outcome = {
  /** What changed. */
  words: string[];
  /** What of it was not taken, with the reason, while the rest was. */
  notApplied: string[];
  /** Why an order that was paid is so no more. */
  unpaid: string | null;
  /** What came of its money, where that is not all of it. */
  part: string | null;
  /** What became of the goods that it names; null: it names none. */
  goods: Goods | null;
};

/** Taken, passed over for those of an older copy, refused. */
export type Goods = 'taken' | 'older' | 'refused';

export function nothingYet(): Outcome {
  return { words: [], notApplied: [], unpaid: null, part: null, goods: null };
}
