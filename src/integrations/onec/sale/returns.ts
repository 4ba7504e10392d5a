import { sql } from 'kysely';
import { noteReturns } from '#modules/orders/note-returns.ts';
import { markAccountRefund } from '#modules/payments/account-payment.ts';
import type { RefundLine } from '#modules/payments/paid-lines.ts';
import { refundOrderLines } from '#modules/payments/refund-payment.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf, kopecksOf, refused } from './document-numbers.ts';
import { isInForce, moneyBackOperations, numberWords, returnOperation, shopName } from './document-words.ts';
import { productInOrder } from './edit-from-document.ts';
import { refuseForeignMoney } from './foreign-money.ts';
import { isOfNoMatter, keepPaper, keptPapers, paperId, sameGoods } from './kept-papers.ts';
import type { From1c, OrderOfDocument } from './order-of-document.ts';
import type { Outcome } from './outcome.ts';
import type { Document1c } from './read-documents.ts';
import { type OrderFor1c, readOrderFor1c } from './read-orders.ts';

/**
 * Goods brought back, by 1C: their money goes back the way it came, with its receipt. Money that 1C's own till took is
 * returned there. A return that 1C takes back or corrects afterwards is reported to people, and nothing is undone: its
 * money is on its way to the buyer. Throws Refusal.
 */
export async function takeReturns(
  db: Db,
  order: OrderOfDocument,
  document: Document1c,
  from: From1c,
  outcome: Outcome,
): Promise<void> {
  const papers = document.subordinate.filter(({ operation }) => operation === returnOperation);
  refuseForeignMoney(papers);
  for (const row of papers) await takeReturn(db, order, row, from, outcome);
}

/** Whether 1C says that money went back to the buyer. */
export function saysMoneyBack(document: Document1c): boolean {
  return document.subordinate.some((row) => moneyBackOperations.has(row.operation) && isInForce(row));
}

/** A transfer that 1C sent back ends the refund that waits for it, of a cancelled order too. Throws Refusal. */
export async function takeMoneyBack(
  db: Db,
  order: OrderOfDocument,
  document: Document1c,
  from: From1c,
  outcome: Outcome,
): Promise<void> {
  const papers = document.subordinate.filter((row) => moneyBackOperations.has(row.operation) && isInForce(row));
  refuseForeignMoney(papers);
  for (const row of papers) outcome.words.push(...(await endRefund(db, order, row, from)));
}

async function takeReturn(
  db: Db,
  order: OrderOfDocument,
  row: Document1c,
  from: From1c,
  outcome: Outcome,
): Promise<void> {
  const kept = (await keptPapers(db, order.id, 'return', from)).get(paperId(row));
  if (isOfNoMatter(row, kept)) return;
  const note = `возврат ${numberWords(row.number, row.date)}`.trim();
  if (!isInForce(row)) {
    outcome.notApplied.push(`${note} отменён в 1С, а покупателю по нему деньги уже возвращают: проверьте, где товар`);
    return;
  }
  if (kept?.goods === null) return;
  const data = ensure(await readOrderFor1c(db, order.id));
  const brought = broughtBack(data, row);
  const goods = brought.map(({ product_id, count }) => ({ product_id, count }));
  if (kept) {
    if (!sameGoods(kept.goods, goods))
      outcome.notApplied.push(
        `${note} исправлен в 1С, а деньги покупателю возвращают по прежнему: проверьте, сколько надо`,
      );
    return;
  }
  refuseMoreThanBought(data, brought, note);
  if (brought.length === 0) throw refused(`${note}: не названо ни одного товара`);
  const paper = { id_1c: paperId(row), kind: 'return' as const, amount: null, isWithdrawn: false, payment_id: null };
  await keepPaper(db, order.id, { ...paper, goods }, from);
  outcome.words.push(await refund(db, order, { brought, note }, from));
}

type Brought = RefundLine & { product_id: number };

function broughtBack(data: OrderFor1c, { lines }: Document1c): Brought[] {
  return (lines ?? [])
    .filter(({ is_service }) => !is_service)
    .map((line) => {
      const product = productInOrder(data, line.id);
      if (!product) throw refused(`возвращают товар «${line.name}», которого нет в заказе`);
      const sum = kopecksOf(line.sum || '0', `«${line.name}»: сумма`);
      const { position, product_id } = product;
      return { position, product_id, count: countOf(line, sum, product) };
    });
}

/** Returns what became of the money, in words. */
async function refund(
  db: Db,
  order: OrderOfDocument,
  { brought, note }: { brought: Brought[]; note: string },
  from: From1c,
): Promise<string> {
  const lines = brought.map(({ position, count }) => ({ position, count }));
  try {
    const { amount } = await refundOrderLines(
      db,
      order.id,
      lines,
      { reason: 'returned', who: shopName, note },
      from.now,
    );
    return `${note}: покупателю возвращается ${formatPrice(amount)}`;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    await noteReturns(db, order.id, lines, { who: shopName, note, now: from.now });
    return `${note}: деньги за заказ принимала касса, она их и возвращает`;
  }
}

/** Also for money that a till of 1C took, of which the shop keeps no refunds. */
function refuseMoreThanBought({ order, lines: of1c }: OrderFor1c, lines: RefundLine[], note: string): void {
  for (const [index, { name, count: bought }] of order.lines.entries()) {
    const same = lines.filter(({ position }) => position === of1c[index]?.position);
    const back = same.reduce((sum, { count }) => sum + count, 0);
    if (back > bought) throw refused(`${note}: «${name}» возвращают ${back}, а в заказе ${bought}`);
  }
}

/** Only a refund of the same sum, whose money is to go by account; each paper ends one. */
async function endRefund(db: Db, order: OrderOfDocument, row: Document1c, from: From1c): Promise<string[]> {
  // Without an id the number is one of its own kind alone.
  const id_1c = row.id ? paperId(row) : `${row.operation} ${paperId(row)}`.slice(0, 100);
  if ((await keptPapers(db, order.id, 'money_back', from)).has(id_1c)) return [];
  const amount = kopecksOf(row.sum, 'Сумма возврата');
  const { rows } = await sql<{ id: string }>`
    select r.id from refunds r join payments p on p.id = r.payment_id
    where p.order_id = ${order.id}::uuid and p.provider = 'account' and r.state in ('new', 'pending')
      and r.amount = ${amount} order by r.created_at limit 1`.execute(db);
  const [refund] = rows;
  if (!refund) return [];
  await markAccountRefund(db, refund.id, from.now);
  const paper = { id_1c, kind: 'money_back' as const, amount, goods: null, isWithdrawn: false, payment_id: null };
  await keepPaper(db, order.id, paper, from);
  return [`деньги возвращены по 1С ${numberWords(row.number, row.date)}`.trim()];
}
