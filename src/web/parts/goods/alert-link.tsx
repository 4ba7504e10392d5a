import { alertUrl } from '#shared/urls.ts';

type AlertLinkProps = {
  product: { id: number; name: string };
  topic: 'price_drops' | 'back_in_stock';
  /** Stands on the link instead of the usual words. */
  words?: string;
  className?: string;
};

const usualWords = { price_drops: 'Сообщить о снижении цены', back_in_stock: 'Сообщить о поступлении' } as const;

/** To the form that watches one product: a page, and a dialog where JavaScript runs (`parts/dialogs`). */
export function AlertLink({ product, topic, words = usualWords[topic], className = 'link' }: AlertLinkProps) {
  return (
    <a href={alertUrl(product.id, topic)} className={className} rel="nofollow">
      {words}
      <span className="sr">: {product.name}</span>
    </a>
  );
}
