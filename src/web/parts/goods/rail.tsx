import type { ReactNode } from 'react';
import type { ListedCard } from '#modules/catalogue/card.ts';
import type { DeviceType } from '#platform/device.ts';
import { BlockHead } from '#web/ui/block-head.tsx';
import { ProductCard } from './product-card.tsx';

type RailProps = {
  id?: string;
  title: string;
  products: ListedCard[];
  device: DeviceType;
  /** «Все 86 акций», and its short form for phones. */
  more?: { url: string; text: string; short: string };
  note?: ReactNode;
};

/**
 * A titled row of cards, a sideways one on a phone. Without products nothing is rendered.
 */
export function Rail({ id, title, products, device, more, note }: RailProps) {
  if (products.length === 0) return null;
  return (
    <section className="block" id={id}>
      <BlockHead
        title={title}
        more={more ? { url: more.url, words: device === 'mobile' ? more.short : more.text } : null}
      />
      {note}
      <div className={device === 'mobile' ? 'rail' : columnsFor(products.length)}>
        {products.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </div>
    </section>
  );
}

/** Five in a row on a desktop, four where that leaves no one or two alone. */
function columnsFor(count: number): string {
  return count === 4 || count % 9 > 5 ? 'grid4' : 'grid5';
}
