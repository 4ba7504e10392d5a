type Props = {
  label: string;
  /** The words for no choice. */
  every: string;
  choices: readonly { id: number; label: string }[];
  value: string;
  onChange: (id: string) => void;
};

/** A filter of one among many; '': of none. */
export function FilterSelect({ label, every, choices, value, onChange }: Props) {
  return (
    <select className="field-select" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{every}</option>
      {choices.map(({ id, label: words }) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </select>
  );
}
