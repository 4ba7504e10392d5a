import { type KeyboardEvent, useRef, useState } from 'react';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import type { DeviceType } from '#platform/device.ts';
import { screens } from '#shared/constants.ts';
import { imageUrl } from '#shared/image-url.ts';
import { ListToggle } from '#web/parts/goods/list-toggle.tsx';
import { Badges } from '#web/parts/goods/product-card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';

type GalleryProps = { product: ProductPage; device: DeviceType };

const inBox = (path: string, side: number) => imageUrl(path, { width: side, height: side, fit: 'contain' });
const fullSize = (path: string) => inBox(path, screens.xl);
/** S9-09: the enlarged picture fills the window, so the browser picks by its width and density. */
const enlarged = (path: string) =>
  Object.values(screens)
    .map((width) => `${inBox(path, width)} ${width}w`)
    .join(', ');

/**
 * Pictures of the product. Links to the full pictures without JavaScript; with it thumbnails switch and a dialog
 * enlarges.
 */
export function Gallery({ product, device }: GalleryProps) {
  const { images, name } = product;
  const [index, setIndex] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = Math.min(index, Math.max(0, images.length - 1));
  const turn = (by: number) => setIndex((shown + by + images.length) % images.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' || event.key === 'ArrowDown') turn(1);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') turn(-1);
    else return;
    event.preventDefault();
  };
  const current = images[shown];
  const tools = (
    <div className="gal__tools">
      <ListToggle list="favourites" product={product} className="tool--l" />
      <ListToggle list="compare" product={product} className="tool--l" />
    </div>
  );
  const openZoom = (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    dialog.current?.showModal();
  };
  return (
    <div className={`gal${images.length > 1 ? '' : ' gal--one'}`}>
      {device === 'desktop' && images.length > 1 ? (
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
                  setIndex(at);
                }}
              >
                <Picture path={path} preset="cover" width={72} height={72} alt="" />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="gal__main">
        {current === undefined ? (
          <span className="pic">
            <span className="pic__none">Нет фото</span>
          </span>
        ) : device === 'mobile' ? (
          <Swipe images={images} name={name} index={shown} onIndex={setIndex} onZoom={openZoom} />
        ) : (
          <a className="pic" href={fullSize(current)} onClick={openZoom} onKeyDown={onKeyDown}>
            <Picture key={current} path={current} preset="cover" width={560} height={560} alt={name} priority />
            <span className="sr">Увеличить</span>
          </a>
        )}
        <Badges product={product} />
        {tools}
        {current && device === 'desktop' ? (
          <span className="tool tool--l gal__zoom" aria-hidden="true">
            <Icon name="zoom-in" />
          </span>
        ) : null}
      </div>
      {current ? (
        <dialog className="zoom" ref={dialog} aria-label={`Фото: ${name}`} onKeyDown={onKeyDown} closedby="any">
          <button className="ibtn zoom__x" type="button" aria-label="Закрыть" onClick={() => dialog.current?.close()}>
            <Icon name="x" size="l" />
          </button>
          <img
            src={fullSize(current)}
            srcSet={enlarged(current)}
            sizes="100vw"
            width="1280"
            height="1280"
            alt={name}
            loading="lazy"
          />
          {images.length > 1 ? (
            <div className="zoom__nav">
              <button className="ibtn" type="button" aria-label="Предыдущее фото" onClick={() => turn(-1)}>
                <Icon name="chevron-left" size="l" />
              </button>
              <span className="num" role="status">
                {shown + 1} из {images.length}
              </span>
              <button className="ibtn" type="button" aria-label="Следующее фото" onClick={() => turn(1)}>
                <Icon name="chevron-right" size="l" />
              </button>
            </div>
          ) : null}
        </dialog>
      ) : null}
    </div>
  );
}

type SwipeProps = {
  images: string[];
  name: string;
  index: number;
  onIndex: (index: number) => void;
  onZoom: (event: React.MouseEvent) => void;
};

function Swipe({ images, name, index, onIndex, onZoom }: SwipeProps) {
  return (
    <>
      <div
        className="swipe"
        onScroll={(event) => {
          const box = event.currentTarget;
          onIndex(Math.round(box.scrollLeft / Math.max(1, box.clientWidth)));
        }}
      >
        {images.map((path, at) => (
          <a key={path} className="pic" href={fullSize(path)} onClick={onZoom}>
            <Picture
              path={path}
              preset="cover"
              width={390}
              height={390}
              alt={at === 0 ? name : `${name}, фото ${at + 1}`}
              priority={at === 0}
            />
          </a>
        ))}
      </div>
      {images.length > 1 ? (
        <div className="dots" aria-hidden="true">
          {images.map((path, at) => (
            <i key={path} className={at === index ? 'is-on' : ''} />
          ))}
        </div>
      ) : null}
    </>
  );
}
