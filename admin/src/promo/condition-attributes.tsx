import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import type { AttributeChoice } from './condition-words.ts';
import { PickMany } from './pick-many.tsx';

type Attribute = Got<'/api/admin/attributes'>['items'][number];

const most = 10;
const yesAndNo = [
  { value: 'true', label: 'Да' },
  { value: 'false', label: 'Нет' },
];

type Props = {
  chosen: readonly AttributeChoice[];
  onChange: (chosen: AttributeChoice[]) => void;
  errorOf: (name: string) => string | undefined;
};

/** Attributes that goods must all have: values of which any will do, or bounds of a number. */
export function ConditionAttributes({ chosen, onChange, errorOf }: Props) {
  const { data } = useGot<Got<'/api/admin/attributes'>>('/api/admin/attributes');
  const attributes = data?.items ?? [];
  const rest = attributes.filter(({ id }) => chosen.every(({ attribute_id }) => attribute_id !== id));
  return (
    <>
      {chosen.map((one, at) => {
        const attribute = attributes.find(({ id }) => id === one.attribute_id);
        return attribute ? (
          <Choice
            key={one.attribute_id}
            attribute={attribute}
            choice={one}
            onChange={(next) => onChange(chosen.map((other, place) => (place === at ? next : other)))}
            onRemove={() => onChange(chosen.filter((_, place) => place !== at))}
            errorOf={(name) => errorOf(`attributes.${at}${name}`)}
          />
        ) : null;
      })}
      <Field label="Свойство" error={errorOf('attributes')}>
        {(given) => (
          <select
            {...given}
            className="condition-attribute"
            value=""
            disabled={chosen.length >= most}
            onChange={({ target }) =>
              onChange([
                ...chosen,
                { attribute_id: Number(target.value), values: [], number_from: null, number_to: null },
              ])
            }
          >
            <option value="">{chosen.length === 0 ? 'Любые свойства' : 'Добавить ещё'}</option>
            {rest.map(({ id, name, group_name: group }) => (
              <option key={id} value={id}>
                {group ? `${name} (${group})` : name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}

type ChoiceProps = {
  attribute: Attribute;
  choice: AttributeChoice;
  onChange: (choice: AttributeChoice) => void;
  onRemove: () => void;
  errorOf: (name: string) => string | undefined;
};

function Choice({ attribute, choice, onChange, onRemove, errorOf }: ChoiceProps) {
  const { name, type } = attribute;
  const label = attribute.unit ? `${name}, ${attribute.unit}` : name;
  return (
    <div className="condition-choice">
      {type === 'number' ? (
        <div className="form form-pair">
          <Bound
            label={`${label}: от`}
            value={choice.number_from}
            onChange={(number_from) => onChange({ ...choice, number_from })}
            error={errorOf('.number_from') ?? errorOf('')}
          />
          <Bound
            label={`${label}: до`}
            value={choice.number_to}
            onChange={(number_to) => onChange({ ...choice, number_to })}
            error={errorOf('.number_to')}
          />
        </div>
      ) : (
        <Values
          attribute={attribute}
          chosen={choice.values}
          onChange={(values) => onChange({ ...choice, values })}
          error={errorOf('.values') ?? errorOf('')}
        />
      )}
      <button type="button" className="icon-button" aria-label={`Убрать свойство: ${name}`} onClick={onRemove}>
        <Trash2 size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

type ValuesProps = {
  attribute: Attribute;
  chosen: readonly string[];
  onChange: (values: string[]) => void;
  error: string | undefined;
};

function Values({ attribute: { id, name, type }, chosen, onChange, error }: ValuesProps) {
  const isYesOrNo = type === 'boolean';
  const path = `/api/admin/attributes/${id}/values`;
  const { data, error: failure } = useGot<Got<'/api/admin/attributes/{id}/values'>>(path, { isOn: !isYesOrNo });
  const choices = isYesOrNo ? yesAndNo : (data?.items ?? []).map(({ value }) => ({ value, label: value }));
  const none = isYesOrNo || data ? 'Выберите значения' : 'Читаем значения…';
  return (
    <PickMany
      label={name}
      none={failure ? 'Значения не прочитались' : none}
      choices={choices}
      chosen={chosen}
      onChange={onChange}
      error={error}
    />
  );
}

type BoundProps = {
  label: string;
  /** What was typed and is no number goes on for the server to refuse. */
  value: unknown;
  onChange: (value: number | null) => void;
  error: string | undefined;
};

function Bound({ label, value, onChange, error }: BoundProps) {
  const shown = typeof value === 'number' ? String(value).replace('.', ',') : String(value ?? '');
  const [typed, setTyped] = useState(shown);
  // «0,50» stays as it was typed though it is kept as a number.
  const text = numberOf(typed) === value ? typed : shown;
  return (
    <Field label={label} error={error}>
      {(given) => (
        <input
          {...given}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setTyped(target.value);
            // A text is refused by the server at this field.
            onChange(numberOf(target.value) as number | null);
          }}
        />
      )}
    </Field>
  );
}

/** null: nothing; a text: no number. */
function numberOf(typed: string): number | string | null {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  return /^-?\d{1,12}(\.\d{0,6})?$/.test(text) ? Number(text) : typed;
}
