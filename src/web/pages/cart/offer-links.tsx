import { cartOfferUrl, estimatesUrl, savedListsUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { CartPage } from './read-cart-page.ts';

/** The chosen lines as a commercial proposal, to print or to send; and the way to add goods by a list of articles. */
export function Offer({ page }: { page: CartPage }) {
  const chosen = page.lines.filter((line) => line.is_chosen);
  const isAll = page.lines.every((line) => line.is_chosen || !line.is_orderable);
  const items = isAll ? [] : chosen.map(({ id }) => id);
  return (
    <span className="row small cart__offer">
      <a className="row cart__tool" href={estimatesUrl()}>
        <Icon name="plus" size="s" />
        Добавить списком
      </a>
      <a className="row cart__tool" href={cartOfferUrl('pdf', 'items', items)} target="_blank" rel="noreferrer">
        <Icon name="file-down" size="s" />
        КП в PDF
      </a>
      <a className="row cart__tool" href={cartOfferUrl('xlsx', 'items', items)} download>
        <Icon name="file-spreadsheet" size="s" />
        XLSX<span className="sr">, коммерческое предложение таблицей</span>
      </a>
      <button type="submit" className="row cart__tool" name="intent" value="share">
        <Icon name="copy" size="s" />
        Поделиться
      </button>
      <a className="row cart__tool" href={savedListsUrl('cart')}>
        <Icon name="list-checks" size="s" />
        Сохранить список
      </a>
    </span>
  );
}
