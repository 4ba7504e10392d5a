import { formatPrice } from '#shared/money.ts';
import type { PrizeView } from './fortune-view.ts';

type Prize = Pick<PrizeView, 'sum_kopecks' | 'min_sum_kopecks' | 'weight'>;

/**
 * What is won and what it asks for: what most people win first. «Каждый получает купон. Самый частый — 100 ₽ на покупку
 * от 1 000 ₽, самый крупный — …».
 */
export function prizeWords(prizes: readonly Prize[]): string {
  const { common, most } = namedOf(prizes);
  if (!common || !most) return '';
  if (common.sum_kopecks === most.sum_kopecks) return `Каждый получает купон: ${onBuying(common)}.`;
  return `Каждый получает купон. Самый частый — ${onBuying(common)}, самый крупный — ${onBuying(most)}.`;
}

/** The same for a narrow screen, where the greatest stands on the wheel and in the table below. */
export function commonPrize(prizes: readonly Prize[]): string {
  const { common, most } = namedOf(prizes);
  if (!common || !most) return '';
  return `Каждый получает купон${common.sum_kopecks === most.sum_kopecks ? ':' : ', чаще всего'} ${onBuying(common)}.`;
}

/** The prize of the greatest chance and that of the greatest sum. */
function namedOf(prizes: readonly Prize[]): { common?: Prize; most?: Prize } {
  const [common] = prizes.toSorted((a, b) => b.weight - a.weight || a.sum_kopecks - b.sum_kopecks);
  const [most] = prizes.toSorted((a, b) => b.sum_kopecks - a.sum_kopecks || a.min_sum_kopecks - b.min_sum_kopecks);
  return { ...(common && { common }), ...(most && { most }) };
}

function onBuying({ sum_kopecks, min_sum_kopecks }: Prize): string {
  return `${formatPrice(sum_kopecks)} на покупку от ${formatPrice(min_sum_kopecks)}`;
}
