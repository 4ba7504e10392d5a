import type { OrderState } from '#shared/order-states.ts';
import type { Document1c } from './read-documents.ts';
import { isClosing, plain, stateOfStatus } from './statuses.ts';

/** The requisite of this name as 1C spells it; '' where the document does not say. */
export function requisite({ requisites }: Document1c, name: string): string {
  return requisites.get(plain(name)) ?? '';
}

/** As `requisite`, of a date; '' where it names none: bases of 1C write an empty one as «T», or as the year 1. */
export function requisiteDate(document: Document1c, name: string): string {
  const text = requisite(document, name);
  return /\d/.test(text) && !/(?<!\d)0001(?:\D|0101|$)/.test(text) ? text : '';
}

export function isYes(text: string): boolean {
  return ['true', 'да', '1'].includes(plain(text));
}

export function isNo(text: string): boolean {
  return ['false', 'нет', '0'].includes(plain(text));
}

/** Who did it, as the buyer reads it in the order's history: programs of the shop are the shop. */
export const shopName = 'магазин';

/** «№ 12 от 24.11.2026». */
export function numberWords(number: string, date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date) ?? [];
  const shown = year ? `${day}.${month}.${year}` : date.slice(0, 20);
  return [number && `№ ${number.slice(0, 60)}`, shown && `от ${shown}`].filter(Boolean).join(' ');
}

/**
 * How 1C itself calls an order, beside the shop's number that its document may go on bearing; '' where it says no more
 * than the shop's number.
 */
export function namedIn1c(document: Document1c, own: number): { number: string; date: string } {
  const apart = requisite(document, 'Номер по 1С');
  const { number, date } = apart ? { number: apart, date: requisiteDate(document, 'Дата по 1С') } : document;
  // A module that leaves the number alone sends back ours.
  return number === String(own) ? { number: '', date: '' } : { number, date };
}

export const orderOperation = 'заказ товара';

/** Payments that 1C tells of, by their operation. */
export const paymentOperations = new Set([
  'выплата безналичных денег',
  'выплата наличных денег',
  'эквайринговая операция',
]);

export const shipmentOperation = 'отпуск товара';

export const returnOperation = 'возврат товара';

/** Money that goes back to the buyer. */
export const moneyBackOperations = new Set(['возврат безналичных денег', 'возврат наличных денег']);

/** Whether the document is one of an order's papers, and not an order. */
export function isPaper({ operation }: Document1c): boolean {
  return (
    paymentOperations.has(operation) ||
    moneyBackOperations.has(operation) ||
    operation === shipmentOperation ||
    operation === returnOperation
  );
}

/** Goods left by 1C: by its papers, or by the order's own marks. */
export function bringsShipment(document: Document1c): boolean {
  const isShipped = document.subordinate.some((row) => row.operation === shipmentOperation && isInForce(row));
  const { number, date } = shipmentMark(document);
  return isShipped || isYes(requisite(document, 'Отгружен')) || number !== '' || date !== '';
}

/** Whether it says anything of shipments, also that one is only planned or was taken back. */
export function saysShipment(document: Document1c): boolean {
  return document.subordinate.some(({ operation }) => operation === shipmentOperation) || bringsShipment(document);
}

/** By what the order itself names its shipment; '' where it does not. Many bases say no more than this. */
export function shipmentMark(document: Document1c): { number: string; date: string } {
  return { number: requisite(document, 'Номер отгрузки по 1С'), date: requisiteDate(document, 'Дата отгрузки по 1С') };
}

/** Statuses of the document that name a state. */
export function statusesOf(document: Document1c): { status: string; state: OrderState }[] {
  const named = [requisite(document, 'Статуса заказа ИД'), requisite(document, 'Статус заказа')];
  return named.flatMap((status) => {
    const state = stateOfStatus(status);
    return state === null ? [] : { status, state };
  });
}

/** Whether a status says that all goods left, as «Выполнен» does; «Закрыт» says nothing of them. */
export function saysDone(document: Document1c): boolean {
  return statusesOf(document).some(({ status, state }) => state === 'completed' && !isClosing(status));
}

/**
 * Posted, and neither marked for deletion nor cancelled: what is not said counts as so. Newer modules send the payments
 * and shipments that are only planned as papers too, and say of each whether it has come or left, or gone back.
 */
export function isInForce(document: Document1c): boolean {
  if (isYes(requisite(document, 'ПометкаУдаления')) || isYes(requisite(document, 'Отменён'))) return false;
  if (isNo(requisite(document, 'Проведён'))) return false;
  const names = (...given: string[]) => given.map((name) => requisite(document, name));
  if (paymentOperations.has(document.operation))
    return !names('Оплачен', 'Оплачено').some(isNo) && !names('Возврат', 'Признак возврата').some(isYes);
  return document.operation !== shipmentOperation || !names('Отгружен', 'Отгружено').some(isNo);
}
