import { imageUrl } from '#shared/image-url.ts';

type Props = { title: string; text: string; button: string; image: string | null; theme: string };

/** A slide in the shop's own styles: on a wide screen and on a phone. */
export function SlideLook(props: Props) {
  return (
    <section className="panel promo-look" aria-labelledby="slide-look">
      <h2 id="slide-look" className="block-title">
        Как увидит покупатель
      </h2>
      <div className="look look-wide">
        <Slide {...props} side={400} />
      </div>
      <div className="look look-phone mob">
        <Slide {...props} side={240} />
      </div>
    </section>
  );
}

function Slide({ title, text, button, image, theme, side }: Props & { side: 240 | 400 }) {
  return (
    <div className={`slide slide--${theme}`}>
      <div className="slide__floor" />
      {image ? (
        <div className="slide__art">
          <img src={imageUrl(image, { width: side, height: side, fit: 'contain' })} alt="" width={side} height={side} />
        </div>
      ) : null}
      <div className="slide__words">
        <p className="h">{title || 'Заголовок'}</p>
        <p>{text}</p>
        <span className="btn btn--lg">{button || 'Кнопка'}</span>
      </div>
    </div>
  );
}
