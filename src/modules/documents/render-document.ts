import type { LogoPicture } from '#modules/settings/logo-file.ts';
import type { DocumentContent } from './document-content.ts';
import { drawInvoice } from './drawing/invoice.ts';
import { Paper } from './drawing/paper.ts';
import { drawUpd } from './drawing/upd.ts';

/**
 * The PDF of an issued document. The same content gives the same bytes: the only time in it is the document's own date.
 * The logo is the shop's of now, and of no УПД: that is a form of the tax service.
 */
export async function renderDocument(content: DocumentContent, logo: LogoPicture | null = null): Promise<Buffer> {
  const title = `${words[content.kind]} № ${content.number}`;
  const date = new Date(`${content.date}T12:00:00Z`);
  const paper = await Paper.open(title, content.seller.name, date, content.kind === 'upd' ? 'landscape' : 'portrait');
  if (content.kind === 'invoice') drawInvoice(paper, content, logo);
  else drawUpd(paper, content);
  return paper.close();
}

/**
 * What a saved file is called: «Счёт 1000001-2.pdf», «УПД 12-3 от 2026-11-24.pdf»: numbers of УПД begin again every
 * year, and a stroke is no part of a file's name.
 */
export function documentFileName({ kind, number, date }: Pick<DocumentContent, 'kind' | 'number' | 'date'>): string {
  const named = `${words[kind]} ${number.replace('/', '-')}`;
  return kind === 'upd' ? `${named} от ${date}.pdf` : `${named}.pdf`;
}

const words = { invoice: 'Счёт', upd: 'УПД' } as const;
