import { getOrder } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { hasInvoice, issueDocument } from './issue-document.ts';
import { readPaperLogo } from './paper-logo.ts';
import { documentFileName, renderDocument } from './render-document.ts';

/**
 * What is put into an order's email: the invoice into the one that says the order was taken, or
 * approved. A shop without requisites
 * sends the email without it.
 */
export async function papersOfEmail(
  db: Db,
  { order_id, event }: { order_id: string; event: string },
  filesDir: string,
): Promise<{ name: string; type: string; content: Buffer }[]> {
  if (event !== 'placed' && event !== 'approved') return [];
  const order = await getOrder(db, order_id);
  if (!order || !hasInvoice(order)) return [];
  try {
    const invoice = await issueDocument(db, { kind: 'invoice', part: 1 }, order);
    const content = await renderDocument(invoice, await readPaperLogo(db, filesDir));
    return [{ name: documentFileName(invoice), type: 'application/pdf', content }];
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no_requisites') return [];
    throw error;
  }
}
