import { type GivenLine, handOverLines, waitingLines } from '#modules/orders/hand-over.ts';
import { advanceOrder } from '#modules/orders/move-order.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { orderStateWord } from '#shared/order-states.ts';
import { countOf, kopecksOf, refused } from './document-numbers.ts';
import { isInForce, isYes, numberWords, said, shopName } from './document-words.ts';
import { productInOrder } from './edit-from-document.ts';
import { type From1c, type OrderOfDocument, takeOnce } from './order-of-document.ts';
import type { Document1c } from './read-documents.ts';
import { readOrderFor1c } from './read-orders.ts';

/**
 * Goods that left by 1C. All of them: an order of pickup is handed over, one of delivery is on its way. A part of them
 * is handed over at a pickup point; of a delivery, which goes as a whole here, it is only written down.
 */
export async function takeShipments(
  db: Db,
  order: OrderOfDocument,
  document: Document1c,
  from: From1c,
): Promise<string[]> {
  const words: string[] = [];
  const rows = document.subordinate.filter((row) => row.operation === 'отпуск товара' && isInForce(row));
  for (const row of rows) words.push(...(await takeShipment(db, order, row, from)));
  const number = said(document, 'Номер отгрузки по 1С');
  const date = said(document, 'Дата отгрузки по 1С');
  const isMarked = isYes(said(document, 'Отгружен')) || number !== '' || date !== '';
  // The documents say more than the mark: whether it was all.
  if (isMarked && rows.length === 0) words.push(...(await ship(db, order, numberWords(number, date), from)));
  return words;
}

async function takeShipment(db: Db, order: OrderOfDocument, row: Document1c, from: From1c): Promise<string[]> {
  if (!(await takeOnce(db, order.id, row, from))) return [];
  const number = numberWords(row.number, row.date);
  const waiting = await waitingLines(db, order.id);
  const given = row.lines === null ? null : await givenLines(db, order, row);
  const givenOf = (id: number) => given?.find(({ order_line_id }) => order_line_id === id)?.count ?? 0;
  const isAll = given === null || waiting.every((line) => givenOf(line.order_line_id) >= line.waiting);
  if (isAll) return ship(db, order, number, from);
  if (order.receiving_type === 'delivery')
    return [`отгружена часть заказа ${number}, остальное ждёт`.replace('  ', ' ')];
  const mover = { who: shopName, why: `отгрузка ${number}`.trim(), now: from.now };
  await advanceOrder(db, order.id, 'ready', mover);
  await handOverLines(db, order.id, given, mover);
  return [`выдана часть заказа, отгрузка ${number}`.trim()];
}

async function givenLines(db: Db, { id }: OrderOfDocument, row: Document1c): Promise<GivenLine[]> {
  const data = ensure(await readOrderFor1c(db, id));
  const waiting = await waitingLines(db, id);
  const given = new Map<number, number>();
  for (const line of row.lines ?? []) {
    if (line.is_service) continue;
    const product = productInOrder(data, line.id);
    const held = product && waiting.find(({ position }) => position === product.position);
    if (!held) throw refused(`отгружен товар «${line.name}», которого нет в заказе`);
    const count = countOf(line, kopecksOf(line.sum || '0', `«${line.name}»: сумма`), product);
    given.set(held.order_line_id, (given.get(held.order_line_id) ?? 0) + count);
  }
  return [...given].map(([order_line_id, count]) => ({ order_line_id, count }));
}

async function ship(db: Db, order: OrderOfDocument, number: string, { now }: From1c): Promise<string[]> {
  const to = order.receiving_type === 'pickup' ? 'completed' : 'in_delivery';
  const why = number && `отгрузка ${number}`;
  const isMoved = await advanceOrder(db, order.id, to, { who: shopName, why, now });
  return isMoved ? [`${`отгружен по 1С ${number}`.trim()}: «${orderStateWord(to, order.receiving_type)}»`] : [];
}
