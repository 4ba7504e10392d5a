import type { DocumentContent } from './document-content.ts';
import { drawDeliveryNote } from './drawing/delivery-note.ts';
import { drawInvoice } from './drawing/invoice.ts';
import { Paper } from './drawing/paper.ts';

/**
 * The PDF of an issued document. The same content gives the same bytes: the only time in it is the document's own date.
 */
export async function renderDocument(content: DocumentContent): Promise<Buffer> {
  const title = content.kind === 'invoice' ? `Счёт № ${content.number}` : `Накладная № ${content.number}`;
  const paper = new Paper(title, content.seller.name, new Date(`${content.date}T12:00:00Z`));
  if (content.kind === 'invoice') drawInvoice(paper, content);
  else drawDeliveryNote(paper, content);
  return paper.close();
}

/** What a saved file is called: «Счёт 1000001.pdf». */
export function documentFileName({ kind, number }: Pick<DocumentContent, 'kind' | 'number'>): string {
  return `${kind === 'invoice' ? 'Счёт' : 'Накладная'} ${number.replace('/', '-')}.pdf`;
}
