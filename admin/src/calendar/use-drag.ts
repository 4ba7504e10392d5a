import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Part } from '#shared/calendar-days.ts';

export type Drag = { part: Part; days: number };

/** So many pixels are no drag yet: a press of the bar opens its record. */
const stillPx = 4;

type Given = {
  isOn: boolean;
  /** The days of the time line, whose width `.timeline-lanes` has. */
  daysShown: number;
  /** Called with a number of days that is not 0. */
  onDrop: (drag: Drag) => void;
};

/** Dragging by mouse, finger or pen in whole days; Escape gives it up. */
export function useDrag({ isOn, daysShown, onDrop }: Given) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const press = useRef<{ x: number; dayPx: number; days: number } | null>(null);
  /** The press became a drag: the click that follows it opens nothing. */
  const wasDragged = useRef(false);
  const isDragged = drag !== null;

  function giveUp() {
    press.current = null;
    setDrag(null);
  }

  useEffect(() => {
    if (!isDragged) return undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      press.current = null;
      setDrag(null);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isDragged]);

  /** What a part of the bar listens to. */
  function listenersOf(part: Part) {
    return {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        wasDragged.current = false;
        const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
        const lanes = event.currentTarget.closest('.timeline-lanes');
        if (!isOn || !isPlain || !lanes) return;
        press.current = { x: event.clientX, dayPx: lanes.clientWidth / daysShown, days: 0 };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: ({ clientX }: PointerEvent<HTMLElement>) => {
        if (!press.current) return;
        const px = clientX - press.current.x;
        if (!wasDragged.current && Math.abs(px) < stillPx) return;
        wasDragged.current = true;
        press.current.days = Math.round(px / press.current.dayPx);
        setDrag({ part, days: press.current.days });
      },
      onPointerUp: () => {
        const days = press.current?.days ?? 0;
        giveUp();
        if (days !== 0) onDrop({ part, days });
      },
      onPointerCancel: giveUp,
      onClick: (event: MouseEvent) => {
        // A click of the keyboard has no presses to count.
        if (wasDragged.current && event.detail > 0) event.preventDefault();
      },
    };
  }

  return { drag, listenersOf };
}
