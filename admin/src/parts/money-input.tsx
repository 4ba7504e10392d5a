import { type InputHTMLAttributes, useState } from 'react';
import { kopecksOf, roublesText } from './kopecks.ts';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  /** Kopecks; a text: what was typed and is no sum. */
  value: unknown;
  onChange: (value: number | string) => void;
};

/** A sum in roubles; what is no sum goes on as it was typed, for the server to refuse at its field. */
export function MoneyInput({ value, onChange, ...rest }: Props) {
  const shown = typeof value === 'number' ? roublesText(value) : String(value ?? '');
  const [typed, setTyped] = useState(shown);
  // «390,50» stays as it was typed though it is kept as a number.
  const text = kopecksOf(typed) === value ? typed : shown;
  return (
    <input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(kopecksOf(target.value) ?? target.value);
      }}
    />
  );
}
