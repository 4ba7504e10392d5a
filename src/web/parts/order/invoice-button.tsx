import { Link } from 'react-router';
import type { DueInvoice } from '#modules/documents/firm-summary.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { personalDocumentUrl, personalOrderUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';

type InvoiceButtonProps = { invoice: DueInvoice; look: 'primary' | 'line' };

/** An unpaid invoice by its number and sum: the paper is what is needed at the bank. Before it is issued, its order. */
export function InvoiceButton({ invoice, look }: InvoiceButtonProps) {
  const { order_id, number, paper, sum } = invoice;
  if (paper === null) {
    return (
      <Link className="btn btn--line btn--sm num" to={personalOrderUrl(order_id)}>
        {unbroken(`Заказ ${number}, ${formatPrice(sum)}`)}
      </Link>
    );
  }
  return (
    <a
      className={`btn btn--${look} btn--sm num`}
      href={personalDocumentUrl(order_id, 'invoice.pdf')}
      target="_blank"
      rel="noreferrer"
    >
      <Icon name="file-text" size="s" />
      <span>
        {unbroken(`Скачать счёт № ${paper}, ${formatPrice(sum)}`)}
        <span className="sr">, PDF</span>
      </span>
    </a>
  );
}
