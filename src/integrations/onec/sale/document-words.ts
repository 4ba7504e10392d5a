import type { Document1c } from './read-documents.ts';
import { plain } from './statuses.ts';

/** The requisite of this name as 1C spells it; '' where the document does not say. */
export function said({ requisites }: Document1c, name: string): string {
  return requisites.get(plain(name)) ?? '';
}

export function isYes(text: string): boolean {
  return ['true', 'да', '1'].includes(plain(text));
}

/** Who did it, as the buyer reads it in the order's history: programs of the shop are the shop. */
export const shopName = 'магазин';

/** «№ 12 от 24.11.2026». */
export function numberWords(number: string, date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date) ?? [];
  const shown = year ? `${day}.${month}.${year}` : date.slice(0, 20);
  return [number && `№ ${number.slice(0, 60)}`, shown && `от ${shown}`].filter(Boolean).join(' ');
}

/** Posted and not marked for deletion: what is not said counts as so. */
export function isInForce(document: Document1c): boolean {
  return !isYes(said(document, 'ПометкаУдаления')) && plain(said(document, 'Проведён')) !== 'false';
}
