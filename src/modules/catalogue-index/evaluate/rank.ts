import { relevanceOf } from '../relevance.ts';
import { type BestCards, isBefore, type Keys } from './best-cards.ts';
import type { Pass } from './pass.ts';
import { keysFor } from './sort-keys.ts';

/** Offers the best variant of each model of the list to the best cards; those of one segment, block by block. */
export class Ranking {
  readonly #pass: Pass;
  readonly #best: BestCards;
  readonly #segmentNumber: number;
  readonly #keysOf: ReturnType<typeof keysFor>;
  /** Most rows of a common word are no candidates for the page, and are told apart by one number, without a call. */
  readonly #scores: ArrayLike<number> | null;
  #keys = noKeys();
  #bestKeys = noKeys();
  #bestRow = -1;
  #model = -1;
  #foundAt = 0;

  constructor(pass: Pass, best: BestCards, segmentNumber: number) {
    const { query, segment, found } = pass;
    this.#pass = pass;
    this.#best = best;
    this.#segmentNumber = segmentNumber;
    this.#keysOf = keysFor(query.sort, segment, found);
    this.#scores = query.sort === 'relevance' && found ? found.scores : null;
  }

  addBlock(): void {
    const { segment, found, scratch } = this.#pass;
    const { rows, listed, listedSize, stamp, charged, ofBranch, oldPrice, switched } = scratch.block;
    const { popularity, variantPosition, id } = segment;
    const scores = this.#scores;
    const keysOf = this.#keysOf;
    let keys = this.#keys;
    let bestKeys = this.#bestKeys;
    let bestRow = this.#bestRow;
    let model = this.#model;
    let foundAt = this.#foundAt;
    let last = this.#best.last();
    for (let place = 0; place < listedSize; place++) {
      const at = listed[place]!;
      const row = rows[at]!;
      if (stamp[at] !== model) {
        model = stamp[at]!;
        if (bestRow !== -1) {
          this.#best.offer(bestKeys, this.#segmentNumber, bestRow);
          last = this.#best.last();
          bestRow = -1;
        }
      }
      if (found) while (found.rows[foundAt]! < row) foundAt++;
      const isEnough = switched.in_stock[at] === 1;
      if (scores !== null) {
        const isBuyable = isEnough && charged[at] !== 0;
        if (-relevanceOf(scores[foundAt]!, isBuyable, popularity[row]!) > last) continue;
      }
      keysOf(keys, row, charged[at]!, isEnough, oldPrice[at]!, ofBranch[at]!, foundAt);
      if (keys.first > last) continue;
      keys.position = variantPosition[row]!;
      keys.id = id[row]!;
      if (bestRow === -1 || isBefore(keys, bestKeys)) {
        const spare = bestKeys;
        bestKeys = keys;
        keys = spare;
        bestRow = row;
      }
    }
    this.#keys = keys;
    this.#bestKeys = bestKeys;
    this.#bestRow = bestRow;
    this.#model = model;
    this.#foundAt = foundAt;
  }

  /** The model at hand is complete. */
  offerLast(): void {
    if (this.#bestRow !== -1) this.#best.offer(this.#bestKeys, this.#segmentNumber, this.#bestRow);
    this.#bestRow = -1;
  }
}

function noKeys(): Keys {
  return { first: 0, second: 0, third: 0, position: 0, id: 0 };
}
