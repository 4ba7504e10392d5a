import { useEffect, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { parseCount } from './cart-form.ts';
import type { PageLine } from './read-cart-page.ts';

type QuantityProps = { line: PageLine; error?: string; onCount: (count: number) => void };

/** Minus, a field to type in, plus: three parts of the cart's form, so that they work before the script does. */
export function Quantity({ line, error, onCount }: QuantityProps) {
  const { id, count, step, unit, min_count, name } = line;
  const [text, setText] = useState(String(count));
  useEffect(() => setText(String(count)), [count]);
  const typed = parseCount(text) ?? count;
  const ask = (wanted: number) => {
    const next = Math.max(wanted, min_count);
    setText(String(next));
    if (next !== count || next !== typed) onCount(next);
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
            ask(typed - step);
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
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `count_${id}-error` : undefined}
            onChange={(event) => setText(event.target.value.slice(0, 8))}
            onBlur={() => {
              if (text.trim() !== String(count)) onCount(parseCount(text) ?? count);
              if (parseCount(text) === null) setText(String(count));
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              event.currentTarget.blur();
            }}
          />
          <span>{unit}</span>
        </label>
        <button
          type="submit"
          name="intent"
          value={`plus:${id}`}
          aria-label={`Больше: ${name}`}
          onClick={(event) => {
            event.preventDefault();
            ask(typed + step);
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
