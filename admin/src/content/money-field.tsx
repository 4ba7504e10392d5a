import { useEffect, useState } from 'react';
import { Field } from '../parts/field.tsx';
import { kopecksOf } from '../parts/kopecks.ts';

type Props = {
  label: string;
  /** Kopecks; null: none. */
  value: number | null;
  error: string | undefined;
  /** What was typed, '' for nothing. */
  onChange: (typed: string) => void;
};

/** A sum as it is typed, in rubles. */
export function MoneyField({ label, value, error, onChange }: Props) {
  const [typed, setTyped] = useState(value === null ? '' : rubles(value));
  useEffect(() => {
    setTyped((shown) => (value === null || kopecksOf(shown) === value ? shown : rubles(value)));
  }, [value]);
  const isWrong = typed.trim() !== '' && kopecksOf(typed) === null;
  return (
    <Field label={label} error={isWrong ? 'Сумма цифрами, например 60 000' : error}>
      {(given) => (
        <input
          {...given}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          maxLength={14}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(target.value.trim());
          }}
        />
      )}
    </Field>
  );
}

function rubles(kopecks: number): string {
  return String(kopecks / 100).replace('.', ',');
}
