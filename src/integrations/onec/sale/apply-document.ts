import { sql } from 'kysely';
import { advanceOrder, moveOrder } from '#modules/orders/move-order.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { orderStateWord } from '#shared/order-states.ts';
import { refused } from './document-numbers.ts';
import {
  bringsShipment,
  isNo,
  isYes,
  requisite,
  returnOperation,
  saysDone,
  saysShipment,
  shopName,
  statusesOf,
} from './document-words.ts';
import { refuseForeignMoney } from './foreign-money.ts';
import { handOverAgain } from './known-goods.ts';
import { type From1c, type OrderOfDocument, orderNow } from './order-of-document.ts';
import { type Goods, nothingYet, type Outcome } from './outcome.ts';
import { bringsUnknownMoney, saysPayments, takePayments, unknownMoneyWords } from './payments.ts';
import type { Document1c } from './read-documents.ts';
import { saysMoneyBack, takeMoneyBack, takeReturns } from './returns.ts';
import { noteShipped, takeShipments } from './shipments.ts';
import { isClosing } from './statuses.ts';
import { takeLines } from './take-lines.ts';

/** The shop had cancelled the order before 1C shipped or was paid for it: the shop's cancellation stands. */
export class CancelledMeanwhile extends Error {}

/**
 * Does to an order what its document of 1C says, with the shop's own verbs, all in the caller's transaction:
 * cancelling, other goods, money, shipment, status, returns, in this order. A part that is refused does not keep the
 * money out: it stands among what was not taken, with its reason. What is so already is left alone: the same document
 * again changes nothing. `isDisputed`: the goods of the order's own document were refused before, and money that comes
 * without them may be of those. Throws Refusal where nothing of the document could be taken, CancelledMeanwhile.
 */
export async function applyDocument(
  db: Db,
  order: OrderOfDocument,
  document: Document1c,
  from: From1c,
  { isDisputed }: { isDisputed: boolean },
): Promise<Outcome> {
  const why = cancelledWords(document);
  if (order.state === 'cancelled') return applyToCancelled(db, order, document, from);
  const parts = new Parts(db);
  let goods: Goods = 'taken';
  if (why !== null && !(await isOwnCancelling(db, order, from))) {
    const isCancelled = await parts.take(async ({ words }) => {
      await moveOrder(db, order.id, 'cancelled', { who: shopName, now: from.now });
      words.push(`заказ ${why}`);
    });
    if (isCancelled) {
      await parts.take((outcome) => reportUnknownMoney(db, order, document, from, outcome));
      return { ...parts.outcome(), goods };
    }
    goods = 'refused';
  } else if (document.lines !== null) {
    const isTaken = await parts.take(async (outcome) => {
      refuseForeignMoney([document]);
      if ((await takeLines(db, order, document, from, outcome)).isOlder) goods = 'older';
    });
    if (!isTaken) goods = 'refused';
  }
  // Goods that change may also make what came before the whole sum.
  const goodsOfMoney = isDisputed && document.lines === null ? 'refused' : goods;
  if (saysPayments(document) || (document.lines !== null && goods !== 'refused'))
    await parts.take((outcome) => takePayments(db, order.id, document, from, { goods: goodsOfMoney, outcome }));
  await takeGoodsParts(db, parts, { order, document, goods }, from);
  if (saysMoneyBack(document)) await parts.take((outcome) => takeMoneyBack(db, order, document, from, outcome));
  return { ...parts.outcome(), goods: document.lines === null && goods === 'taken' ? null : goods };
}

/** The parts of a document, each taken whole or not at all. */
class Parts {
  readonly #db: Db;
  readonly #outcome = nothingYet();
  #taken = 0;
  #refused = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns false, with nothing of it done, where it was refused. */
  async take(work: (outcome: Outcome) => Promise<void>): Promise<boolean> {
    const own = nothingYet();
    await sql`savepoint part`.execute(this.#db);
    try {
      await work(own);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sql`rollback to savepoint part`.execute(this.#db);
      this.#refused += 1;
      this.leave(error.message);
      return false;
    }
    await sql`release savepoint part`.execute(this.#db);
    this.#taken += 1;
    this.#outcome.words.push(...own.words);
    for (const why of own.notApplied) this.leave(why);
    this.#outcome.unpaid ??= own.unpaid;
    this.#outcome.part ??= own.part;
    return true;
  }

  /** Says of a part why it is not taken. */
  leave(why: string): void {
    if (!this.#outcome.notApplied.includes(why)) this.#outcome.notApplied.push(why);
  }

  /** Of all parts together. Throws Refusal where all were refused. */
  outcome(): Outcome {
    if (this.#refused > 0 && this.#taken === 0) throw refused(this.#outcome.notApplied.join('; '));
    return this.#outcome;
  }
}

async function applyToCancelled(db: Db, order: OrderOfDocument, document: Document1c, from: From1c): Promise<Outcome> {
  const outcome = nothingYet();
  if (cancelledWords(document) === null) {
    if (saysDone(document) || bringsShipment(document) || (await bringsUnknownMoney(db, order, document, from)))
      throw new CancelledMeanwhile();
  } else await reportUnknownMoney(db, order, document, from, outcome);
  await takeMoneyBack(db, order, document, from, outcome);
  return { ...outcome, goods: document.lines === null ? null : 'taken' };
}

/** Cancelled in 1C, which holds money for the order of which the shop knows nothing: somebody has to send it back. */
async function reportUnknownMoney(
  db: Db,
  order: OrderOfDocument,
  document: Document1c,
  from: From1c,
  outcome: Outcome,
): Promise<void> {
  if (!saysMoneyBack(document) && (await bringsUnknownMoney(db, order, document, from)))
    outcome.notApplied.push(unknownMoneyWords(document));
}

/** Goods that leave or come back are counted by those of the order: they wait for these, each for the one before. */
async function takeGoodsParts(
  db: Db,
  parts: Parts,
  { order, document, goods }: { order: OrderOfDocument; document: Document1c; goods: Goods },
  from: From1c,
): Promise<void> {
  const hasReturns = document.subordinate.some(({ operation }) => operation === returnOperation);
  const isSilent = document.lines === null && !saysShipment(document);
  const isShipped =
    goods !== 'refused' &&
    (isSilent || (await parts.take((outcome) => takeShipments(db, order, document, from, outcome))));
  if (!isShipped) {
    if (goods === 'refused' && (bringsShipment(document) || hasReturns))
      parts.leave('отгрузки и возвраты документа поэтому тоже не приняты');
    return;
  }
  if (statusesOf(document).length > 0)
    await parts.take((outcome) => takeStatus(db, order.id, { document, goods }, from, outcome));
  if (hasReturns) await parts.take((outcome) => takeReturns(db, order, document, from, outcome));
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
  if (isYes(requisite(document, 'ПометкаУдаления'))) return 'помечен на удаление в 1С';
  const isCancelled =
    isYes(requisite(document, 'Отменён')) || statusesOf(document).some(({ state }) => state === 'cancelled');
  return isCancelled ? 'отменён в 1С' : null;
}

/**
 * A status leads an order on, never back: 1C repeats for long what it was sent before. That 1C closed an order ends it
 * only when its goods have left; else people are notified, for 1C closes what nobody will fetch too. «Выполнен» says
 * that they left, though no paper does: they are handed over as by a shipment, unless the document says that it is not
 * shipped, or is of other goods than the order has by now: those of them that 1C never shipped are reported to people.
 */
async function takeStatus(
  db: Db,
  order_id: string,
  { document, goods }: { document: Document1c; goods: Goods },
  from: From1c,
  outcome: Outcome,
): Promise<void> {
  const isUnshipped = isNo(requisite(document, 'Отгружен')) || goods === 'older';
  for (const { status, state } of statusesOf(document)) {
    const now = await orderNow(db, order_id);
    const isEnd = isClosing(status) || (state === 'completed' && isUnshipped);
    if (isEnd && now.state !== 'in_delivery' && now.state !== 'completed') {
      const is = orderStateWord(now.state, now.receiving_type);
      const isOlder = goods === 'older' && !isClosing(status);
      const what = isOlder ? 'в прежнем составе' : 'а отгружен не весь';
      outcome.notApplied.push(
        `в 1С заказ «${status.trim()}», ${what}: он остаётся «${is}»; проведите отгрузку в 1С, выдайте его в магазине или отмените`,
      );
    } else if (await advanceOrder(db, order_id, state, { who: shopName, now: from.now })) {
      outcome.words.push(`по статусу в 1С теперь «${orderStateWord(state, now.receiving_type)}»`);
      if (state === 'completed') await noteShipped(db, now, from);
    }
  }
}
