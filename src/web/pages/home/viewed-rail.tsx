import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import type { ProductCard as Product } from '#modules/catalogue/card.ts';
import type { DeviceType } from '#platform/device.ts';
import { viewedUrl } from '#shared/urls.ts';
import { ProductCard } from '#web/parts/goods/product-card.tsx';
import { useVisitorLists } from '#web/parts/visitor/visitor-lists.ts';
import { BlockHead } from '#web/ui/block-head.tsx';

/** How many of the viewed stand in the row. */
const railLength = 5;

/**
 * «Вы смотрели»: the visitor's own, so it is asked for after load from the personal /viewed/ page. The box takes the
 * row's height as soon as the cookie says there is something to show, and stands below the first screen.
 */
export function ViewedRail({ device }: { device: DeviceType }) {
  const { viewed } = useVisitorLists();
  const { load, data } = useFetcher<{ products: Product[] }>({ key: 'viewed-rail' });
  const hasViewed = viewed.length > 0;
  useEffect(() => {
    if (hasViewed) load(viewedUrl());
  }, [hasViewed, load]);
  if (!hasViewed) return null;
  const products = data?.products.slice(0, railLength);
  if (products?.length === 0) return null;
  const waiting = Array.from({ length: Math.min(railLength, viewed.length) }, (_, index) => index);
  return (
    <section className="block">
      <BlockHead title="Вы смотрели" more={{ url: viewedUrl(), words: device === 'mobile' ? 'Всё' : 'Вся история' }} />
      <div className={device === 'mobile' ? 'rail' : 'grid5'}>
        {products
          ? products.map((product) => <ProductCard key={product.id} product={product} />)
          : waiting.map((index) => <div key={index} className="card card--skeleton" aria-hidden="true" />)}
      </div>
    </section>
  );
}
