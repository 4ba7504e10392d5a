import { sql } from 'kysely';
import { type GivenLine, handOverLines, type WaitingLine, waitingLines } from '#modules/orders/hand-over.ts';
import { advanceOrder } from '#modules/orders/move-order.ts';
import { writeHistory } from '#modules/orders/write-history.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { orderStateWord } from '#shared/order-states.ts';
import { shownAmount } from '#shared/unit-words.ts';
import { countOf, kopecksOf, refused } from './document-numbers.ts';
import {
  bringsShipment,
  isInForce,
  isYes,
  numberWords,
  requisite,
  shipmentMark,
  shipmentOperation,
  shopName,
} from './document-words.ts';
import { productInOrder } from './edit-from-document.ts';
import { refuseForeignMoney } from './foreign-money.ts';
import {
  isOfNoMatter,
  type KeptPaper,
  keepPaper,
  keptPapers,
  paperId,
  type ShippedGoods,
  sameGoods,
} from './kept-papers.ts';
import { type From1c, type OrderOfDocument, orderNow } from './order-of-document.ts';
import type { Outcome } from './outcome.ts';
import type { Document1c } from './read-documents.ts';
import { readOrderFor1c } from './read-orders.ts';

/**
 * Goods that left by 1C. Of a pickup order its papers are added up, and what the shop's desk has not given out by then
 * is handed over. A delivery goes as a whole here: what its
 * papers took along is added up, and with the last of it the order is on its way. A paper taken back, or corrected to
 * less, counts no more while the goods are still here; afterwards people are notified, and nothing is undone. Throws
 * Refusal.
 */
export async function takeShipments(
  db: Db,
  order: OrderOfDocument,
  document: Document1c,
  from: From1c,
  outcome: Outcome,
): Promise<void> {
  const papers = document.subordinate.filter(({ operation }) => operation === shipmentOperation);
  refuseForeignMoney(papers);
  const take = order.receiving_type === 'delivery' ? takeOfDelivery : takeOfPickup;
  const taken: Document1c[] = [];
  const gone = new Set(papers.filter((row) => !isInForce(row)).map(paperId));
  for (const row of papers) if (await take(db, order, { row, gone }, from, outcome)) taken.push(row);
  if (order.receiving_type === 'delivery') await sendWhole(db, order, taken, from, outcome);
  if (bringsShipment(document)) await noteShipped(db, order, from);
  if (papers.length > 0) return;
  const { number, date } = shipmentMark(document);
  // A number stands there from the first part on: where parts are known, only «Отгружен» says that it was all.
  const isPart = number !== '' || date !== '' ? await isPartShipped(db, order, from) : false;
  const isMarked = isYes(requisite(document, 'Отгружен')) || ((number !== '' || date !== '') && !isPart);
  if (isMarked) await ship(db, order, numberWords(number, date), from, outcome);
}

/** What the base sends as stock from now on is without these goods: the import reads it so. */
export async function noteShipped(db: Db, { id }: OrderOfDocument, { node_id, now }: From1c): Promise<void> {
  await sql`
    update onec_orders set shipped_at = ${now}
    where node_id = ${node_id} and order_id = ${id}::uuid and shipped_at is null`.execute(db);
}

async function isPartShipped(db: Db, { id }: OrderOfDocument, from: From1c): Promise<boolean> {
  const kept = await keptPapers(db, id, 'shipment', from);
  return [...kept.values()].some(({ kind, isWithdrawn }) => kind === 'shipment' && !isWithdrawn);
}

/** `gone`: ids of those that the same document takes back. */
type Paper = { row: Document1c; gone: ReadonlySet<string> };

/** Keeps what the paper says now. Returns whether that is new. */
async function takeOfDelivery(
  db: Db,
  order: OrderOfDocument,
  { row }: Paper,
  from: From1c,
  outcome: Outcome,
): Promise<boolean> {
  const { id, state } = await orderNow(db, order.id);
  const kept = (await keptPapers(db, id, 'shipment', from)).get(paperId(row));
  if (isOfNoMatter(row, kept)) return false;
  const number = numberWords(row.number, row.date);
  const isGone = state === 'in_delivery' || state === 'completed';
  const paper: KeptPaper = { ...shipmentOf(row), goods: kept?.goods ?? null };
  if (!isInForce(row)) {
    if (isGone) {
      outcome.notApplied.push(goneWords(`отгрузка ${number} отменена в 1С`, state, order));
      return false;
    }
    await keepPaper(db, id, { ...paper, isWithdrawn: true }, from);
    outcome.words.push(`отгрузка ${number} отменена в 1С`);
    return false;
  }
  if (kept?.kind === null && isGone) return false;
  paper.goods = row.lines === null ? null : goodsOfLines(await givenLines(db, order, row), await waitingLines(db, id));
  if (kept?.kind === 'shipment' && !kept.isWithdrawn && sameGoods(kept.goods, paper.goods)) return false;
  if (isGone && kept && !kept.isWithdrawn) {
    outcome.notApplied.push(goneWords(`отгрузка ${number} исправлена в 1С`, state, order));
    return false;
  }
  await keepPaper(db, id, paper, from);
  return true;
}

function shipmentOf(row: Document1c): KeptPaper {
  const nothing = { amount: null, goods: null, isWithdrawn: false, payment_id: null };
  return { id_1c: paperId(row), kind: 'shipment', ...nothing };
}

function goneWords(what: string, state: OrderOfDocument['state'], { receiving_type }: OrderOfDocument): string {
  const word = orderStateWord(state, receiving_type);
  return `${what}, а заказ уже «${word}»: он таким и остаётся, проверьте, где товар`;
}

/** The order is on its way when its papers took along all of it, in whatever order they came. */
async function sendWhole(
  db: Db,
  order: OrderOfDocument,
  taken: Document1c[],
  from: From1c,
  outcome: Outcome,
): Promise<void> {
  const { state } = await orderNow(db, order.id);
  if (state === 'in_delivery' || state === 'completed') return;
  const papers = [...(await keptPapers(db, order.id, 'shipment', from)).values()].filter(
    ({ kind, isWithdrawn }) => kind === 'shipment' && !isWithdrawn,
  );
  if (papers.length === 0) return;
  const lines = await waitingLines(db, order.id);
  const shipped = papers.flatMap(({ goods }) => goods ?? []);
  const shippedOf = (line: WaitingLine) => countIn(shipped, line);
  const numbers = taken.map(({ number, date }) => numberWords(number, date)).join(', ');
  if (papers.some(({ goods }) => goods === null) || lines.every((line) => shippedOf(line) >= line.count)) {
    await ship(db, order, numbers, from, outcome);
    return;
  }
  if (taken.length === 0) return;
  const parts = lines
    .filter((line) => shippedOf(line) > 0)
    .map((line) => {
      const [shipped, all] = [shippedOf(line), line.count].map((count) => shownAmount(count, line.shown_unit));
      return `«${line.name}» — ${shipped}, заказано ${all}`;
    });
  const why = `${`отгружена часть заказа ${numbers}`.trim()}: ${parts.join('; ')}`.slice(0, 1_000);
  await writeHistory(db, order.id, { who: shopName, why, now: from.now });
  outcome.words.push(why);
}

/**
 * Goods leave with their paper, and with a later version of it that has more. What the desk gave out is of some paper
 * too: 1C writes it down later. Returns whether the paper says anything new.
 */
async function takeOfPickup(
  db: Db,
  order: OrderOfDocument,
  { row, gone }: Paper,
  from: From1c,
  outcome: Outcome,
): Promise<boolean> {
  const id_1c = paperId(row);
  const papers = await keptPapers(db, order.id, 'shipment', from);
  const kept = papers.get(id_1c);
  if (isOfNoMatter(row, kept)) return false;
  const number = numberWords(row.number, row.date);
  const { state } = await orderNow(db, order.id);
  if (!isInForce(row)) {
    outcome.notApplied.push(goneWords(`отгрузка ${number} отменена в 1С`, state, order));
    return false;
  }
  // What an older shop took, or the whole order, is handed over already.
  if (kept && (kept.kind === null || kept.goods === null)) return false;
  const waiting = await waitingLines(db, order.id);
  const all = row.lines === null ? null : await givenLines(db, order, row);
  const goods = all && goodsOfLines(all, waiting);
  if (kept && !kept.isWithdrawn && sameGoods(kept.goods, goods)) return false;
  if (goods && kept?.goods?.some((before) => countIn(goods, before) < before.count)) {
    outcome.notApplied.push(goneWords(`отгрузка ${number} исправлена в 1С: товара меньше, чем выдано`, state, order));
    return false;
  }
  await keepPaper(db, order.id, { ...shipmentOf(row), goods }, from);
  const others = [...papers.values()].filter(
    (other) => other.id_1c !== id_1c && !other.isWithdrawn && !gone.has(other.id_1c),
  );
  const given = goods && stillToGive([goods, ...others.map(({ goods }) => goods ?? [])], waiting);
  await handOver(db, order, { number, given, waiting }, from, outcome);
  return true;
}

function countIn(goods: readonly ShippedGoods[], { product_id }: { product_id: number }): number {
  return goods.reduce((sum, row) => sum + (row.product_id === product_id ? row.count : 0), 0);
}

/** What all papers together have beyond what is handed over, by whomever. */
function stillToGive(papers: ShippedGoods[][], lines: WaitingLine[]): GivenLine[] {
  return lines.flatMap(({ order_line_id, product_id, count, waiting }) => {
    const left = countIn(papers.flat(), { product_id }) - (count - waiting);
    return left > 0 ? [{ order_line_id, count: left }] : [];
  });
}

async function handOver(
  db: Db,
  order: OrderOfDocument,
  { number, given, waiting }: { number: string; given: GivenLine[] | null; waiting: WaitingLine[] },
  from: From1c,
  outcome: Outcome,
): Promise<void> {
  const givenOf = (id: number) => given?.find(({ order_line_id }) => order_line_id === id)?.count ?? 0;
  const isAll = given === null || waiting.every((line) => givenOf(line.order_line_id) >= line.waiting);
  if (isAll) return ship(db, order, number, from, outcome);
  if (given.length === 0) {
    outcome.words.push(`${`отгрузка ${number}`.trim()}: товар по ней уже выдан в магазине`);
    return;
  }
  const mover = { who: shopName, why: `отгрузка ${number}`.trim(), now: from.now, isFact: true };
  await advanceOrder(db, order.id, 'ready', mover);
  await handOverLines(db, order.id, given, mover);
  outcome.words.push(`выдана часть заказа, отгрузка ${number}`.trim());
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

function goodsOfLines(given: GivenLine[], lines: WaitingLine[]): ShippedGoods[] {
  return given.map(({ order_line_id, count }) => ({
    product_id: ensure(lines.find((line) => line.order_line_id === order_line_id)).product_id,
    count,
  }));
}

async function ship(db: Db, order: OrderOfDocument, number: string, { now }: From1c, outcome: Outcome): Promise<void> {
  const to = order.receiving_type === 'pickup' ? 'completed' : 'in_delivery';
  const why = number && `отгрузка ${number}`;
  const isMoved = await advanceOrder(db, order.id, to, { who: shopName, why, now });
  if (isMoved)
    outcome.words.push(`${`отгружен по 1С ${number}`.trim()}: «${orderStateWord(to, order.receiving_type)}»`);
}
