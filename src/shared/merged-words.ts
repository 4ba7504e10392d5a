/** «В корзину добавлено из гостевой: Штукатурка — 2 меш., Грунтовка — 1 шт.» */
export function mergedWords(lines: { name: string; count: number; unit: string }[]): string {
  const named = lines.map(({ name, count, unit }) => `${name} — ${count}\u00a0${unit}`);
  return `В корзину добавлено из гостевой: ${named.join(', ')}`;
}
