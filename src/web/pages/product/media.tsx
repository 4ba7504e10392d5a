import '#web/parts/zoom/zoom.css';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { ProductMedium } from '#modules/catalogue/product-media.ts';
import { fullSize } from '#web/parts/zoom/picture-sizes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { isPlainClick } from '#web/ui/plain-click.ts';

const words = { video: 'Видео', spin: 'Со всех сторон' } as const;

/** Videos and 360° views of the product under its pictures: links without JavaScript, with it shown over the page. */
export function Media({ media }: { media: ProductMedium[] }) {
  const [shown, setShown] = useState<ProductMedium | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <ul className="gal__media">
        {media.map((medium) => (
          <li key={medium.poster}>
            <a
              className="gal__medium"
              href={medium.kind === 'video' ? `/files/${medium.file}` : fullSize(medium.poster)}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                setShown(medium);
                dialog.current?.showModal();
              }}
            >
              <span className="pic">
                <Picture path={medium.poster} width={72} height={72} alt="" />
              </span>
              <Icon name={medium.kind === 'video' ? 'play' : 'refresh-cw'} size="s" />
              <span>
                {words[medium.kind]}: {medium.title}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <dialog className="zoom" ref={dialog} aria-label={shown?.title ?? ''} onClose={() => setShown(null)}>
        {shown?.kind === 'video' ? (
          // biome-ignore lint/a11y/useMediaCaption: the shop has no captions to show
          <video
            className="zoom__film"
            src={`/files/${shown.file}`}
            poster={fullSize(shown.poster)}
            controls
            autoPlay
          />
        ) : null}
        {shown?.kind === 'spin' ? <Spin frames={shown.frames} title={shown.title} /> : null}
        <button className="ibtn zoom__x" type="button" aria-label="Закрыть" onClick={() => dialog.current?.close()}>
          <Icon name="x" size="l" />
        </button>
      </dialog>
    </>
  );
}

/** One full turn takes so many pixels of dragging. */
const turnPixels = 600;

/** Turned by dragging, or by the slider, which the arrow keys move. */
function Spin({ frames, title }: { frames: string[]; title: string }) {
  const [at, setAt] = useState(0);
  const held = useRef<{ x: number; at: number } | null>(null);
  const turnTo = (frame: number) => setAt(((frame % frames.length) + frames.length) % frames.length);
  return (
    <div className="spin360">
      <div
        className="spin360__stage"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = { x: event.clientX, at };
        }}
        onPointerMove={(event) => {
          if (!held.current) return;
          const gone = (held.current.x - event.clientX) / turnPixels;
          turnTo(held.current.at + Math.round(gone * frames.length));
        }}
        onPointerUp={() => {
          held.current = null;
        }}
        onPointerCancel={() => {
          held.current = null;
        }}
      >
        {frames.map((path, frame) => (
          <img
            key={path}
            src={fullSize(path)}
            alt={frame === at ? title : ''}
            hidden={frame !== at}
            width="1280"
            height="1280"
            draggable={false}
          />
        ))}
      </div>
      <input
        className="spin360__slider"
        type="range"
        min={0}
        max={frames.length - 1}
        value={at}
        aria-label="Повернуть"
        aria-valuetext={`${Math.round((at * 360) / frames.length)}°`}
        onChange={(event) => setAt(Number(event.target.value))}
        onKeyDown={(event: KeyboardEvent) => event.stopPropagation()}
      />
    </div>
  );
}
