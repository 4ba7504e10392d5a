import { getOrder } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { hasInvoice, issueDocument, listIssued } from './issue-document.ts';

/**
 * The goods of an order are others now: an invoice that was issued gets its next revision. Call in a transaction. One
 * that nobody had is issued when somebody asks for it.
 */
export async function reviseInvoice(db: Db, order_id: string, now = new Date()): Promise<void> {
  const order = await getOrder(db, order_id);
  if (!order || !hasInvoice(order)) return;
  const issued = await listIssued(db, order_id);
  if (issued.some(({ kind }) => kind === 'invoice')) await issueDocument(db, { kind: 'invoice', part: 1 }, order, now);
}
