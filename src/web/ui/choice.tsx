import type { ComponentProps, ReactNode } from 'react';
import { unbroken } from '#shared/unbroken.ts';
import { FieldError } from './field-error.tsx';

type TickProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { children?: ReactNode; error?: string | null };

/** A tick with its words. The box is a real one, drawn by the sheet. */
export function Tick({ children, error, ...input }: TickProps) {
  const id = input.id ?? input.name ?? '';
  return (
    <>
      <label className="tick">
        <input
          {...input}
          id={id}
          type="checkbox"
          className="tick__box"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {children ? <span>{children}</span> : null}
      </label>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </>
  );
}

type OptionRowProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'title'> & {
  title: ReactNode;
  terms?: ReactNode;
  price?: ReactNode;
};

/** A radio as a row: title, terms, price; the chosen one has the 2 px line. */
export function OptionRow({ title, terms, price, ...input }: OptionRowProps) {
  return (
    <label className="opt">
      <input {...input} type="radio" className="tick__box tick__box--radio" />
      <span>
        <b className="b">{shown(title)}</b>
        {terms ? (
          <>
            <br />
            <span className="small soft">{shown(terms)}</span>
          </>
        ) : null}
      </span>
      {price ? <span className="b num r">{price}</span> : null}
    </label>
  );
}

function shown(words: ReactNode): ReactNode {
  return typeof words === 'string' ? unbroken(words) : words;
}
