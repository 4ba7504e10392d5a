import { Field } from '../parts/field.tsx';
import { orderedCategories } from '../parts/product.ts';
import { useCategories } from '../parts/use-categories.ts';

type Props = {
  value: unknown;
  onChange: (id: number | null) => void;
  error?: string | undefined;
  disabled?: boolean;
  none: string;
};

/** A category with everything below it, or `none`. */
export function CategoryField({ value, onChange, error, disabled, none }: Props) {
  const categories = orderedCategories(useCategories());
  const isKnown = categories.some(({ id }) => id === value);
  return (
    <Field label="Раздел" error={error}>
      {(given) => (
        <select
          {...given}
          disabled={disabled}
          value={typeof value === 'number' ? value : ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          <option value="">{none}</option>
          {typeof value === 'number' && !isKnown ? <option value={value}>раздел № {value}</option> : null}
          {categories.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Filter of lists by where a thing is in force. */
export const reaches = [
  { value: 'common', label: 'Общие' },
  { value: 'branch', label: 'Одного филиала' },
];
