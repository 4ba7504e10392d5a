import { useEffect, useRef, useState } from 'react';
import { reachGoal } from '#web/parts/analytics/reach-goal.ts';
import type { MySpin } from './fortune-view.ts';
import { wordSize, wordsAlong } from './wheel-words.ts';

const turns = 5;
const turningMs = 4_500;

type WheelProps = {
  names: string[];
  /** Place of the sector that stands under the pointer; null: nothing was drawn yet. */
  index: number | null;
  /** The prize has just been settled by the server: the wheel turns to it. */
  isTurning: boolean;
  onStop: () => void;
};

/** Sectors are drawn alike; the odds stand in the table. Only a picture: what was won is said in words beside it. */
export function Wheel({ names, index, isTurning, onStop }: WheelProps) {
  const disc = useRef<SVGGElement>(null);
  const stop = useRef(onStop);
  stop.current = onStop;
  // Until something is drawn it rests on its first sector, not on a border.
  const start = restAngle(0, names.length);
  const angle = index === null ? start : restAngle(index, names.length);
  useEffect(() => {
    if (!isTurning) return;
    if (!disc.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return stop.current();
    const turning = disc.current.animate(
      [{ transform: `rotate(${start}deg)` }, { transform: `rotate(${angle + turns * 360}deg)` }],
      { duration: turningMs, easing: 'cubic-bezier(0.15, 0.6, 0.1, 1)' },
    );
    turning.onfinish = () => stop.current();
    return () => turning.cancel();
  }, [isTurning, start, angle]);
  return (
    <svg className="wheel" viewBox="-220 -232 440 452" aria-hidden="true">
      <g ref={disc} className="wheel__disc" transform={isTurning ? undefined : `rotate(${angle})`}>
        {names.map((name, at) => (
          <Sector key={name} name={name} at={at} count={names.length} rest={angle} />
        ))}
        <circle r="34" className="wheel__hub" />
      </g>
      <circle r="208" className="wheel__rim" />
      <path d="M-16 -230 h32 l-16 40 z" className="wheel__pointer" />
    </svg>
  );
}

/** `rest`: how far the disc is turned when it stands. */
function Sector({ name, at, count, rest }: { name: string; at: number; count: number; rest: number }) {
  const step = 360 / count;
  const [from, to] = [at * step, (at + 1) * step].map((degrees) => ((degrees - 90) * Math.PI) / 180) as [
    number,
    number,
  ];
  const point = (angle: number) => `${(208 * Math.cos(angle)).toFixed(2)} ${(208 * Math.sin(angle)).toFixed(2)}`;
  const tone = count % 2 === 1 && at === count - 1 ? 2 : at % 2;
  return (
    <g className={`wheel__sector wheel__sector--${tone}`}>
      <path d={`M0 0 L${point(from)} A208 208 0 0 1 ${point(to)} Z`} />
      <text transform={wordsAlong((at + 0.5) * step, rest)} fontSize={wordSize(name)}>
        {name}
      </text>
    </g>
  );
}

/** How far the disc is turned so that the middle of the sector stands under the pointer. */
function restAngle(index: number, count: number): number {
  return 360 - ((index + 0.5) * 360) / count;
}

/** True from the moment a prize appears on a page that had none until the wheel has stopped. */
export function useTurning(isSpun: boolean): [isTurning: boolean, stop: () => void] {
  const [wasSpun, setWasSpun] = useState(isSpun);
  const [isTurning, setTurning] = useState(false);
  if (isSpun !== wasSpun) {
    setWasSpun(isSpun);
    setTurning(isSpun);
  }
  return [isTurning, () => setTurning(false)];
}

/** `wheel_spin` once, when the wheel this page turned has stopped. */
export function useWheelGoal(spin: MySpin | null, isTurning: boolean): void {
  const wasTurning = useRef(false);
  useEffect(() => {
    if (wasTurning.current && !isTurning && spin) reachGoal('wheel_spin', { prize: spin.given });
    wasTurning.current = isTurning;
  }, [isTurning, spin]);
}
