import { shownAmount } from '#shared/unit-words.ts';
import { type LineToday, moneyOf } from '#web/parts/goods/lines-today.server.ts';

const mostNames = 3;
/** One more hidden good takes no more room than the words that would stand for it. */
const shownOf = (lines: readonly LineToday[]) => (lines.length <= mostNames + 1 ? lines : lines.slice(0, mostNames));

/** What a list's row shows of its goods as they are now. */
export function overviewOf(lines: readonly LineToday[]) {
  const here = lines.filter(({ now }) => now > 0);
  return {
    goods: shownOf(lines).map(({ product_id, name, image, count, shown_unit, now, sum }) => ({
      product_id,
      name,
      image,
      amount: shownAmount(count, shown_unit),
      is_here: now > 0,
      /** What can be had of it now costs so much, kopecks. */
      sum,
    })),
    more_goods: lines.length - shownOf(lines).length,
    here: here.length,
    /** Of these less can be had than the list asks for. */
    short: here.filter(({ now, count }) => now < count).length,
    ...moneyOf(lines),
    /** The first that cannot be had now; null: there is none. */
    missing_id: lines.find(({ now }) => now === 0)?.product_id ?? null,
  };
}
