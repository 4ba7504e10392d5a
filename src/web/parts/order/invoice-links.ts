import type { FirmSummary } from '#modules/documents/firm-summary.ts';
import { dueFirst } from '#shared/due-words.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { personalDocumentUrl, personalOrderUrl } from '#shared/urls.ts';

/**
 * The unpaid invoices of a firm that are named, each by its number and sum: the paper is what is needed at the bank;
 * before it is issued, its order.
 */
export function invoiceLinks(unpaid: FirmSummary['unpaid']): { words: string; url: string }[] {
  if (!unpaid) return [];
  return dueFirst(unpaid).map(({ order_id, number, paper, sum }) =>
    paper === null
      ? { words: unbroken(`Заказ ${number}, ${formatPrice(sum)}`), url: personalOrderUrl(order_id) }
      : {
          words: unbroken(`Скачать счёт № ${paper}, ${formatPrice(sum)}`),
          url: personalDocumentUrl(order_id, 'invoice.pdf'),
        },
  );
}
