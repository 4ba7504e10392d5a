import { useEffect, useState } from 'react';
import { fieldWord, pressStep, readAmount, typedAmount } from '#shared/unit-words.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { PageLine } from './read-cart-page.ts';

/** `onCount`: what stands in the field, in the shown unit. */
type QuantityProps = { line: PageLine; error?: string; onCount: (typed: string) => void };

/** Minus, a field to type in, plus: three parts of the cart's form, so that they work before the script does. */
export function Quantity({ line, error, onCount }: QuantityProps) {
  const { id, count, step, shown_unit: unit, min_count, name } = line;
  const shown = typedAmount(count, unit);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const typed = readAmount(text, unit)?.count ?? count;
  const change = pressStep(step, unit);
  const ask = (wanted: number) => {
    const next = Math.max(wanted, min_count);
    setText(typedAmount(next, unit));
    if (next !== count || next !== typed) onCount(typedAmount(next, unit));
  };
  return (
    <>
      <span className="step step--sm">
        <button
          type="submit"
          name="intent"
          value={`minus:${id}`}
          aria-label={`Меньше: ${name}`}
          disabled={typed <= min_count}
          onClick={(event) => {
            event.preventDefault();
            ask(typed - change);
          }}
        >
          <Icon name="minus" size="s" />
        </button>
        <label className="step__v">
          <span className="sr">Количество: {name}</span>
          <input
            name={`count_${id}`}
            id={`count_${id}`}
            value={text}
            size={Math.max(2, text.length)}
            inputMode={unit.parts > 1 ? 'decimal' : 'numeric'}
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `count_${id}-error` : undefined}
            onChange={(event) => setText(event.target.value.slice(0, 8))}
            onBlur={() => {
              if (readAmount(text, unit) === null) setText(shown);
              else if (text.trim() !== shown) onCount(text);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              event.currentTarget.blur();
            }}
          />
          <span>{fieldWord(typed, unit)}</span>
          {unit.parts > 1 ? <input type="hidden" name={`count_${id}_parts`} value={unit.parts} /> : null}
        </label>
        <button
          type="submit"
          name="intent"
          value={`plus:${id}`}
          aria-label={`Больше: ${name}`}
          onClick={(event) => {
            event.preventDefault();
            ask(typed + change);
          }}
        >
          <Icon name="plus" size="s" />
        </button>
      </span>
      {error ? (
        <p className="field__err" id={`count_${id}-error`}>
          <Icon name="circle-alert" size="s" />
          {error}
        </p>
      ) : null}
    </>
  );
}
