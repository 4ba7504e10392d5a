import { plural } from './plurals.ts';

/**
 * «В корзину добавлено из гостевой: Штукатурка — 2 мешка, Грунтовка — 1 шт. и ещё 3 товара»; `named` lines by name, the
 * rest as a number.
 */
export function mergedWords(lines: { name: string; amount: string }[], named: number): string {
  const names = lines.slice(0, named).map(({ name, amount }) => `${name} — ${amount}`);
  const more = lines.length - names.length;
  const rest = more > 0 ? ` и ещё ${more}\u00a0${plural(more, 'товар', 'товара', 'товаров')}` : '';
  return `В корзину добавлено из гостевой: ${names.join(', ')}${rest}`;
}
