import { formatRoubles } from '#shared/money.ts';
import { shownCount, shownPrice } from '#shared/unit-words.ts';
import { type DocumentContent, partsOf } from '../document-content.ts';
import type { Column, Paper } from './paper.ts';
import { countWords, lineName, totalWords } from './words.ts';

/** What a paper that asks for money says of the goods. */
export type DocumentMoney = Pick<DocumentContent, 'lines' | 'vat' | 'discount' | 'total'>;

/** The table of goods: prices and sums with VAT inside, where there is any. */
export function drawGoods(paper: Paper, { lines, discount, vat }: DocumentMoney) {
  const hasDiscount = discount > 0;
  const withVat = vat.length > 0 ? ' с НДС' : '';
  const columns: Column[] = [
    { title: '№', width: 24, align: 'center' },
    { title: 'Товары, работы, услуги', width: hasDiscount ? 187.28 : 245.28 },
    { title: 'Кол-во', width: 42, align: 'right' },
    { title: 'Ед.', width: 40, align: 'center', wholeWords: true },
    { title: `Цена${withVat}, руб.`, width: 62, align: 'right' },
    ...(hasDiscount ? [{ title: 'Скидка, руб.', width: 58, align: 'right' } as const] : []),
    { title: 'НДС', width: 36, align: 'center' },
    { title: `Сумма${withVat}, руб.`, width: 66, align: 'right' },
  ];
  paper.table(
    columns,
    lines.map((line, index) => [
      String(index + 1),
      lineName(line),
      shownCount(line.count, partsOf(line)),
      line.unit,
      formatRoubles(shownPrice(line.price, partsOf(line))),
      ...(hasDiscount ? [line.discount > 0 ? formatRoubles(line.discount) : '—'] : []),
      line.vat_rate > 0 ? `${line.vat_rate}\u00a0%` : 'без',
      formatRoubles(line.sum),
    ]),
  );
}

/** Sum, VAT inside it and the whole in words; `whole` is the label of what is to be paid. */
export function drawSums(paper: Paper, content: DocumentMoney, whole: string) {
  const rows: [label: string, value: string][] = [
    ['Итого:', formatRoubles(content.total)],
    ...(content.vat.length === 0
      ? [['НДС:', 'не облагается'] as [string, string]]
      : content.vat.map(({ rate, sum }): [string, string] => [`В том числе НДС ${rate}\u00a0%:`, formatRoubles(sum)])),
    [whole, formatRoubles(content.total)],
  ];
  paper.need(rows.length * 15 + 60);
  paper.sums(rows);
  paper.gap(paper.text(countWords(content)) + 2);
  paper.gap(paper.text(totalWords(content), { font: 'bold', size: 10 }) + 6);
  paper.line(1.5);
  paper.gap(8);
}
