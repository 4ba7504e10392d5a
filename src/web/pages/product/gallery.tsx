import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import type { DeviceType } from '#platform/device.ts';
import { ListToggle } from '#web/parts/goods/list-toggle.tsx';
import { Badges } from '#web/parts/goods/product-card.tsx';
import { fullSize } from '#web/parts/zoom/picture-sizes.ts';
import { useZoom } from '#web/parts/zoom/use-zoom.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';

const Media = deferred(() => import('./media.tsx').then((loaded) => loaded.Media));

type GalleryProps = { product: ProductPage; device: DeviceType };

/**
 * Pictures of the product. Links to the full pictures without JavaScript; with it thumbnails switch, and a press
 * enlarges: the code for that comes when it is first asked for.
 */
export function Gallery({ product, device }: GalleryProps) {
  const { images, name } = product;
  const altOf = (path: string, at: number) => product.image_alts[path] ?? (at === 0 ? name : `${name}, фото ${at + 1}`);
  const [index, setIndex] = useState(0);
  const shown = Math.min(index, Math.max(0, images.length - 1));
  const zoom = useZoom();
  const onKeyDown = (event: KeyboardEvent) => {
    const by = /^Arrow(Right|Down)$/.test(event.key) ? 1 : /^Arrow(Left|Up)$/.test(event.key) ? -1 : 0;
    if (by === 0 || images.length < 2) return;
    setIndex((shown + by + images.length) % images.length);
    event.preventDefault();
  };
  const current = images[shown];
  return (
    <div className={`gal${images.length > 1 ? '' : ' gal--one'}`}>
      {device === 'desktop' && images.length > 1 ? (
        <Thumbs images={images} shown={shown} onIndex={setIndex} onKeyDown={onKeyDown} />
      ) : null}
      <div className="gal__main" onPointerDown={zoom.prepare}>
        {current === undefined ? (
          <span className="pic">
            <span className="pic__none">Нет фото</span>
          </span>
        ) : device === 'mobile' ? (
          <Swipe images={images} altOf={altOf} onIndex={setIndex} onZoom={zoom.open} />
        ) : (
          <a className="pic" href={fullSize(current)} onClick={zoom.open} onKeyDown={onKeyDown}>
            <Picture key={current} path={current} width={560} height={560} alt={altOf(current, shown)} priority />
            <span className="sr">Увеличить</span>
          </a>
        )}
        {/* How much lower the price is stands at the price. */}
        <Badges product={{ ...product, discount_percent: 0 }} />
        <div className="gal__tools">
          <ListToggle list="favourites" product={product} className="tool--l" />
          <ListToggle list="compare" product={product} className="tool--l" />
        </div>
        {images.length > 1 ? (
          <span className="gal__count num" aria-hidden="true">
            {shown + 1} из {images.length}
          </span>
        ) : null}
        {current ? (
          <span className="tool tool--l gal__zoom" aria-hidden="true">
            <Icon name="zoom-in" />
          </span>
        ) : null}
      </div>
      {product.media.length > 0 ? <Media media={product.media} /> : null}
      {zoom.Opened ? (
        <zoom.Opened images={images} name={name} altOf={altOf} index={shown} onIndex={setIndex} onClose={zoom.close} />
      ) : null}
    </div>
  );
}

type ThumbsProps = {
  images: string[];
  shown: number;
  onIndex: (index: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function Thumbs({ images, shown, onIndex, onKeyDown }: ThumbsProps) {
  return (
    <ul className="gal__thumbs" onKeyDown={onKeyDown}>
      {images.map((path, at) => (
        <li key={path}>
          <a
            className={`pic${at === shown ? ' is-on' : ''}`}
            href={fullSize(path)}
            aria-label={`Фото ${at + 1} из ${images.length}`}
            aria-current={at === shown ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault();
              onIndex(at);
            }}
          >
            <Picture path={path} width={72} height={72} alt="" />
          </a>
        </li>
      ))}
    </ul>
  );
}

type SwipeProps = {
  images: string[];
  altOf: (path: string, at: number) => string;
  onIndex: (index: number) => void;
  onZoom: (event: MouseEvent<HTMLAnchorElement>) => void;
};

/** Pictures side by side, a screen each: the finger turns them without any script. */
function Swipe({ images, altOf, onIndex, onZoom }: SwipeProps) {
  return (
    <div
      className="swipe"
      onScroll={(event) => {
        const box = event.currentTarget;
        onIndex(Math.round(box.scrollLeft / Math.max(1, box.clientWidth)));
      }}
    >
      {images.map((path, at) => (
        <a key={path} className="pic" href={fullSize(path)} onClick={onZoom}>
          <Picture path={path} width={390} height={390} alt={altOf(path, at)} priority={at === 0} />
        </a>
      ))}
    </div>
  );
}
