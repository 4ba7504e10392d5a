import { useEffect, useState } from 'react';
import { fieldWord, pressStep, readAmount, type ShownUnit, typedAmount } from '#shared/unit-words.ts';
import { Icon } from './icon.tsx';

type StepperProps = {
  /** Sales units, as are step, min and max; people read and type the shown unit. */
  count: number;
  unit: ShownUnit;
  step: number;
  min: number;
  max: number;
  /** Name of the field in its form: sent as typed, in the shown unit, beside a field `parts` (`readCount`). */
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
  const shown = typedAmount(count, unit);
  const isInParts = unit.parts > 1;
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const set = (wanted: number) => {
    const next = allowed(wanted, step, min, max, canRemove);
    setText(typedAmount(next, unit));
    if (next !== count) onChange?.(next);
  };
  const change = pressStep(step, unit);
  const settle = () => set(readAmount(text, unit)?.count ?? min);
  return (
    <span className={`step ${className}`}>
      <button
        type="button"
        aria-label="Меньше"
        disabled={!canRemove && count <= min}
        onClick={() => set(count > min ? Math.max(count - change, min) : 0)}
      >
        <Icon name="minus" size="s" />
      </button>
      <label className="step__v">
        <span className="sr">{label}</span>
        <input
          name={name}
          value={text}
          size={Math.max(1, text.length)}
          inputMode={isInParts ? 'decimal' : 'numeric'}
          autoComplete="off"
          onChange={(event) =>
            setText(event.target.value.replace(isInParts ? /[^\d.,]/g : /\D/g, '').slice(0, isInParts ? 9 : 5))
          }
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !onChange) return;
            event.preventDefault();
            settle();
          }}
        />
        <span>{fieldWord(readAmount(text, unit)?.count ?? count, unit)}</span>
        {name && isInParts ? <input type="hidden" name={`${name}_parts`} value={unit.parts} /> : null}
      </label>
      <button type="button" aria-label="Больше" disabled={count + step > max} onClick={() => set(count + change)}>
        <Icon name="plus" size="s" />
      </button>
    </span>
  );
}

function allowed(wanted: number, step: number, min: number, max: number, canRemove: boolean): number {
  if (canRemove && wanted < min) return 0;
  const rounded = Math.ceil(Math.max(wanted, min) / step) * step;
  return Math.min(rounded, Math.floor(max / step) * step);
}
