import { Field } from '../parts/field.tsx';
import { orderedCategories } from '../parts/product.ts';
import { useCategories } from '../parts/use-categories.ts';
import { useSession } from '../session/session.ts';

type Props<Value> = {
  value: unknown;
  onChange: (value: Value | null) => void;
  error?: string | undefined;
  disabled?: boolean;
};

/** A category with everything below it, or `none`. */
export function CategoryField({ value, onChange, error, disabled, none }: Props<number> & { none: string }) {
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

/** One branch of the person's, or all of the shop; the latter is for whoever works in all of them. */
export function BranchField({ value, onChange, error, disabled }: Props<string>) {
  const { branches, all_branches: isAll } = useSession().me;
  const isKnown = branches.some(({ id_1c }) => id_1c === value);
  return (
    <Field label="Филиал" error={error}>
      {(given) => (
        <select
          {...given}
          disabled={disabled}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => onChange(target.value || null)}
        >
          <option value="">{isAll || value === null ? 'Все филиалы' : 'Выберите филиал'}</option>
          {typeof value === 'string' && !isKnown ? <option value={value}>филиал {value}</option> : null}
          {branches.map(({ id_1c: id, name }) => (
            <option key={id} value={id}>
              {name}
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
