import { useId } from 'react';

type Props = {
  label: string;
  /** Whole roubles as typed, or ''. */
  from: string;
  to: string;
  onChange: (sums: { from: string; to: string }) => void;
};

/** Two sums in roubles, both included; the list follows when a field is left, or by Enter. */
export function FilterSums({ label, from, to, onChange }: Props) {
  const id = useId();
  const field = (name: 'from' | 'to', value: string) => (
    <input
      key={value}
      id={`${id}-${name}`}
      className="filter-sum"
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      defaultValue={value}
      onBlur={({ target }) => {
        const typed = target.value.replace(/\D/g, '');
        if (typed !== value) onChange({ from, to, [name]: typed });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
  return (
    <fieldset className="filter-dates">
      <legend className="hidden-words">{label}, ₽</legend>
      <label htmlFor={`${id}-from`}>{label}, ₽, от</label>
      {field('from', from)}
      <label htmlFor={`${id}-to`}>до</label>
      {field('to', to)}
    </fieldset>
  );
}
