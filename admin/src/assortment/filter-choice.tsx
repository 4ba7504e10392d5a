import { Field } from '../parts/field.tsx';
import type { Attribute } from './assortment-types.ts';
import { filterWords } from './assortment-words.ts';

type Props = {
  type: Attribute['type'];
  value: Attribute['filter'];
  onChange: (filter: Attribute['filter']) => void;
  error?: string | undefined;
};

/** How buyers choose by an attribute; a range is of numbers alone. */
export function FilterChoice({ type, value, onChange, error }: Props) {
  return (
    <Field label="Фильтр в списках товаров" error={error}>
      {(given) => (
        <select
          {...given}
          value={value ?? ''}
          onChange={({ target }) => onChange((target.value || null) as Attribute['filter'])}
        >
          <option value="">Нет</option>
          <option value="values">{filterWords.values}</option>
          {type === 'number' ? <option value="range">{filterWords.range}</option> : null}
        </select>
      )}
    </Field>
  );
}
