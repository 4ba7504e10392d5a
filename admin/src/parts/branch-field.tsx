import { useSearchParams } from 'react-router';
import { useSession } from '../session/session.ts';
import { Field } from './field.tsx';

type Props = {
  label?: string;
  /** id_1c; what is no id: all branches. */
  value: unknown;
  onChange: (branch: string | null) => void;
  error?: string | undefined;
  disabled?: boolean;
  /** All branches can be meant, by who works in all of them. */
  hasAll?: boolean;
  /** What belongs to no branch is not common yet: whoever does not work in all has still to choose. */
  isNew?: boolean | undefined;
};

/** The branch that something belongs to: one of the person's own, or all. */
export function BranchField({ label = 'Филиал', value, onChange, error, disabled, hasAll = true, isNew }: Props) {
  const { me } = useSession();
  const chosen = typeof value === 'string' && value ? value : null;
  // What is common is named so to whoever may only read it.
  const mayAll = hasAll && (me.all_branches || (chosen === null && !isNew));
  const isKnown = chosen === null || me.branches.some(({ id_1c }) => id_1c === chosen);
  return (
    <Field label={label} error={error}>
      {(given) => (
        <select
          {...given}
          disabled={disabled}
          value={chosen ?? ''}
          onChange={({ target }) => onChange(target.value || null)}
        >
          {mayAll ? <option value="">Все филиалы</option> : null}
          {mayAll || chosen !== null ? null : <option value="">Выберите филиал</option>}
          {isKnown ? null : <option value={chosen}>филиал {chosen}</option>}
          {me.branches.map(({ id_1c: id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The branch that is meant at first: the one chosen in the bar, else all of them, else the person's first. */
export function useUsualBranch(): string | null {
  const { me } = useSession();
  const chosen = useSearchParams()[0].get('branch');
  return chosen ?? (me.all_branches ? null : (me.branches[0]?.id_1c ?? null));
}

/** The branch of a new record: the person's only one; null: all of them, or one that is still to be chosen. */
export function useNewBranch(): string | null {
  const { all_branches: isOfAll, branches } = useSession().me;
  return isOfAll || branches.length > 1 ? null : (branches[0]?.id_1c ?? null);
}
