import type { InputHTMLAttributes } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  /** A whole number of `unit`s; null: nothing; a text: what was typed and is no number. */
  value: unknown;
  /** What one shown stands for: 1000 for grams shown as kilogrammes. */
  unit?: number;
  /** Emptied, it is null. */
  isOptional?: boolean;
  onChange: (value: number | string | null) => void;
};

/** A whole number; what is none goes on as it was typed, for the server to refuse at its field. */
export function WholeInput({ value, unit = 1, isOptional = false, onChange, ...rest }: Props) {
  return (
    <input
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      value={typeof value === 'number' ? String(value / unit) : String(value ?? '')}
      onChange={({ target }) => {
        const text = target.value.trim();
        if (text === '' && isOptional) onChange(null);
        else onChange(/^\d{1,7}$/.test(text) ? Number(text) * unit : text);
      }}
    />
  );
}
