import { countOf, formatCount } from '#shared/plurals.ts';
import type { RollbackResult } from './rollback.ts';

/** What came of taking a package back, in lines. */
export function rollbackLines({ goods, created_off, prices, stock, groups, left, words }: RollbackResult): string[] {
  const back = [
    `товары ${formatCount(goods)}`,
    `цены ${formatCount(prices)}`,
    `остатки ${formatCount(stock)}`,
    `группы ${formatCount(groups)}`,
  ];
  const lines = [`Возвращено, как было: ${back.join(', ')}.`];
  if (created_off > 0) lines.push(`Новые товары пакета выключены: ${formatCount(created_off)}.`);
  if (left === 0) return lines;
  lines.push(`Осталось, как изменили после пакета: ${countOf(left, 'запись', 'записи', 'записей')}.`);
  const more = left - words.length;
  return [...lines, ...words.map(({ text }) => `  ${text}`), ...(more > 0 ? [`  и ещё ${formatCount(more)}`] : [])];
}
