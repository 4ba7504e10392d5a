import { Field } from '../parts/field.tsx';
import type { BranchForm } from './branch-page.tsx';

type Props = { form: BranchForm; name: string; label: string; hint: string };

/** Several short texts of a branch, one a line. */
export function LinesField({ form: { fields, set, errors }, name, label, hint }: Props) {
  const lines = (fields[name] ?? []) as string[];
  const error = errors[name] ?? Object.entries(errors).find(([key]) => key.startsWith(`${name}.`))?.[1];
  return (
    <Field label={label} hint={hint} error={error}>
      {(given) => (
        <textarea
          {...given}
          rows={3}
          value={lines.join('\n')}
          onChange={({ target }) => set(name, target.value === '' ? [] : target.value.split('\n'))}
        />
      )}
    </Field>
  );
}
