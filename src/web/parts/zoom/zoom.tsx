import './zoom.css';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { closeUp, enlargedSources, fullSize } from './picture-sizes.ts';
import { mostScale, moved, swipeOf, type View, whole, zoomed } from './zoom-view.ts';

type ZoomProps = {
  images: string[];
  name: string;
  /** What the picture at a place shows; without it pictures are numbered. */
  altOf?: (path: string, at: number) => string;
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
};

const step = 1.6;
/** What a click or a double tap enlarges to. */
const atOnce = 2.5;
/** An arrow key moves an enlarged picture by so many pixels. */
const keyStep = 80;

/** Where an arrow key pushes an enlarged picture. */
const ways: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/**
 * Pictures over the whole window: enlarged by wheel, click, double tap, two fingers or «+», moved by dragging or by
 * arrows, turned by swiping or by arrows while whole.
 */
export function Zoom({ images, name, altOf, index, onIndex, onClose }: ZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const [view, setView] = useState<View>(whole);
  const stage = useRef<HTMLDivElement>(null);
  const box = () => stage.current?.getBoundingClientRect() ?? new DOMRect();
  const turn = (by: number) => {
    if (images.length < 2) return;
    setView(whole);
    onIndex((index + by + images.length) % images.length);
  };
  const zoomBy = (factor: number, at = { x: 0, y: 0 }) => setView((before) => zoomed(before, factor, at, box()));
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ways[event.key];
    if (way) {
      const [x, y] = way;
      if (view.scale > 1) setView(moved(view, { x: x * keyStep, y: y * keyStep }, box()));
      else turn(-(x || y));
    } else if (event.key === '+' || event.key === '=') zoomBy(step);
    else if (event.key === '-') zoomBy(1 / step);
    else if (event.key === '0') setView(whole);
    else return;
    event.preventDefault();
  };
  const fingers = useFingers(view, setView, box, turn);
  useWheel(stage, zoomBy);
  const path = images[index] ?? '';
  return (
    <dialog className="zoom" ref={dialog} aria-label={`Фото: ${name}`} onKeyDown={onKeyDown} onClose={onClose}>
      <div className="zoom__stage" ref={stage} data-scale={view.scale > 1 ? 'near' : 'whole'} {...fingers}>
        <img
          key={path}
          src={view.scale > 1 ? closeUp(path) : fullSize(path)}
          srcSet={view.scale > 1 ? undefined : enlargedSources(path)}
          sizes="100vw"
          width="1280"
          height="1280"
          alt={altOf?.(path, index) ?? (images.length > 1 ? `${name}, фото ${index + 1}` : name)}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        />
      </div>
      <button className="ibtn zoom__x" type="button" aria-label="Закрыть" onClick={() => dialog.current?.close()}>
        <Icon name="x" size="l" />
      </button>
      <div className="zoom__nav">
        {images.length > 1 ? (
          <>
            <ZoomButton icon="chevron-left" label="Предыдущее фото" onPress={() => turn(-1)} />
            <span className="num" role="status">
              {index + 1} из {images.length}
            </span>
            <ZoomButton icon="chevron-right" label="Следующее фото" onPress={() => turn(1)} />
          </>
        ) : null}
        <ZoomButton icon="minus" label="Отдалить" isOff={view.scale === 1} onPress={() => zoomBy(1 / step)} />
        <ZoomButton icon="plus" label="Приблизить" isOff={view.scale === mostScale} onPress={() => zoomBy(step)} />
      </div>
    </dialog>
  );
}

type ZoomButtonProps = { icon: string; label: string; isOff?: boolean; onPress: () => void };

/** A button that stays in the order of keys while it does nothing, so that the focus is not lost. */
function ZoomButton({ icon, label, isOff = false, onPress }: ZoomButtonProps) {
  return (
    <button
      className="ibtn"
      type="button"
      aria-label={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onPress}
    >
      <Icon name={icon} size="l" />
    </button>
  );
}

type Point = { x: number; y: number };

/** Less than so many pixels is a tap. */
const tapWithin = 8;
const doubleTapMs = 320;

/** One pointer moves an enlarged picture or swipes a whole one, two pinch it, a click or a double tap enlarges. */
function useFingers(view: View, setView: (view: View) => void, box: () => DOMRect, turn: (by: number) => void) {
  const held = useRef(new Map<number, Point>());
  const gone = useRef<Point>({ x: 0, y: 0 });
  const tapped = useRef(0);
  const fromMiddle = (point: Point): Point => {
    const { x, y, width, height } = box();
    return { x: point.x - x - width / 2, y: point.y - y - height / 2 };
  };
  const toggle = (point: Point) => setView(view.scale > 1 ? whole : zoomed(view, atOnce, fromMiddle(point), box()));
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (held.current.size === 1) gone.current = { x: 0, y: 0 };
    },
    onPointerMove(event: PointerEvent) {
      const before = held.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const by = { x: now.x - before.x, y: now.y - before.y };
      const other = [...held.current].find(([id]) => id !== event.pointerId)?.[1];
      held.current.set(event.pointerId, now);
      gone.current = { x: gone.current.x + by.x, y: gone.current.y + by.y };
      if (other) {
        const middle = fromMiddle({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
        setView(zoomed(view, distance(now, other) / Math.max(1, distance(before, other)), middle, box()));
      } else if (view.scale > 1) setView(moved(view, by, box()));
    },
    onPointerUp(event: PointerEvent) {
      const wasAlone = held.current.size === 1;
      if (!held.current.delete(event.pointerId) || !wasAlone) return;
      const point = { x: event.clientX, y: event.clientY };
      const isTap = Math.hypot(gone.current.x, gone.current.y) < tapWithin;
      if (isTap && event.pointerType === 'mouse') toggle(point);
      else if (isTap) {
        if (event.timeStamp - tapped.current < doubleTapMs) toggle(point);
        tapped.current = event.timeStamp;
      } else if (view.scale === 1) turn(swipeOf(gone.current));
    },
    onPointerCancel(event: PointerEvent) {
      held.current.delete(event.pointerId);
    },
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** By hand: React's own listener may not keep the page behind from scrolling. */
function useWheel(stage: React.RefObject<HTMLElement | null>, zoomBy: (factor: number, at: Point) => void) {
  const latest = useRef(zoomBy);
  latest.current = zoomBy;
  useEffect(() => {
    const element = stage.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { x, y, width, height } = (event.currentTarget as Element).getBoundingClientRect();
      const at = { x: event.clientX - x - width / 2, y: event.clientY - y - height / 2 };
      latest.current(event.deltaY < 0 ? 1.2 : 1 / 1.2, at);
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [stage]);
}
