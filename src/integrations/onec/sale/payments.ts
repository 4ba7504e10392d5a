import { z } from 'zod';
import { keepReserved } from '#modules/orders/payment-moves.ts';
import { markAccountPayment, nearestDay, wentBack, withdrawAccountPayment } from '#modules/payments/account-payment.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { paysLater } from '#shared/deferral.ts';
import { formatPrice } from '#shared/money.ts';
import { isUnpaid } from '#shared/order-states.ts';
import { kopecksOf, refused } from './document-numbers.ts';
import {
  isInForce,
  isNo,
  isYes,
  numberWords,
  paymentOperations,
  requisite,
  requisiteDate,
  shopName,
} from './document-words.ts';
import { foreignMoneyWords } from './foreign-money.ts';
import { type KeptPaper, keepPaper, keptPapers, paperId } from './kept-papers.ts';
import { type From1c, type OrderOfDocument, orderNow } from './order-of-document.ts';
import type { Goods, Outcome } from './outcome.ts';
import type { Document1c } from './read-documents.ts';

/** Whether 1C says that money came. */
function bringsMoney(document: Document1c): boolean {
  return paymentPapers(document).some(isInForce) || paymentMark(document) !== null;
}

/**
 * Whether 1C says that money came which the shop does not know of: what an order was paid by before it was cancelled is
 * no news.
 */
export async function bringsUnknownMoney(
  db: Db,
  { id, payment_state }: OrderOfDocument,
  document: Document1c,
  from: From1c,
): Promise<boolean> {
  if (!bringsMoney(document)) return false;
  if (isUnpaid(payment_state)) return true;
  const kept = await keptPapers(db, id, 'payment', from);
  // Paid otherwise, as in `correctPaid`.
  if ([...kept.values()].every((paper) => paper.payment_id === null)) return false;
  return changesOf(paymentPapers(document), kept).some(({ amount }) => amount !== null);
}

/** Whether it says anything of payments, also that one was taken back. */
export function saysPayments(document: Document1c): boolean {
  return paymentPapers(document).length > 0 || paymentMark(document) !== null;
}

/** Of money that came for an order which both sides have cancelled. */
export function unknownMoneyWords(document: Document1c): string {
  const numbers = numbersIn(document);
  return `${`1С сообщает об оплате ${numbers}`.trim()}, а заказ отменён: верните деньги покупателю или отнесите их на другой заказ`;
}

function numbersIn(document: Document1c): string {
  return paymentMark(document)?.numbers ?? numbersOf(paymentPapers(document));
}

function paymentPapers({ subordinate }: Document1c): Document1c[] {
  return subordinate.filter(({ operation }) => paymentOperations.has(operation));
}

/**
 * `date`: 'YYYY-MM-DD', null where none can be read. `isAll`: the order is paid whole; null: the mark does not say, it
 * may be of the first part.
 */
type Mark = { numbers: string; hasDate: boolean; date: string | null; isAll: boolean | null };

/** The order's own requisites, which name no sum; papers beside them say more. */
function paymentMark(document: Document1c): Mark | null {
  const number = requisite(document, 'Номер оплаты по 1С');
  const date = requisiteDate(document, 'Дата оплаты по 1С');
  const paid = requisite(document, 'Оплачен');
  const isAll = isYes(paid) ? true : isNo(paid) ? false : null;
  if (paymentPapers(document).length > 0 || (isAll !== true && number === '' && date === '')) return null;
  return { numbers: numberWords(number, date), hasDate: date !== '', date: dayOf(date), isAll };
}

/**
 * Money that came by 1C, for an order that is paid to the account. Its papers are added up, each with the sum that 1C
 * gives it now; the order is paid while they make its total, or that of a former invoice. An order paid otherwise is
 * left alone. Where the order's goods were refused, by this document or by the one before a paper that stands alone,
 * its money may be of another total. An order that the money does not pay whole waits without a term, for whoever has
 * paid must not lose his goods while people decide. Throws Refusal.
 */
export async function takePayments(
  db: Db,
  order_id: string,
  document: Document1c,
  from: From1c,
  { goods, outcome }: { goods: Goods; outcome: Outcome },
): Promise<void> {
  const order = await orderNow(db, order_id);
  // Its money is taken when the goods are handed over, and marked so then.
  if (order.payment_method === 'on_receipt') return;
  const isAwaited = isUnpaid(order.payment_state);
  if (order.payment_method === 'online') {
    if (isAwaited && bringsMoney(document)) {
      const numbers = numbersIn(document);
      throw refused(
        `1С сообщает об оплате ${numbers || '«Оплачен»'}, а заказ оплачивают онлайн: проверьте, откуда деньги`,
      );
    }
    return;
  }
  const mark = paymentMark(document);
  const foreign = foreignMoneyWords(mark === null ? paymentPapers(document) : [document]);
  if (foreign !== null) {
    outcome.notApplied.push(foreign);
    if (isAwaited) await keepReserved(db, order_id);
    return;
  }
  const kept = await keptPapers(db, order_id, 'payment', from);
  if (mark !== null) {
    const isOfOther = goods !== 'taken' && !isOfTotal(document, order);
    if (isAwaited) await takeMark(db, order, mark, { kept, isOfOther }, from, outcome);
    return;
  }
  const rows = paymentPapers(document);
  const corrected = { kept, changes: changesOf(rows, kept), isDisputed: goods === 'refused' };
  if (isAwaited)
    return addUp(db, order, { ...corrected, numbers: numbersOf(rows), date: lastDate(rows) }, from, outcome);
  await correctPaid(db, order, corrected, from, outcome);
}

/**
 * A mark names no sum. It pays the order whole where it says so, or names the day of the payment, by which sites are
 * told so since ever, unless the owner says that this base names it of a part too; a number alone, «Оплачен» = false,
 * or another total do not: people look how much came. Of money that came in parts which are known, only «Оплачен» says
 * that it is all.
 */
async function takeMark(
  db: Db,
  order: OrderOfDocument,
  { numbers, hasDate, date, isAll }: Mark,
  { kept, isOfOther }: { kept: ReadonlyMap<string, KeptPaper>; isOfOther: boolean },
  from: From1c,
  outcome: Outcome,
): Promise<void> {
  const isInParts = [...kept.values()].some(({ isWithdrawn }) => !isWithdrawn);
  if (isInParts && isAll !== true) return;
  const isWhole = isAll ?? (hasDate && (await dayPaysWhole(db, from)));
  if (isOfOther || !isWhole) {
    const why = isOfOther ? ', а в заказе другой состав' : isAll === false ? ', заказ в 1С не оплачен целиком' : '';
    outcome.notApplied.push(`${`оплата ${numbers}`.trim()}: сумма не названа${why}; проверьте, сколько пришло`);
    await keepReserved(db, order.id);
    return;
  }
  const payment_id = await payOrder(db, order, { numbers, date }, from, outcome);
  if (payment_id !== null) await linkPapers(db, order.id, payment_id, from);
}

async function dayPaysWhole(db: Db, { node_id }: From1c): Promise<boolean> {
  const node = await db
    .selectFrom('onec_nodes')
    .select('day_pays_whole')
    .where('id', '=', node_id)
    .executeTakeFirstOrThrow();
  return node.day_pays_whole;
}

function isOfTotal({ sum }: Document1c, { total }: OrderOfDocument): boolean {
  return sum !== '' && kopecksOf(sum, 'Сумма документа') === total;
}

function numbersOf(papers: Document1c[]): string {
  return papers
    .filter(isInForce)
    .map(({ number, date }) => numberWords(number, date))
    .join(', ');
}

/** When the last of them came, for only then the order is paid; null: none says. */
function lastDate(papers: Document1c[]): string | null {
  const days = papers.filter(isInForce).map(({ date }) => dayOf(date));
  return (
    days
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

/** «2026-11-21T00:00:00» → 2026-11-21; null: no day, or not written so. */
function dayOf(text: string): string | null {
  return z.iso.date().safeParse(text.slice(0, 10)).data ?? null;
}

/** `amount`: what the payment is now; null: 1C has taken it back. */
type Change = { id_1c: string; numbers: string; before: KeptPaper | undefined; amount: number | null };
/** `isDisputed`: 1C has other goods in the order than the shop. */
type Corrected = { kept: ReadonlyMap<string, KeptPaper>; changes: Change[]; isDisputed: boolean };

/** The payments that are not as they were kept. One that the document names twice counts as it stands last. */
function changesOf(papers: Document1c[], kept: ReadonlyMap<string, KeptPaper>): Change[] {
  const last = new Map(papers.map((row) => [paperId(row), row]));
  return [...last].flatMap(([id_1c, row]) => {
    const before = kept.get(id_1c);
    const amount = isInForce(row) ? kopecksOf(row.sum, 'Сумма оплаты') : null;
    if (amount === amountOf(before)) return [];
    return [{ id_1c, numbers: numberWords(row.number, row.date), before, amount }];
  });
}

/** What a payment counts; null: nothing, it never came or was taken back. */
function amountOf(paper: KeptPaper | undefined): number | null {
  return paper && !paper.isWithdrawn ? paper.amount : null;
}

function sumAfter({ kept, changes }: Corrected): number {
  const after = new Map([...kept].map(([id_1c, paper]) => [id_1c, amountOf(paper)]));
  for (const { id_1c, amount } of changes) after.set(id_1c, amount);
  return [...after.values()].reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

/**
 * A part of the money does not pay an order; it is kept in mind until the rest comes, as more than the total is until
 * people have decided. More pays the order where a former invoice of it asked for so much, unless its goods are in
 * dispute.
 */
async function addUp(
  db: Db,
  order: OrderOfDocument,
  { numbers, date, ...corrected }: Corrected & { numbers: string; date: string | null },
  from: From1c,
  outcome: Outcome,
): Promise<void> {
  const { total } = order;
  const { changes, isDisputed } = corrected;
  const sum = sumAfter(corrected);
  for (const change of changes) await keepChange(db, order.id, change, null, from);
  const corrections = changes.flatMap(correctionWords);
  outcome.words.push(...corrections);
  if (sum > 0) await keepReserved(db, order.id);
  if (sum > 0 && (sum === total || (sum > total && !isDisputed))) {
    const payment_id = await payOrder(db, order, { numbers, date, sum }, from, outcome);
    if (payment_id !== null) return linkPapers(db, order.id, payment_id, from);
  }
  if (sum > total)
    outcome.notApplied.push(
      `${tooMuchWords(sum, total)}: она записана, а заказ не оплачен, невыданный товар ждёт без срока`,
    );
  if (changes.length === 0) return;
  const isPart = sum < total && changes.some(({ amount }) => amount !== null);
  const came = `${isPart ? 'пришла часть оплаты:' : 'пришло'} ${formatPrice(sum)} из ${formatPrice(total)}`;
  outcome.words.push(came);
  // Goods that have left, and those that a firm pays for behind them, wait for no money.
  const waits = order.state !== 'in_delivery' && order.state !== 'completed' && !paysLater(order);
  const isHeld = waits && (sum > 0 || corrections.length > 0);
  if (sum < total && isHeld) outcome.part = [...corrections, came].join('; ');
}

function tooMuchWords(sum: number, total: number): string {
  return `оплата в 1С ${formatPrice(sum)} больше суммы заказа ${formatPrice(total)}`;
}

/**
 * An order that became paid by these papers is so while they make its total; else it is unpaid again, wherever its
 * goods are, for the money is not there. Money of which something went back, and money that staff marked, is people's.
 */
async function correctPaid(
  db: Db,
  order: OrderOfDocument,
  corrected: Corrected,
  from: From1c,
  outcome: Outcome,
): Promise<void> {
  const { total } = order;
  const payment_id = [...corrected.kept.values()].find((paper) => paper.payment_id !== null)?.payment_id ?? null;
  // Papers that this base sends of money that came otherwise say nothing new.
  const changes = payment_id === null ? corrected.changes.filter(({ before }) => before) : corrected.changes;
  const sum = sumAfter({ ...corrected, changes });
  const isTooMuch = payment_id !== null && sum > total;
  if (isTooMuch && corrected.isDisputed) outcome.notApplied.push(`${tooMuchWords(sum, total)}: она записана`);
  if (changes.length === 0) return;
  const words = changes.map(nowWords).join('; ');
  const isBack = payment_id !== null && (await wentBack(db, payment_id));
  if (order.payment_state !== 'paid' || isBack) {
    outcome.notApplied.push(`${words}; деньги по заказу уже возвращали: проверьте, сколько их теперь`);
    return;
  }
  if (payment_id === null) {
    outcome.notApplied.push(`${words}; что заказ оплачен, отметили в магазине: проверьте, пришли ли деньги`);
    return;
  }
  if (isTooMuch && !corrected.isDisputed) throw refused(tooMuchWords(sum, total));
  if (sum < total) {
    const left = `пришло ${formatPrice(sum)} из ${formatPrice(total)}`;
    const why = `${words}; ${left}`;
    try {
      await withdrawAccountPayment(db, payment_id, { who: shopName, why, now: from.now });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcome.notApplied.push(`${words}; ${error.message}`);
      return;
    }
    outcome.words.push(`заказ снова не оплачен: ${why}`);
    outcome.unpaid = why;
  } else outcome.words.push(words);
  for (const change of changes) await keepChange(db, order.id, change, null, from);
  await linkPapers(db, order.id, sum < total ? null : payment_id, from);
}

function correctionWords(change: Change): string[] {
  const { before, amount, numbers } = change;
  if (!before) return [];
  if (before.isWithdrawn) return [`оплата ${numbers} снова проведена в 1С: ${formatPrice(amount ?? 0)}`];
  return [nowWords(change)];
}

function nowWords({ before, amount, numbers }: Change): string {
  const was = amountOf(before);
  if (amount === null) return `оплата ${numbers} отменена в 1С: ${formatPrice(was ?? 0)}`;
  return was === null
    ? `оплата ${numbers}: ${formatPrice(amount)}`
    : `оплата ${numbers}: ${formatPrice(was)} → ${formatPrice(amount)}`;
}

/** A payment that was taken back keeps its last sum. */
function keepChange(
  db: Db,
  order_id: string,
  { id_1c, before, amount }: Change,
  payment_id: string | null,
  from: From1c,
): Promise<void> {
  const row = { id_1c, kind: 'payment' as const, goods: null, payment_id };
  return keepPaper(db, order_id, { ...row, amount: amount ?? before?.amount ?? 0, isWithdrawn: amount === null }, from);
}

/** The payments that count are those that the order is paid by; null: it is not. */
async function linkPapers(db: Db, order_id: string, payment_id: string | null, from: From1c): Promise<void> {
  for (const paper of (await keptPapers(db, order_id, 'payment', from)).values()) {
    if (paper.isWithdrawn || paper.payment_id === payment_id) continue;
    await keepPaper(db, order_id, { ...paper, payment_id }, from);
  }
}

/**
 * `sum`: what came, kopecks. The day that 1C names counts, where the order may have been paid on it. null: neither the
 * order nor a former invoice of it is of this sum.
 */
async function payOrder(
  db: Db,
  { id, total }: OrderOfDocument,
  { numbers, date, sum = total }: { numbers: string; date: string | null; sum?: number },
  { now }: From1c,
  outcome: Outcome,
): Promise<string | null> {
  const document = `оплата ${numbers}`.trim();
  const day = date === null ? {} : { date: await nearestDay(db, id, date, now) };
  try {
    const payment = await markAccountPayment(db, id, { who: shopName, document, amount: sum, ...day }, now);
    const back = payment.back > 0 ? `, лишние ${formatPrice(payment.back)} возвращаются` : '';
    outcome.words.push(`оплачен по 1С: ${document}${back}`);
    return payment.id;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'wrong_transfer') return null;
    throw error;
  }
}
