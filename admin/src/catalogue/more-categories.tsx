import { X } from 'lucide-react';
import { type Category, orderedCategories } from '../parts/product.ts';
import { Field } from './field.tsx';

type Props = {
  /** The main one first. */
  ids: readonly number[];
  categories: readonly Category[];
  isEditable: boolean;
  onChange: (ids: number[]) => void;
};

/** Categories in which the product is found besides its main one. */
export function MoreCategories({ ids, categories, isEditable, onChange }: Props) {
  const [main, ...others] = ids;
  const named = new Map(categories.map(({ id, name }) => [id, name]));
  if (main === undefined || (!isEditable && others.length === 0)) return null;
  return (
    <Field
      label="Ещё в категориях"
      note={
        <ul className="chosen-categories">
          {others.map((id) => (
            <li key={id} className="tag">
              {named.get(id) ?? id}
              {isEditable ? (
                <button
                  type="button"
                  aria-label={`Убрать из категории «${named.get(id) ?? id}»`}
                  onClick={() => onChange(ids.filter((other) => other !== id))}
                >
                  <X size={12} aria-hidden="true" />
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      }
    >
      {(id) => (
        <select
          id={id}
          value=""
          disabled={!isEditable}
          onChange={({ target }) => onChange([...new Set([...ids, Number(target.value)])])}
        >
          <option value="">Добавить категорию</option>
          {orderedCategories(categories)
            .filter((choice) => !ids.includes(choice.id))
            .map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.label}
              </option>
            ))}
        </select>
      )}
    </Field>
  );
}
