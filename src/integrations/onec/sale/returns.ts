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
import { takeOnce } from './kept-papers.ts';
import type { From1c, OrderOfDocument } from './order-of-document.ts';
import type { Document1c } from './read-documents.ts';
import { type OrderFor1c, readOrderFor1c } from './read-orders.ts';

/**
 * Goods brought back, by 1C: their money goes back the way it came, with its receipt. Money that 1C's own till took is
 * returned there. A transfer that 1C sent back ends the refund that waits for it.
 */
export async function takeReturns(
  db: Db,
  order: OrderOfDocument,
  document: Document1c,
  from: From1c,
): Promise<string[]> {
  const words: string[] = [];
  for (const row of document.subordinate.filter(isInForce)) {
    if (row.operation === returnOperation) words.push(...(await takeReturn(db, order, row, from)));
    if (moneyBackOperations.has(row.operation)) words.push(...(await takeMoneyBack(db, order, row, from)));
  }
  return words;
}

async function takeReturn(db: Db, order: OrderOfDocument, row: Document1c, from: From1c): Promise<string[]> {
  if (!(await takeOnce(db, order.id, row, from))) return [];
  const note = `возврат ${numberWords(row.number, row.date)}`.trim();
  const data = ensure(await readOrderFor1c(db, order.id));
  const lines = (row.lines ?? [])
    .filter(({ is_service }) => !is_service)
    .map((line) => {
      const product = productInOrder(data, line.id);
      if (!product) throw refused(`возвращают товар «${line.name}», которого нет в заказе`);
      const sum = kopecksOf(line.sum || '0', `«${line.name}»: сумма`);
      return { position: product.position, count: countOf(line, sum, product) };
    });
  refuseMoreThanBought(data, lines, note);
  if (lines.length === 0) throw refused(`${note}: не названо ни одного товара`);
  try {
    const { amount } = await refundOrderLines(
      db,
      order.id,
      lines,
      { reason: 'returned', who: shopName, note },
      from.now,
    );
    return [`${note}: покупателю возвращается ${formatPrice(amount)}`];
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    await noteReturns(db, order.id, lines, { who: shopName, note, now: from.now });
    return [`${note}: деньги за заказ принимала касса, она их и возвращает`];
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

/** Only a refund of the same sum, whose money is to go by account. */
async function takeMoneyBack(db: Db, order: OrderOfDocument, row: Document1c, { now }: From1c): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from refunds r join payments p on p.id = r.payment_id
    where p.order_id = ${order.id}::uuid and p.provider = 'account' and r.state in ('new', 'pending')
      and r.amount = ${kopecksOf(row.sum, 'Сумма возврата')} order by r.created_at limit 1`.execute(db);
  const [refund] = rows;
  if (!refund) return [];
  await markAccountRefund(db, refund.id, now);
  return [`деньги возвращены по 1С ${numberWords(row.number, row.date)}`.trim()];
}
