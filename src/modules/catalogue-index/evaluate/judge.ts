import { leastRating, switchKeys } from '#shared/listing-query.ts';
import { oldPriceAt, priceAt } from '../columns/prices.ts';
import { leftAt } from '../columns/stock.ts';
import type { Pass } from './pass.ts';

/** The next block: living candidates with their models. False: there are no more. */
export function nextBlock(pass: Pass): boolean {
  const { tombstones, spans, segment } = pass;
  const { block } = pass.scratch;
  const { rows, stamp: stamps, isOnly } = block;
  const { model } = segment;
  let { modelNow, stamp, span, row } = pass;
  let size = 0;
  while (span < spans.length && size < rows.length) {
    const until = spans[span + 1]!;
    for (; row < until && size < rows.length; row++) {
      if (tombstones[row] === 1) continue;
      const own = model[row]!;
      if (own === modelNow) isOnly[size] = 0;
      else {
        modelNow = own;
        stamp++;
        isOnly[size] = model[row + 1] === own ? 0 : 1;
      }
      rows[size] = row;
      stamps[size++] = stamp;
    }
    if (row === until) {
      span += 2;
      row = spans[span] ?? 0;
    }
  }
  block.size = size;
  pass.modelNow = modelNow;
  pass.stamp = stamp;
  pass.span = span;
  pass.row = row;
  return size > 0;
}

/** Notes which filters the rows of the block fail. */
export function judge(pass: Pass): void {
  judgeMoney(pass);
  judgeSwitches(pass);
  if (pass.bits.ticked !== 0) judgeTicks(pass);
  if (pass.bits.ranges !== 0) judgeRanges(pass);
}

function judgeTicks({ segment, scratch, bits }: Pass): void {
  const { rows, failed, size } = scratch.block;
  const { markStart, marks } = segment;
  const { satisfies } = scratch;
  for (let at = 0; at < size; at++) {
    const row = rows[at]!;
    const until = markStart[row + 1]!;
    let satisfied = 0;
    for (let place = markStart[row]!; place < until; place++) satisfied |= satisfies[marks[place]!]!;
    failed[at]! |= bits.ticked & ~satisfied;
  }
}

function judgeRanges({ segment, scratch, bits, query, rangeFrom, rangeTo }: Pass): void {
  const { rows, failed, size } = scratch.block;
  const { numberStart, numberCode, numbers } = segment;
  const { rangeOfCode } = scratch;
  const firstBit = query.ticked.length;
  for (let at = 0; at < size; at++) {
    const row = rows[at]!;
    const until = numberStart[row + 1]!;
    let own = bits.ranges;
    for (let place = numberStart[row]!; place < until; place++) {
      const group = rangeOfCode[numberCode[place]!]!;
      if (group === -1) continue;
      const number = numbers[place]!;
      if (number >= rangeFrom[group]! && number <= rangeTo[group]!) own &= ~(1 << (firstBit + group));
    }
    failed[at]! |= own;
  }
}

const nothing = new Int32Array(0);

function judgeSwitches({ scratch, bits }: Pass): void {
  const { failed, size, switched } = scratch.block;
  for (const key of switchKeys) {
    const bit = bits.switches[key];
    const own = switched[key];
    for (let at = bit === 0 ? size : 0; at < size; at++) if (own[at] === 0) failed[at]! |= bit;
  }
}

/** Price, stock, discount, delivery and rating, noted of each row; prices are judged by what the query asks of them. */
function judgeMoney({ segment, scratch, query, bits, price, basePrice, hasBaseUnit }: Pass): void {
  const { rows, failed, size, ofBranch, charged, oldPrice, perBase, switched } = scratch.block;
  const { in_stock, discounted, delivery_tomorrow, rated } = switched;
  const { minCount, parts, weight, factorBase, factorSales, ratingSum, ratingCount } = segment;
  const retail = segment.prices.get(query.priceColumn);
  const buyer = query.buyerPriceColumn === null ? undefined : segment.prices.get(query.buyerPriceColumn);
  const stock = segment.stock.get(query.store);
  // A column kept by row is read straight from its array; one kept by slots through `priceAt`.
  const retailPrice = retail && retail.priced === null ? retail.price : nothing;
  const isRetailSparse = retail !== undefined && retail.priced !== null;
  const left = stock && stock.held === null ? stock.left : nothing;
  const isStockSparse = stock !== undefined && stock.held !== null;
  const nowSeconds = query.now / 1000;
  const deliveredGrams = query.deliveredGrams ?? 0;
  const [priceFrom, priceTo] = price;
  const [basePriceFrom, basePriceTo] = basePrice;
  const { price: priceBit, basePrice: basePriceBit } = bits;
  for (let at = 0; at < size; at++) {
    const row = rows[at]!;
    const branch = retailPrice.length !== 0 ? retailPrice[row]! : isRetailSparse ? priceAt(retail, row) : 0;
    const own = (buyer !== undefined && priceAt(buyer, row)) || branch;
    const available = left.length !== 0 ? left[row]! : isStockSparse ? leftAt(stock, row) : -1;
    const isEnough = available >= minCount[row]!;
    const old = retail === undefined ? 0 : oldPriceAt(retail, row, nowSeconds);
    let unit = 0;
    if (hasBaseUnit && own !== 0) {
      unit = basePriceOf(own, factorBase[row]!, factorSales[row]!);
      perBase[at] = unit;
    }
    ofBranch[at] = branch;
    const shown = own * parts[row]!;
    charged[at] = shown;
    oldPrice[at] = old;
    in_stock[at] = isEnough ? 1 : 0;
    discounted[at] = old === 0 ? 0 : 1;
    // What cannot be bought is not delivered; without a weight nobody knows the price.
    const load = weight[row]! * minCount[row]!;
    delivery_tomorrow[at] = isEnough && own !== 0 && load !== 0 && load <= deliveredGrams ? 1 : 0;
    const stars = ratingCount[row]!;
    rated[at] = stars !== 0 && ratingSum[row]! >= leastRating * stars ? 1 : 0;
    let fails = 0;
    if (priceBit !== 0 && !(own !== 0 && shown >= priceFrom && shown <= priceTo)) fails |= priceBit;
    if (basePriceBit !== 0 && !(own !== 0 && unit >= basePriceFrom && unit <= basePriceTo)) fails |= basePriceBit;
    failed[at] = fails;
  }
}

/** Kopecks per base unit, half up: price × sales / base. Exact, for the products stay below 2^53. */
function basePriceOf(price: number, factorBase: number, factorSales: number): number {
  return Math.floor((2 * price * factorSales + factorBase) / (2 * factorBase));
}
