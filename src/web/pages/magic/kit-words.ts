import { countOf } from '#shared/plurals.ts';

type Needs = { balls: number; garland_m: number };
type Goods = { balls: readonly unknown[]; garlands: readonly unknown[] };

/** What the calculator puts together, «36 шаров и 9 м гирлянды»: only of what the branch has. */
export function kitWords(needs: Needs, { balls, garlands }: Goods): string {
  return [
    balls.length > 0 ? countOf(needs.balls, 'шар', 'шара', 'шаров') : '',
    garlands.length > 0 ? `${needs.garland_m}\u00a0м гирлянды` : '',
  ]
    .filter(Boolean)
    .join(' и ');
}

/** «Гирлянд сейчас нет в наличии в Череповце.», null where both are there. `city`: «в Череповце». */
export function missingWords({ balls, garlands }: Goods, city: string): string | null {
  const missing = balls.length === 0 ? 'Шаров' : garlands.length === 0 ? 'Гирлянд' : null;
  return missing && `${missing} сейчас нет в наличии ${city}.`;
}

/** What the page does for a tree; a whole one is promised only where ready sets are. */
export function promiseWords(hasSets: boolean): string {
  return hasSets
    ? 'Подберём подарок, посчитаем шары и гирлянду для вашей ёлки и соберём её целиком.'
    : 'Подберём подарок и посчитаем шары и гирлянду для вашей ёлки.';
}

type Packs = { packs_words: string; held: number; choice: { per_pack: number } };

/** «2 набора × 24 шт. = 48 шт.»; what holds a single one is not multiplied. `what`: its measure, «шт.» or «м». */
export function packsWords({ packs_words, held, choice: { per_pack } }: Packs, what: string): string {
  return per_pack === 1 ? packs_words : `${packs_words} × ${per_pack}\u00a0${what} = ${held}\u00a0${what}`;
}
