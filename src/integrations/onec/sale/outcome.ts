/** What a document of 1C did to its order, in words for the operator. */
export type Outcome = {
  /** What changed. */
  words: string[];
  /** What of it was not taken, with the reason, while the rest was. */
  untaken: string[];
  /** Why an order that was paid is so no more. */
  unpaid: string | null;
  /** What came of its money, where that is not all of it. */
  part: string | null;
};

export function nothingYet(): Outcome {
  return { words: [], untaken: [], unpaid: null, part: null };
}
