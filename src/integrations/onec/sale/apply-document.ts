import { sql } from 'kysely';
import { advanceOrder, type Mover, moveOrder } from '#modules/orders/move-order.ts';
import type { Db } from '#platform/database.ts';
import { type OrderState, orderStateWord } from '#shared/order-states.ts';
import { bringsShipment, isYes, said, shopName } from './document-words.ts';
import { refuseForeignMoney } from './foreign-money.ts';
import { handOverAgain } from './known-goods.ts';
import { type From1c, type OrderOfDocument, orderNow } from './order-of-document.ts';
import { nothingYet, type Outcome } from './outcome.ts';
import { bringsUnknownMoney, takePayments } from './payments.ts';
import type { Document1c } from './read-documents.ts';
import { takeMoneyBack, takeReturns } from './returns.ts';
import { takeShipments } from './shipments.ts';
import { isClosing, stateOfStatus } from './statuses.ts';
import { takeLines } from './take-lines.ts';

/** The shop had cancelled the order before 1C shipped or was paid for it: the shop's cancellation stands. */
export class CancelledMeanwhile extends Error {}

/**
 * Does to an order what its document of 1C says, with the shop's own verbs, all in the caller's transaction:
 * cancelling, other goods, money, shipment, status, returns, in this order. What is so already is left alone: the same
 * document again changes nothing. Throws Refusal with the reason, CancelledMeanwhile.
 */
export async function applyDocument(
  db: Db,
  order: OrderOfDocument,
  document: Document1c,
  from: From1c,
): Promise<Outcome> {
  const outcome = nothingYet();
  const mover: Mover = { who: shopName, now: from.now };
  const why = cancelledWords(document);
  if (order.state === 'cancelled') {
    const isNews = bringsShipment(document) || (await bringsUnknownMoney(db, order, document, from));
    if (why === null && isNews) throw new CancelledMeanwhile();
    refuseForeignMoney(document.subordinate);
    await takeMoneyBack(db, order, document, from, outcome);
    return outcome;
  }
  if (why !== null && !(await isOwnCancelling(db, order, from))) {
    await moveOrder(db, order.id, 'cancelled', mover);
    outcome.words.push(`заказ ${why}`);
    return outcome;
  }
  refuseForeignMoney([document, ...document.subordinate]);
  const { isOlder } = await takeLines(db, order, document, from, outcome);
  await takePayments(db, order.id, document, from, { isOlder, outcome });
  await takeShipments(db, order, document, from, outcome);
  await takeStatus(db, order.id, document, mover, outcome);
  await takeReturns(db, order, document, from, outcome);
  await takeMoneyBack(db, order, document, from, outcome);
  return outcome;
}

/**
 * The shop cancelled the order, told 1C so, and it lives again, for its money came late: until 1C has confirmed that,
 * and for the rest of the session in which it does, «Отменён» is the shop's own word come back.
 */
async function isOwnCancelling(db: Db, { id }: OrderOfDocument, from: From1c): Promise<boolean> {
  const { rows } = await sql<{ is_confirmed: boolean }>`
    select handed_cancelled_at is null as is_confirmed from onec_orders
    where node_id = ${from.node_id} and order_id = ${id}::uuid
      and (handed_cancelled_at is not null or (was_cancelled and caught_up_in = ${from.session_id}::uuid))`.execute(db);
  if (rows[0]?.is_confirmed) await handOverAgain(db, id, from);
  return rows.length > 0;
}

function cancelledWords(document: Document1c): string | null {
  if (isYes(said(document, 'ПометкаУдаления'))) return 'помечен на удаление в 1С';
  const isCancelled =
    isYes(said(document, 'Отменён')) || statusesOf(document).some(({ state }) => state === 'cancelled');
  return isCancelled ? 'отменён в 1С' : null;
}

/** Statuses of the document that name a state. */
function statusesOf(document: Document1c): { status: string; state: OrderState }[] {
  const named = [said(document, 'Статуса заказа ИД'), said(document, 'Статус заказа')];
  return named.flatMap((status) => {
    const state = stateOfStatus(status);
    return state === null ? [] : { status, state };
  });
}

/**
 * A status leads an order on, never back: 1C repeats for long what it was told before. That 1C closed an order ends it
 * only when its goods have left; else people are told, for 1C closes what nobody will fetch too.
 */
async function takeStatus(
  db: Db,
  order_id: string,
  document: Document1c,
  mover: Mover,
  outcome: Outcome,
): Promise<void> {
  for (const { status, state } of statusesOf(document)) {
    const now = await orderNow(db, order_id);
    if (isClosing(status) && now.state !== 'in_delivery' && now.state !== 'completed') {
      const is = orderStateWord(now.state, now.receiving_type);
      outcome.untaken.push(
        `в 1С заказ «${status.trim()}», а отгружен не весь: он остаётся «${is}»; проведите отгрузку в 1С, выдайте его в магазине или отмените`,
      );
    } else if (await advanceOrder(db, order_id, state, mover))
      outcome.words.push(`по статусу в 1С теперь «${orderStateWord(state, now.receiving_type)}»`);
  }
}
