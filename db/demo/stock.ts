import { branches, storeOf } from './branches.ts';
import { randomOf } from './random.ts';

export type DemoStock = { store: string; on_hand: number; shelf: string | null };

export type Stocking = {
  number: number;
  roubles: number;
  min_count: number;
  /** Sales units in a package: how much comes at once. */
  lot: number;
  root: string;
  is_ordered_only: boolean;
  /** Goods the design shows are always there. */
  is_kept: boolean;
};

/**
 * Whole sales units per store. The branch's own store carries what a visitor may buy; points keep a part of the
 * assortment. About one product in ten is sold out in a branch, one in twenty is down to the last pieces, one in forty
 * was never counted (no row).
 */
export function stockOf(s: Stocking): DemoStock[] {
  const usual = Math.max(4, Math.round(60_000 / (s.roubles + 400)) * (s.lot > 1 ? 2 : 1));
  const common = randomOf(`stock ${s.number}`);
  const isUnknown = !s.is_kept && common.chance(0.012);
  return branches.flatMap((branch) => {
    if (branch.without.includes(s.root)) return [];
    const chances = randomOf(`stock ${s.number} ${branch.id_1c}`);
    const stock: DemoStock[] = [];
    const fate = s.is_kept ? 1 : chances.next();
    const shelf = `ряд ${1 + (s.number % 24)}, место ${1 + (s.number % 7)}`;
    if (isUnknown || (fate > 0.93 && fate < 0.95)) return [];
    const isOut = s.is_ordered_only || fate < 0.1 + (0.92 - branch.assortment) * 0.6;
    const last = fate >= 0.3 && fate < 0.35;
    const amount = isOut ? 0 : last ? chances.int(1, 3) : chances.int(Math.ceil(usual / 4), usual * 2);
    stock.push({
      store: storeOf(branch.id_1c),
      on_hand: last || isOut ? amount * s.min_count : amount * s.min_count + s.min_count,
      shelf: isOut ? null : shelf,
    });
    for (const point of branch.points) {
      const here = randomOf(`stock ${s.number} ${point.id_1c}`);
      if (isOut || here.next() > point.assortment + (s.is_kept ? 0.4 : 0)) continue;
      const on_hand = here.chance(0.12) ? 0 : here.int(1, Math.max(2, Math.round(usual / 2))) * s.min_count;
      stock.push({ store: storeOf(point.id_1c), on_hand, shelf: on_hand > 0 ? `ряд ${1 + (s.number % 9)}` : null });
    }
    return stock;
  });
}
