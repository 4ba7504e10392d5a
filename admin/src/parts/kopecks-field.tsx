import { type ReactNode, useState } from 'react';
import { Field } from './field.tsx';
import { kopecksOf, roublesText } from './kopecks.ts';

type Props = {
  label: string;
  /** Kopecks, or what was typed and is no sum; null: none. */
  value: unknown;
  /** What is no sum is passed on as it was typed: the server names what is wrong with it. */
  onChange: (value: number | string | null) => void;
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean;
};

/** A sum in roubles. */
export function KopecksField({ label, value, onChange, error, hint, disabled }: Props) {
  const [typed, setTyped] = useState(() => shownText(value));
  const isTyped = kopecksOf(typed) === value || typed === value;
  return (
    <Field label={label} error={error} hint={hint}>
      {(given) => (
        <input
          {...given}
          inputMode="decimal"
          autoComplete="off"
          disabled={disabled}
          value={isTyped ? typed : shownText(value)}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(target.value.trim() === '' ? null : (kopecksOf(target.value) ?? target.value));
          }}
        />
      )}
    </Field>
  );
}

function shownText(value: unknown): string {
  if (typeof value === 'number') return roublesText(value);
  return typeof value === 'string' ? value : '';
}
