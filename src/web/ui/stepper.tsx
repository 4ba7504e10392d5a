import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

type StepperProps = {
  count: number;
  unit: string;
  step: number;
  min: number;
  max: number;
  /** Name of the field in its form; the typed count is what is sent. */
  name?: string;
  className?: string;
  label: string;
  /**
   * Called with a count that is a multiple of the step within min…max; 0 when one below the minimum is asked for and
   * allowed.
   */
  onChange?: (count: number) => void;
  canRemove?: boolean;
};

/** Minus, a field to type in, plus. Typing is rounded up to the step when the field is left. */
export function Stepper({
  count,
  unit,
  step,
  min,
  max,
  name,
  className = '',
  label,
  onChange,
  canRemove = false,
}: StepperProps) {
  const [text, setText] = useState(String(count));
  useEffect(() => setText(String(count)), [count]);
  const set = (wanted: number) => {
    const next = allowed(wanted, step, min, max, canRemove);
    setText(String(next));
    if (next !== count) onChange?.(next);
  };
  return (
    <span className={`step ${className}`}>
      <button type="button" aria-label="Меньше" disabled={!canRemove && count <= min} onClick={() => set(count - step)}>
        <Icon name="minus" size="s" />
      </button>
      <label className="step__v">
        <span className="sr">{label}</span>
        <input
          name={name}
          value={text}
          size={Math.max(1, text.length)}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setText(event.target.value.replace(/\D/g, '').slice(0, 5))}
          onBlur={() => set(Number(text || min))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !onChange) return;
            event.preventDefault();
            set(Number(text || min));
          }}
        />
        <span>{unit}</span>
      </label>
      <button type="button" aria-label="Больше" disabled={count + step > max} onClick={() => set(count + step)}>
        <Icon name="plus" size="s" />
      </button>
    </span>
  );
}

function allowed(wanted: number, step: number, min: number, max: number, canRemove: boolean): number {
  if (canRemove && wanted <= 0) return 0;
  if (canRemove && wanted < min) return 0;
  const rounded = Math.ceil(Math.max(wanted, min) / step) * step;
  return Math.min(rounded, Math.floor(max / step) * step);
}
