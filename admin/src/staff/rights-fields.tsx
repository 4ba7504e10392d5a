import { useSession } from '../session/session.ts';
import { roleHints, roleWords } from './role-words.ts';

type Props = {
  roles: string[];
  departments: string[];
  onRoles: (roles: string[]) => void;
  onDepartments: (departments: string[]) => void;
  errors: Record<string, string>;
};

/** Roles and branches of a member of staff. */
export function RightsFields({ roles, departments, onRoles, onDepartments, errors }: Props) {
  const { me } = useSession();
  const toggle = (list: string[], value: string) =>
    list.includes(value) ? list.filter((other) => other !== value) : [...list, value];
  return (
    <>
      <fieldset className="checks">
        <legend>Роли</legend>
        <ul>
          {Object.entries(roleWords).map(([code, word]) => (
            <li key={code}>
              <label className="check">
                <input type="checkbox" checked={roles.includes(code)} onChange={() => onRoles(toggle(roles, code))} />
                <span>
                  {word}
                  <small className="soft">{roleHints[code]}</small>
                </span>
              </label>
            </li>
          ))}
        </ul>
        {errors.roles ? (
          <p className="field-error small" role="alert">
            {errors.roles}
          </p>
        ) : null}
      </fieldset>
      <fieldset className="checks checks-narrow">
        <legend>Филиалы</legend>
        <label className="check">
          <input type="checkbox" checked={departments.length === 0} onChange={() => onDepartments([])} />
          <span>
            все, и новые тоже
            <small className="soft">Чтобы ограничить, отметьте нужные ниже</small>
          </span>
        </label>
        <ul>
          {me.branches.map(({ id_1c: id, name }) => (
            <li key={id}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={departments.includes(id)}
                  onChange={() => onDepartments(toggle(departments, id))}
                />
                {name}
              </label>
            </li>
          ))}
        </ul>
        {errors.departments ? (
          <p className="field-error small" role="alert">
            {errors.departments}
          </p>
        ) : null}
      </fieldset>
    </>
  );
}
