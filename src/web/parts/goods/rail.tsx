import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DeviceType } from '#platform/device.ts';
import type { ListedCard } from './listed-card.ts';
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
 * A titled row of cards: five in a row on a desktop, a sideways row on a phone. Without products nothing is rendered.
 */
export function Rail({ id, title, products, device, more, note }: RailProps) {
  if (products.length === 0) return null;
  return (
    <section className="block" id={id}>
      <div className="block__head">
        <h2>{title}</h2>
        {more ? (
          <Link className="link" to={more.url}>
            {device === 'mobile' ? more.short : more.text}
          </Link>
        ) : null}
      </div>
      {note}
      <div className={device === 'mobile' ? 'rail' : 'grid5'}>
        {products.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </div>
    </section>
  );
}
