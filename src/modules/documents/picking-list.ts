import type { OrderView } from '#modules/orders/queries.ts';
import type { StaffOrderLine } from '#modules/orders/staff-order.ts';
import { formatDateTime, formatDay } from '#shared/dates.ts';
import { replacementRuleWords } from '#shared/order-states.ts';
import { shownCount } from '#shared/unit-words.ts';
import { clock } from '#shared/work-time.ts';
import { Paper } from './drawing/paper.ts';

export type PickingList = { order: OrderView; lines: StaffOrderLine[] };

/** What the person at the shelves walks along: goods by their place, with what is to be ticked off. A PDF. */
export async function renderPickingLists(lists: PickingList[], printed_at: Date): Promise<Buffer> {
  const numbers = lists.map(({ order }) => order.number).join(', ');
  const paper = await Paper.open(`Лист сборки: ${numbers}`.slice(0, 200), 'Магазин', printed_at);
  for (const [index, list] of lists.entries()) {
    if (index > 0) paper.gap(18);
    drawList(paper, list, printed_at);
  }
  return paper.close();
}

function drawList(paper: Paper, { order, lines }: PickingList, printed_at: Date): void {
  const zone = order.branch.time_zone;
  paper.need(120);
  paper.gap(paper.text(`Лист сборки: заказ № ${order.number}`, { size: 15, font: 'bold' }) + 4);
  for (const words of headWords(order)) paper.gap(paper.text(words, { size: 9.5 }) + 2);
  paper.gap(6);
  const byPlace = lines
    .filter(({ reserved }) => reserved > 0)
    .toSorted((a, b) => compare(a.store, b.store) || compare(a.shelf ?? '', b.shelf ?? '') || a.position - b.position);
  paper.table(
    [
      { title: 'Место', width: 84 },
      { title: 'Товар', width: 259 },
      { title: 'Код', width: 66 },
      { title: 'Кол-во', width: 48, align: 'right' },
      { title: 'Ед.', width: 34, align: 'center', wholeWords: true },
      { title: '', width: 24 },
    ],
    byPlace.map((line) => [
      line.shelf ?? line.store,
      line.article ? `${line.name}, арт. ${line.article}` : line.name,
      line.product_idcode,
      shownCount(line.reserved, line.shown_unit),
      line.shown_unit.short,
      '',
    ]),
  );
  paper.gap(6);
  paper.gap(
    paper.text(`Напечатан ${formatDateTime(printed_at, zone)}. Собрал: ______________________`, { size: 9 }) + 4,
  );
}

function headWords(order: OrderView): string[] {
  const { receiving } = order;
  const day = receiving.date && formatDay(receiving.date);
  const named = receiving.named_hours;
  const hours = named && `${clock(named.from)}–${clock(named.to)}`;
  return [
    receiving.type === 'pickup'
      ? `Самовывоз: ${receiving.department?.address ?? ''}`
      : `Доставка: ${receiving.address ?? ''}`,
    ...(day ? [`Когда: ${[day, hours].filter(Boolean).join(', ')}`] : []),
    `Если чего-то нет: ${replacementRuleWords[order.replacement_rule].toLowerCase()}`,
    ...(order.comment ? [`Комментарий: ${order.comment}`] : []),
  ];
}

function compare(a: string, b: string): number {
  return a.localeCompare(b, 'ru', { numeric: true });
}
