import { sql } from 'kysely';
import { editOrder } from '#modules/orders/edit-order.ts';
import { advanceOrder, type Mover, moveOrder } from '#modules/orders/move-order.ts';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { type OrderState, orderStateWord } from '#shared/order-states.ts';
import { kopecksOf, refused } from './document-numbers.ts';
import { isInForce, isYes, numberWords, said, shopName } from './document-words.ts';
import { editFromDocument } from './edit-from-document.ts';
import { type From1c, type OrderOfDocument, orderNow, takeOnce } from './order-of-document.ts';
import type { Document1c } from './read-documents.ts';
import { readOrderFor1c } from './read-orders.ts';
import { takeReturns } from './returns.ts';
import { takeShipments } from './shipments.ts';
import { stateOfStatus } from './statuses.ts';

/** The shop had cancelled the order before 1C shipped or was paid for it: the shop's cancellation stands. */
export class CancelledMeanwhile extends Error {}

/**
 * Does to an order what its document of 1C says, with the shop's own verbs, all in the caller's transaction:
 * cancelling, other goods, money, shipment, status, returns, in this order. What is so already is left alone: the same
 * document again changes nothing. Returns what changed, in words. Throws Refusal with the reason, CancelledMeanwhile.
 */
export async function applyDocument(
  db: Db,
  order: OrderOfDocument,
  document: Document1c,
  from: From1c,
): Promise<string[]> {
  const mover: Mover = { who: shopName, now: from.now };
  const why = cancelledWords(document);
  if (why !== null) {
    if (order.state === 'cancelled') return [];
    await moveOrder(db, order.id, 'cancelled', mover);
    return [`заказ ${why}`];
  }
  const paid = paidIn(document);
  if (order.state === 'cancelled') {
    if (paid || bringsShipment(document)) throw new CancelledMeanwhile();
    return [];
  }
  return [
    ...(await takeLines(db, order, document, mover)),
    ...(paid ? await takePayment(db, order.id, paid, from) : []),
    ...(await takeShipments(db, order, document, from)),
    ...(await takeStatus(db, order.id, document, mover)),
    ...(await takeReturns(db, order, document, from)),
  ];
}

function cancelledWords(document: Document1c): string | null {
  if (isYes(said(document, 'ПометкаУдаления'))) return 'помечен на удаление в 1С';
  const isCancelled = isYes(said(document, 'Отменён')) || statesOf(document).includes('cancelled');
  return isCancelled ? 'отменён в 1С' : null;
}

function bringsShipment(document: Document1c): boolean {
  return (
    document.subordinate.some(({ operation }) => operation === 'отпуск товара') || isYes(said(document, 'Отгружен'))
  );
}

async function takeLines(db: Db, order: OrderOfDocument, document: Document1c, mover: Mover): Promise<string[]> {
  if (document.lines === null) return [];
  const data = ensure(await readOrderFor1c(db, order.id));
  const edit = await editFromDocument(db, data, document);
  return editOrder(db, order.id, edit, mover);
}

const payments = new Set(['выплата безналичных денег', 'выплата наличных денег', 'эквайринговая операция']);

type Paid = { documents: Document1c[]; words: string };

/** The money that came by 1C: by documents of payment, or by the order's own requisites, which name no sum. */
function paidIn(document: Document1c): Paid | null {
  const documents = document.subordinate.filter((row) => payments.has(row.operation) && isInForce(row));
  if (documents.length > 0) {
    return { documents, words: documents.map(({ number, date }) => numberWords(number, date)).join(', ') };
  }
  const number = said(document, 'Номер оплаты по 1С');
  const date = said(document, 'Дата оплаты по 1С');
  return number || date ? { documents, words: numberWords(number, date) } : null;
}

/** A part of the money does not pay an order; it is kept in mind until the rest comes. */
async function takePayment(db: Db, order_id: string, { documents, words }: Paid, from: From1c): Promise<string[]> {
  const { payment_state, payment_method, total } = await orderNow(db, order_id);
  if (payment_state !== 'unpaid' && payment_state !== 'pending') return [];
  // Its money is taken when the goods are handed over, and marked so then.
  if (payment_method === 'on_receipt') return [];
  if (payment_method === 'online') {
    throw refused(`1С сообщает об оплате ${words}, а заказ оплачивают онлайн: проверьте, откуда деньги`);
  }
  let isNew = false;
  for (const row of documents) {
    isNew = (await takeOnce(db, order_id, row, from, kopecksOf(row.sum, 'Сумма оплаты'))) || isNew;
  }
  const sum = documents.length === 0 ? total : await paidSoFar(db, order_id, from);
  if (sum > total) throw refused(`оплата в 1С ${formatPrice(sum)} больше суммы заказа ${formatPrice(total)}`);
  if (sum < total) return isNew ? [`пришла часть оплаты: ${formatPrice(sum)} из ${formatPrice(total)}`] : [];
  const document = `оплата ${words}`.trim();
  await markAccountPayment(db, order_id, { who: shopName, document }, from.now);
  return [`оплачен по 1С: ${document}`];
}

async function paidSoFar(db: Db, order_id: string, { node_id }: From1c): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::int8 as sum from onec_order_documents
    where order_id = ${order_id}::uuid and node_id = ${node_id}`.execute(db);
  return ensure(rows[0]).sum;
}

/** States that statuses of the document name. */
function statesOf(document: Document1c): OrderState[] {
  const named = [said(document, 'Статуса заказа ИД'), said(document, 'Статус заказа')];
  return named.map(stateOfStatus).filter((state) => state !== null);
}

/** A status leads an order on, never back: 1C repeats for long what it was told before. */
async function takeStatus(db: Db, order_id: string, document: Document1c, mover: Mover): Promise<string[]> {
  const words: string[] = [];
  for (const state of statesOf(document)) {
    if (!(await advanceOrder(db, order_id, state, mover))) continue;
    const { receiving_type } = await orderNow(db, order_id);
    words.push(`по статусу в 1С теперь «${orderStateWord(state, receiving_type)}»`);
  }
  return words;
}
