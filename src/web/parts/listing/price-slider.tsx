import { useEffect, useRef, useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { lastPlace, priceScale } from './price-scale.ts';

type PriceSliderProps = {
  /** The fields beside it are `{name}_from` and `{name}_to` of the same form. */
  name: string;
  label: string;
  /** Roubles. */
  min: number;
  max: number;
  /** What is chosen, decimal texts; empty: the end. */
  from: string;
  to: string;
  /** The list follows when a thumb is let go; else the form alone says when. */
  isApplied: boolean;
};

/** Keys are pressed many times on the way: the list follows when they rest. */
const restMs = 700;

/** Two thumbs over the prices of the list. They write into the number fields, which are what the form sends. */
export function PriceSlider({ name, label, min, max, from, to, isApplied }: PriceSliderProps) {
  const { priceAt, placeOf } = priceScale(min, max);
  const placesOf = (): [number, number] => [
    from === '' ? 0 : placeOf(Number(from)),
    to === '' ? lastPlace : placeOf(Number(to)),
  ];
  const [places, setPlaces] = useState(placesOf);
  const chosen = `${from}..${to} ${min}..${max}`;
  const [seen, setSeen] = useState(chosen);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isMoved = useRef(false);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const texts = [
    places[0] === 0 ? '' : String(priceAt(places[0])),
    places[1] === lastPlace ? '' : String(priceAt(places[1])),
  ];
  // The address or the fields say something else: the thumbs follow. What they themselves wrote moves nothing.
  if (seen !== chosen) {
    setSeen(chosen);
    if (texts.join('..') !== `${from}..${to}`) setPlaces(placesOf());
  }

  function move(input: HTMLInputElement, end: 0 | 1) {
    const wished = Number(input.value);
    const place = end === 0 ? Math.min(wished, places[1] - 1) : Math.max(wished, places[0] + 1);
    isMoved.current = true;
    setPlaces(end === 0 ? [place, places[1]] : [places[0], place]);
    const field = input.form?.elements.namedItem(`${name}_${end === 0 ? 'from' : 'to'}`);
    const isEnd = end === 0 ? place === 0 : place === lastPlace;
    if (field instanceof HTMLInputElement) field.value = isEnd ? '' : String(priceAt(place)).replace('.', ',');
  }

  function settle(form: HTMLFormElement | null, ms: number) {
    clearTimeout(waiting.current);
    if (!isApplied || !isMoved.current) return;
    waiting.current = setTimeout(() => {
      isMoved.current = false;
      form?.requestSubmit();
    }, ms);
  }

  const thumb = (end: 0 | 1) => (
    <input
      type="range"
      min={0}
      max={lastPlace}
      value={places[end]}
      aria-label={`${label}, ${end === 0 ? 'от' : 'до'}`}
      aria-valuetext={formatPrice(Math.round(priceAt(places[end]) * 100))}
      onChange={(event) => move(event.currentTarget, end)}
      onPointerUp={(event) => settle(event.currentTarget.form, 0)}
      onKeyUp={(event) => settle(event.currentTarget.form, restMs)}
      onBlur={(event) => settle(event.currentTarget.form, 0)}
    />
  );
  return (
    <div
      className={`pslide js${places[0] > lastPlace / 2 ? ' pslide--high' : ''}`}
      style={{ '--from': places[0] / lastPlace, '--to': places[1] / lastPlace } as React.CSSProperties}
    >
      {thumb(0)}
      {thumb(1)}
    </div>
  );
}
