import { Refusal } from '#platform/refusal.ts';
import { amountInWords } from '#shared/amount-in-words.ts';
import { formatDay } from '#shared/dates.ts';
import { formatRoubles } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { content as area, type Cell, type Column, Paper } from './drawing/paper.ts';
import { longDate, partyWords } from './drawing/words.ts';
import type { Reconciliation } from './reconciliation.ts';

/**
 * «Акт сверки взаимных расчётов»: the seller's half is filled in, the buyer's is left to its bookkeeper. `date`: when
 * it was made, 'YYYY-MM-DD'. Throws no_requisites.
 */
export async function renderReconciliation(found: Reconciliation, date: string): Promise<Buffer> {
  const { seller, buyer, from, to } = found;
  if (!seller) throw new Refusal('no_requisites');
  const period = `${formatDay(from)} — ${formatDay(to)}`;
  const paper = await Paper.open(`Акт сверки ${period}, ${buyer.name}`, seller.name, new Date(`${date}T12:00:00Z`));
  const centred = { align: 'center', size: 9.5 } as const;
  paper.gap(paper.text('Акт сверки взаимных расчётов', { ...centred, size: 14, font: 'bold' }) + 4);
  paper.gap(paper.text(`за период с ${longDate(from)} по ${longDate(to)}`, centred) + 2);
  paper.gap(paper.text(`между ${seller.name} и ${buyer.name}`, centred) + 8);
  const parties = [
    `Продавец: ${partyWords(seller)}.`,
    `Покупатель: ${partyWords(buyer)}.`,
    ...(buyer.contract ? [`Договор: ${buyer.contract}.`] : []),
    `Составлен ${longDate(date)} по данным интернет-магазина продавца. Суммы в рублях${seller.is_vat_payer ? ', с НДС' : ''}.`,
  ];
  for (const words of parties) {
    paper.need(paper.heightOf(words) + 3);
    paper.gap(paper.text(words) + 3);
  }
  paper.gap(5);
  drawRows(paper, found, seller.name);
  drawBalance(paper, found, seller.name);
  drawSigns(paper, seller.name, buyer.name);
  return paper.close();
}

const columns: Column[] = [
  { title: 'Дата', width: 52, align: 'center' },
  { title: 'Документ', width: 148 },
  { title: 'Дебет', width: 66, align: 'right' },
  { title: 'Кредит', width: 66, align: 'right' },
  { title: 'Документ', width: 79.28 },
  { title: 'Дебет', width: 52, align: 'right' },
  { title: 'Кредит', width: 52, align: 'right' },
];

function drawRows(paper: Paper, found: Reconciliation, seller: string) {
  const widths = columns.map(({ width }) => width);
  const half = (from: number, to: number) => widths.slice(from, to).reduce((sum, width) => sum + width, 0);
  paper.row(
    [
      { words: `По данным ${seller}`, width: half(0, 4), align: 'center', font: 'bold' },
      { words: `По данным ${found.buyer.name}`, width: half(4, 7), align: 'center', font: 'bold' },
    ],
    8,
  );
  const rows = found.rows.map(({ date, words, debit, credit }) => {
    return [formatDay(date), unbroken(words), money(debit), money(credit), '', '', ''];
  });
  paper.table(columns, [['', 'Сальдо начальное', ...sides(found.opening), '', '', ''], ...rows], 8);
  const bold = (words: string, index: number): Cell => {
    return { ...columns[index], words, width: widths[index] ?? 0, font: 'bold' };
  };
  for (const total of [
    ['', 'Обороты за период', formatRoubles(found.debit), formatRoubles(found.credit), '', '', ''],
    ['', 'Сальдо конечное', ...sides(found.closing), '', '', ''],
  ]) {
    const cells = total.map(bold);
    paper.need(paper.heightOfRow(cells, 8));
    paper.row(cells, 8);
  }
}

/** What the firm owes stands in debit, what the shop owes it in credit. */
function sides(balance: number): [debit: string, credit: string] {
  return [money(Math.max(balance, 0)), money(Math.max(-balance, 0))];
}

function money(kopecks: number): string {
  return kopecks === 0 ? '' : formatRoubles(kopecks);
}

function drawBalance(paper: Paper, { to, closing, buyer }: Reconciliation, seller: string) {
  const whose = closing > 0 ? seller : buyer.name;
  const sum = Math.abs(closing);
  const words =
    closing === 0
      ? `На ${formatDay(to)} задолженности нет.`
      : `На ${formatDay(to)} задолженность в пользу ${whose} — ${formatRoubles(sum)}\u00a0руб. (${amountInWords(sum)}).`;
  paper.gap(8);
  paper.need(paper.heightOf(words, { font: 'bold' }) + 10);
  paper.gap(paper.text(words, { font: 'bold' }) + 10);
}

/** Lines to sign on; nobody's name stands as if they had signed. */
function drawSigns(paper: Paper, seller: string, buyer: string) {
  paper.need(110);
  const half = area.width / 2 - 10;
  for (const [label, x] of [
    [`От ${seller}`, area.left],
    [`От ${buyer}`, area.left + half + 20],
  ] as const) {
    paper.text(label, { x, width: half, font: 'bold' });
    for (const [index, words] of ['должность', 'подпись', 'фамилия, инициалы'].entries()) {
      const y = paper.y + 34 + index * 22;
      paper.line(0.5, '#111111', x, half, y);
      paper.text(words, { x, width: half, size: 7, align: 'center', color: '#555555' }, y + 2);
    }
    paper.text('М. П.', { x, width: 40, size: 8, color: '#555555' }, paper.y + 94);
  }
  paper.gap(106);
}
