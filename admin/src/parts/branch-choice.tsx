import { useSession } from '../session/session.ts';

type Props = { given: object; value: string | null; onChange: (department: string | null) => void };

/** Whose it is: one branch of the person's, or all of the shop for whoever works in all. */
export function BranchChoice({ given, value, onChange }: Props) {
  const { branches, all_branches: isOfAll } = useSession().me;
  return (
    <select {...given} value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
      {isOfAll ? <option value="">все филиалы</option> : <option value="">выберите филиал</option>}
      {branches.map(({ id_1c: id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Whether the person may change what is of this branch (null: of all). */
export function useMayWriteIn(): (department: string | null) => boolean {
  const { branches, all_branches: isOfAll } = useSession().me;
  return (department) => isOfAll || (department !== null && branches.some(({ id_1c: id }) => id === department));
}

/** How a branch is called; null: all of them. */
export function useBranchName(): (department: string | null) => string {
  const { branches } = useSession().me;
  return (department) =>
    department === null ? 'все филиалы' : (branches.find(({ id_1c: id }) => id === department)?.name ?? department);
}
