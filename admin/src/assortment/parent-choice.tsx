import { Field } from '../parts/field.tsx';
import { orderedCategories } from '../parts/product.ts';
import type { Category } from './assortment-types.ts';

type Props = {
  all: Category[];
  value: number | null;
  onChange: (parent_id: number | null) => void;
  error?: string | undefined;
};

/** Under which category another one stands; none: at the top. */
export function ParentChoice({ all, value, onChange, error }: Props) {
  return (
    <Field label="В каком разделе" error={error}>
      {(given) => (
        <select
          {...given}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value ? Number(target.value) : null)}
        >
          <option value="">На верхнем уровне</option>
          {orderedCategories(all).map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
