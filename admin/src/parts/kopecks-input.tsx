import { type InputHTMLAttributes, useState } from 'react';
import { kopecksOf } from './kopecks.ts';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  /** Kopecks; null: none; what is no sum stands as it was typed. */
  value: unknown;
  onChange: (value: number | string | null) => void;
};

/** A sum in roubles as it is typed; an empty field is no sum. */
export function KopecksInput({ value, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState(shown(value));
  // What came from outside (a reset, another person's change) is shown; one's own typing stays as it is.
  const isOwn = (kopecksOf(typed) ?? (typed || null)) === value;
  return (
    <input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={isOwn ? typed : shown(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(kopecksOf(target.value) ?? (target.value || null));
      }}
    />
  );
}

function shown(value: unknown): string {
  if (typeof value === 'number') return String(value / 100).replace('.', ',');
  return value === null || value === undefined ? '' : String(value);
}
