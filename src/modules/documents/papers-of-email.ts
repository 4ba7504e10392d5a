import { getOrder, type OrderView } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { isUnpaid } from '#shared/order-states.ts';
import { hasInvoice, issueDocument, listIssued } from './issue-document.ts';
import { readPaperLogo } from './paper-logo.ts';
import { documentFileName, renderDocument } from './render-document.ts';
import { reviseInvoice } from './revise-invoice.ts';

/**
 * What is put into an order's email: the invoice into the one that says the order was taken or approved; into the one
 * of other goods, sums or another receiving the invoice that has come in place of the former one since `asked_at`. A
 * shop without requisites sends the email without it. Call in a transaction.
 */
export async function papersOfEmail(
  db: Db,
  { order_id, event, asked_at }: { order_id: string; event: string; asked_at?: string | undefined },
  filesDir: string,
): Promise<{ name: string; type: string; content: Buffer }[]> {
  const isChange = changes.has(event);
  if (!isChange && event !== 'placed' && event !== 'approved') return [];
  const order = await getOrder(db, order_id);
  if (!order || !hasInvoice(order)) return [];
  if (isChange && !(await isInvoiceReplaced(db, order, asked_at))) return [];
  try {
    const invoice = await issueDocument(db, { kind: 'invoice', part: 1 }, order);
    const content = await renderDocument(invoice, await readPaperLogo(db, filesDir));
    return [{ name: documentFileName(invoice), type: 'application/pdf', content }];
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no_requisites') return [];
    throw error;
  }
}

/** What may change the sums of an order that its buyer has an invoice of. */
const changes = new Set(['receiving', 'edited', 'added']);

/**
 * Whether the buyer has an invoice that is not to be paid any more, because a revision of it came since `asked_at`; it
 * is issued here where nobody has issued it yet. Of a paid order no invoice is to be paid.
 */
async function isInvoiceReplaced(db: Db, order: OrderView, asked_at: string | undefined): Promise<boolean> {
  if (asked_at === undefined || !isUnpaid(order.payment_state)) return false;
  await reviseInvoice(db, order.id);
  const newest = (await listIssued(db, order.id)).findLast(({ kind }) => kind === 'invoice');
  return newest !== undefined && newest.revision > 1 && newest.issued_at >= new Date(asked_at);
}
