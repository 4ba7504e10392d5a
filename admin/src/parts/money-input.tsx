import { type InputHTMLAttributes, useState } from 'react';
import { kopecksOf } from '#shared/money.ts';
import { roublesText } from './kopecks.ts';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  /** Kopecks; null: nothing; a text: what was typed and is no sum. */
  value: unknown;
  /** Emptied, it is null. */
  isOptional?: boolean;
  /** How kopecks stand in the field. */
  textOf?: (kopecks: number) => string;
  onChange: (value: number | string | null) => void;
};

/** A sum in roubles; what is no sum goes on as it was typed, for the server to refuse at its field. */
export function MoneyInput({ value, isOptional = false, textOf = roublesText, onChange, ...rest }: Props) {
  const shown = typeof value === 'number' ? textOf(value) : String(value ?? '');
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
        if (target.value.trim() === '' && isOptional) onChange(null);
        else onChange(kopecksOf(target.value) ?? target.value);
      }}
    />
  );
}
