import { formatRoubles } from '#shared/money.ts';
import { shownCount, shownPrice } from '#shared/unit-words.ts';
import { type DocumentContent, partsOf } from '../document-content.ts';
import { content as area, type Column, type Paper } from './paper.ts';
import { countWords, lineName, longDate, partyWords, shortDate, totalWords } from './words.ts';

/**
 * «Товарная накладная» of the seller's own form with what article 9 of 402-ФЗ asks of a primary document. It is no
 * счёт-фактура: that one is numbered and signed in the seller's bookkeeping.
 */
export function drawDeliveryNote(paper: Paper, content: DocumentContent) {
  paper.gap(
    paper.text(`Товарная накладная № ${content.number} от ${longDate(content.date)}`, { size: 15, font: 'bold' }) + 5,
  );
  paper.line(1.5);
  paper.gap(8);
  const rows: [label: string, words: string][] = [
    ['Поставщик', partyWords(content.seller)],
    ['Отпущено', `г. ${content.branch.city}, ${content.branch.address}`],
    ['Покупатель', partyWords(content.buyer)],
    ['Получатель', `${content.consignee.name}; ${content.consignee.address}`],
    ['Основание', `заказ № ${content.order_number} от ${shortDate(content.order_date)}`],
  ];
  for (const [label, words] of rows) {
    const at = { x: area.left + 74, width: area.width - 74 } as const;
    paper.need(paper.heightOf(words, at) + 4);
    paper.text(`${label}:`, { width: 70 });
    paper.gap(paper.text(words, at) + 4);
  }
  paper.gap(6);
  drawLines(paper, content);
  drawSums(paper, content);
  drawSigns(paper, content);
}

/** Price × count − discount is the sum with VAT, and that is the sum without it and the VAT: each row adds up by hand. */
function drawLines(paper: Paper, { lines, discount }: DocumentContent) {
  const hasDiscount = discount > 0;
  const columns: Column[] = [
    { title: '№', width: 24, align: 'center' },
    { title: 'Товар', width: hasDiscount ? 95.28 : 143.28 },
    { title: 'Ед.', width: 38, align: 'center', wholeWords: true },
    { title: 'Кол-во', width: 42, align: 'right' },
    { title: 'Цена с НДС, руб.', width: 56, align: 'right' },
    ...(hasDiscount ? [{ title: 'Скидка, руб.', width: 48, align: 'right' } as const] : []),
    { title: 'Сумма без НДС, руб.', width: 62, align: 'right' },
    { title: 'НДС', width: 32, align: 'center' },
    { title: 'Сумма НДС, руб.', width: 56, align: 'right' },
    { title: 'Сумма с НДС, руб.', width: 62, align: 'right' },
  ];
  paper.table(
    columns,
    lines.map((line, index) => [
      String(index + 1),
      lineName(line),
      line.unit,
      shownCount(line.count, partsOf(line)),
      formatRoubles(shownPrice(line.price, partsOf(line))),
      ...(hasDiscount ? [line.discount > 0 ? formatRoubles(line.discount) : '—'] : []),
      formatRoubles(line.sum - line.vat),
      line.vat_rate > 0 ? `${line.vat_rate}\u00a0%` : 'без',
      formatRoubles(line.vat),
      formatRoubles(line.sum),
    ]),
    8,
  );
}

function drawSums(paper: Paper, content: DocumentContent) {
  const vat = content.vat.reduce((sum, one) => sum + one.sum, 0);
  const rows: [label: string, value: string][] = [
    ['Итого без НДС:', formatRoubles(content.total - vat)],
    ...content.vat.map(({ rate, sum }): [string, string] => [`НДС ${rate}\u00a0%:`, formatRoubles(sum)]),
    ['Всего с НДС:', formatRoubles(content.total)],
  ];
  paper.need(rows.length * 15 + 50);
  paper.sums(rows);
  paper.gap(paper.text(countWords(content)) + 2);
  paper.gap(paper.text(totalWords(content), { font: 'bold', size: 10 }) + 10);
}

/** Lines to sign on; nobody's name is printed as if they had signed. */
function drawSigns(paper: Paper, content: DocumentContent) {
  paper.need(150);
  const half = area.width / 2 - 10;
  const lines = ['должность', 'подпись', 'фамилия, инициалы'];
  for (const [label, x] of [
    ['Товар отпустил', area.left],
    ['Товар получил', area.left + half + 20],
  ] as const) {
    paper.text(label, { x, width: half, font: 'bold' });
    for (const [index, words] of lines.entries()) {
      const y = paper.y + 34 + index * 30;
      paper.line(0.5, '#111111', x, half, y);
      paper.text(words, { x, width: half, size: 7, align: 'center', color: '#555555' }, y + 2);
    }
  }
  paper.gap(112);
  paper.gap(paper.text('М. П.', { size: 8, color: '#555555' }) + 10);
  paper.text(
    `Передаточный документ по форме поставщика ${content.seller.name} (статья 9 закона 402-ФЗ). Счёт-фактурой не является.`,
    { size: 7.5, color: '#555555' },
  );
}
