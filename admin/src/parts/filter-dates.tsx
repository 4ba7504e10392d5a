import { useId } from 'react';

type Props = {
  label: string;
  /** 'YYYY-MM-DD' or '', both days included. */
  from: string;
  to: string;
  onChange: (dates: { from: string; to: string }) => void;
};

/** Two days between which something happened. */
export function FilterDates({ label, from, to, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className="filter-dates">
      <legend className="hidden-words">{label}</legend>
      <label htmlFor={`${id}-from`}>{label} с</label>
      <input
        id={`${id}-from`}
        type="date"
        value={from}
        max={to || undefined}
        onChange={({ target }) => onChange({ from: target.value, to })}
      />
      <label htmlFor={`${id}-to`}>по</label>
      <input
        id={`${id}-to`}
        type="date"
        value={to}
        min={from || undefined}
        onChange={({ target }) => onChange({ from, to: target.value })}
      />
    </fieldset>
  );
}
