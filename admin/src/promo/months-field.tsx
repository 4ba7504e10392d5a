import { useState } from 'react';
import { LineField } from '../parts/line-field.tsx';
import { monthsOf } from './credit-words.ts';

type Props = {
  /** Months in the order typed, or what was typed and is no list of them. */
  value: unknown;
  onChange: (value: number[] | string) => void;
  error?: string | undefined;
};

/** Terms of a credit, by commas; what is no list of numbers goes on as it was typed, for the server to refuse. */
export function MonthsField({ value, onChange, error }: Props) {
  const shown = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  const [typed, setTyped] = useState(shown);
  // «6, » stays as it was typed though [6] is kept.
  const text = Array.isArray(value) && monthsOf(typed)?.join(', ') === shown ? typed : shown;
  return (
    <LineField
      label="Сроки, месяцев"
      hint="Через запятую, до 12 сроков: 6, 12, 24"
      error={error}
      inputMode="text"
      value={text}
      onChange={(text) => {
        setTyped(text);
        onChange(monthsOf(text) ?? text);
      }}
    />
  );
}
