import { shownAmount } from '#shared/unit-words.ts';
import type { LineToday } from '#web/parts/goods/lines-today.server.ts';

/** So many pictures stand in one line of a phone; where a list holds more, the last place counts the rest. */
const mostTiles = 5;
const mostNames = 3;

/** What a list's row shows of its goods as they are now. */
export function overviewOf(lines: readonly LineToday[]) {
  const here = lines.filter(({ now }) => now > 0);
  const shown = lines.length > mostTiles ? mostTiles - 1 : mostTiles;
  return {
    tiles: lines.slice(0, shown).map(({ product_id, image, now }) => ({ product_id, image, is_here: now > 0 })),
    more_tiles: Math.max(0, lines.length - shown),
    goods: lines.slice(0, mostNames).map(({ product_id, name, count, shown_unit, now, sum }) => ({
      product_id,
      name,
      amount: shownAmount(count, shown_unit),
      is_here: now > 0,
      /** What can be had of it now costs so much, kopecks. */
      sum,
    })),
    more_goods: Math.max(0, lines.length - mostNames),
    here: here.length,
    /** Of these less can be had than the list asks for. */
    short: here.filter(({ now, count }) => now < count).length,
    /** What can be had now costs so much, kopecks. */
    sum: here.reduce((all, { sum }) => all + (sum ?? 0), 0),
    /** The first that cannot be had now; null: there is none. */
    missing_id: lines.find(({ now }) => now === 0)?.product_id ?? null,
  };
}
