import { useEffect, useRef, useState } from 'react';
import type { Slide } from '#modules/content/queries.ts';
import type { DeviceType } from '#platform/device.ts';
import { unbroken } from '#shared/unbroken.ts';
import { reachGoal } from '#web/parts/analytics/reach-goal.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';

/** A running show turns this often; nothing runs until the visitor starts it. */
const turnEveryMs = 6_000;

/** `discount`: percent, the largest of the promotion that it leads to; 0: unknown or none. */
type ShownSlide = Slide & { discount: number };

/** Slides as a row that is swiped or scrolled; arrows and the show are the script's addition. */
export function Hero({ slides, device }: { slides: ShownSlide[]; device: DeviceType }) {
  const row = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const [isRunning, setIsRunning] = useState(false);
  const turn = (by: number) => {
    const box = row.current;
    if (!box) return;
    const next = (Math.round(box.scrollLeft / box.clientWidth) + by + slides.length) % slides.length;
    box.scrollTo({ left: next * box.clientWidth });
  };
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      const box = row.current;
      if (!box) return;
      const next = (Math.round(box.scrollLeft / box.clientWidth) + 1) % slides.length;
      box.scrollTo({ left: next * box.clientWidth });
    }, turnEveryMs);
    return () => clearInterval(timer);
  }, [isRunning, slides.length]);
  return (
    <div className="slides">
      <section
        className="slides__row"
        ref={row}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled box is reached by keyboard
        tabIndex={0}
        aria-label="Слайды"
        onScroll={(event) => {
          const box = event.currentTarget;
          setIndex(Math.round(box.scrollLeft / Math.max(1, box.clientWidth)));
        }}
      >
        {slides.map((slide, at) => (
          <div key={slide.id} className={`slide slide--${slide.theme}`} data-ground="dark">
            <div className="slide__floor" />
            {slide.image ? (
              <div className="slide__art">
                <Picture
                  path={slide.image}
                  preset="contain"
                  width={device === 'mobile' ? 240 : 400}
                  height={device === 'mobile' ? 240 : 400}
                  alt=""
                  priority={at === 0}
                />
              </div>
            ) : null}
            <div className="slide__words">
              <p className="h">{unbroken(slide.title)}</p>
              {slide.discount > 0 ? <p className="slide__off num">{`до\u00a0−${slide.discount}\u00a0%`}</p> : null}
              <p>{unbroken(slide.text)}</p>
              <SlideLink slide={slide} />
            </div>
          </div>
        ))}
      </section>
      {slides.length > 1 ? (
        <div className="slide__nav js" data-ground="dark">
          <button type="button" aria-label="Предыдущий слайд" onClick={() => turn(-1)}>
            <Icon name="chevron-left" />
          </button>
          <span className="num" aria-live={isRunning ? 'off' : 'polite'}>
            {index + 1} из {slides.length}
          </span>
          <button type="button" aria-label="Следующий слайд" onClick={() => turn(1)}>
            <Icon name="chevron-right" />
          </button>
          <button
            type="button"
            aria-label={isRunning ? 'Остановить показ' : 'Запустить показ'}
            onClick={() => setIsRunning(!isRunning)}
          >
            <Icon name={isRunning ? 'pause' : 'play'} size="s" />
          </button>
        </div>
      ) : null}
    </div>
  );
}

function SlideLink({ slide }: { slide: Slide }) {
  const clicked = () => reachGoal('promo_click', { id: slide.id, title: slide.title });
  return slide.link.startsWith('/') ? (
    <Link className="btn btn--lg" to={slide.link} onClick={clicked}>
      {slide.button_text}
    </Link>
  ) : (
    <a className="btn btn--lg" href={slide.link} onClick={clicked}>
      {slide.button_text}
    </a>
  );
}
