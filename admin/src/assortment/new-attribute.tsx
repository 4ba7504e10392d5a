import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { attributeTypeWords } from '#shared/attribute-types.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { FilterChoice } from './filter-choice.tsx';

type Type = keyof typeof attributeTypeWords;

/** An attribute of the shop's own. */
export function NewAttribute({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const withBranch = useAddress();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [type, setType] = useState<Type>('enum');
  const [unit, setUnit] = useState('');
  const [filter, setFilter] = useState<'values' | 'range' | null>('values');
  const create = useVerb<{ id: number }>(({ id }) => {
    void queries.invalidateQueries();
    void navigate(withBranch(`/catalogue/attributes/${id}`));
  });
  const { fields } = create;
  return (
    <Dialog title="Новое свойство" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          create.run('/api/admin/attributes', { name, type, unit: unit.trim() || null, filter });
        }}
      >
        <LineField
          label="Название"
          error={fields.name}
          hint="Как на странице товара: «Толщина слоя», «Основа»"
          maxLength={200}
          value={name}
          onChange={setName}
        />
        <Field label="Вид" error={fields.type} hint="Потом меняется там, где значения читаются по-новому">
          {(given) => (
            <select
              {...given}
              value={type}
              onChange={({ target }) => {
                const next = target.value as Type;
                setType(next);
                if (next !== 'number' && filter === 'range') setFilter('values');
              }}
            >
              {Object.entries(attributeTypeWords).map(([key, words]) => (
                <option key={key} value={key}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        {type === 'number' ? (
          <LineField
            label="Единица"
            error={fields.unit}
            hint="мм, кг, Вт; пустая, если её нет"
            maxLength={50}
            value={unit}
            onChange={setUnit}
          />
        ) : null}
        <FilterChoice type={type} value={filter} onChange={setFilter} error={fields.filter} />
        <Problem words={Object.keys(fields).length > 0 ? null : create.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={create.isBusy}>
            Создать
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
