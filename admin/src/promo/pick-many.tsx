import { X } from 'lucide-react';
import { Field } from '../parts/field.tsx';

type Props = {
  label: string;
  /** What stands in the field while nothing is chosen. */
  none: string;
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error?: string | undefined;
};

/** Any number of many: each is chosen in the field and stands beneath it, to be taken out. */
export function PickMany({ label, none, choices, chosen, onChange, error }: Props) {
  const names = new Map(choices.map(({ value, label }) => [value, label]));
  return (
    <div className="pick-many">
      <Field label={label} error={error}>
        {(given) => (
          <select {...given} value="" onChange={({ target }) => onChange([...chosen, target.value])}>
            <option value="">{chosen.length === 0 ? none : 'Добавить ещё'}</option>
            {choices
              .filter(({ value }) => !chosen.includes(value))
              .map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </select>
        )}
      </Field>
      {chosen.length > 0 ? (
        <ul aria-label={`${label}: выбрано`}>
          {chosen.map((value) => (
            <li key={value}>
              <span>{names.get(value) ?? value}</span>
              <button
                type="button"
                aria-label={`Убрать: ${names.get(value) ?? value}`}
                onClick={() => onChange(chosen.filter((other) => other !== value))}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
