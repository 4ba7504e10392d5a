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
