/** 3 exactly what is wanted, 2 good, 1 acceptable; what does not answer a query has none. */
export type Grade = 1 | 2 | 3;

/** So many first answers are looked at. */
const depth = 10;

/**
 * nDCG@10, 0…1: how near the order of an answer comes to the best order there could be (Järvelin and Kekäläinen, with a
 * gain of 2^grade − 1). `shown`: grades of the answers in their order, 0 for a wrong one; `wanted`: grades of all goods
 * that answer the query, at least one.
 */
export function ndcg(shown: readonly number[], wanted: readonly number[]): number {
  return gain(shown) / gain(wanted.toSorted((a, b) => b - a));
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, depth).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}
