import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { Doubts } from '../editor/doubts.tsx';
import { Field } from '../parts/field.tsx';
import { type FormField, fieldKinds, kindOf, ofKind } from './form-shapes.ts';

type Props = {
  /** As it is sent: latin letters. */
  name: string;
  field: FormField;
  at: number;
  count: number;
  onChange: (name: string, field: FormField) => void;
  move: (to: number) => void;
  remove: () => void;
};

/** One field of a form: how it is called, what it takes, its rules. */
export function FormFieldEditor({ name, field, at, count, onChange, move, remove }: Props) {
  const set = (change: Partial<FormField>) => onChange(name, { ...field, ...change });
  return (
    <li className="shop-block">
      <PlaceOfField at={at} count={count} move={move} remove={remove} />
      <div className="form form-columns">
        <Field label="Подпись">
          {(given) => (
            <input
              {...given}
              value={field.name}
              maxLength={200}
              onChange={({ target }) => set({ name: target.value })}
            />
          )}
        </Field>
        <Field label="Что вводят">
          {(given) => (
            <select
              {...given}
              value={kindOf(field)}
              onChange={({ target }) => onChange(name, ofKind(field, target.value))}
            >
              {Object.entries(fieldKinds).map(([code, { label }]) => (
                <option key={code} value={code}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Имя латиницей" hint="По нему ответ узнают программы">
          {(given) => (
            <input
              {...given}
              value={name}
              maxLength={40}
              onChange={({ target }) => onChange(target.value.trim().toLowerCase(), field)}
            />
          )}
        </Field>
        <Field label="Подсказка">
          {(given) => (
            <input
              {...given}
              value={field.hint ?? ''}
              maxLength={600}
              onChange={({ target }) => set({ hint: target.value })}
            />
          )}
        </Field>
        <BoundFields field={field} set={set} />
      </div>
      {field.as === 'Enum' ? <OptionsField field={field} set={set} /> : null}
      <Doubts words={[field.name, field.hint, ...(field.options ?? []).map((option) => option.name)]} />
      <RequiredCheck field={field} set={set} />
    </li>
  );
}

/** Which field it is; it is moved among the others and taken out. */
function PlaceOfField({ at, count, move, remove }: Pick<Props, 'at' | 'count' | 'move' | 'remove'>) {
  return (
    <div className="text-block-head">
      <b>{`Поле ${at + 1}`}</b>
      <button type="button" aria-label={`Выше: поле ${at + 1}`} disabled={at === 0} onClick={() => move(at - 1)}>
        <ArrowUp size={14} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={`Ниже: поле ${at + 1}`}
        disabled={at === count - 1}
        onClick={() => move(at + 1)}
      >
        <ArrowDown size={14} aria-hidden="true" />
      </button>
      <button type="button" aria-label={`Убрать: поле ${at + 1}`} disabled={count === 1} onClick={remove}>
        <Trash2 size={14} aria-hidden="true" />
      </button>
    </div>
  );
}

type PartProps = { field: FormField; set: (change: Partial<FormField>) => void };

/** What the bounds of a kind mean. */
const boundWords: Record<string, [string, string] | undefined> = {
  line: ['Не короче, знаков', 'Не длиннее, знаков'],
  text: ['Не короче, знаков', 'Не длиннее, знаков'],
  number: ['Не меньше', 'Не больше'],
  date: ['Не раньше', 'Не позже'],
};

/** The least and the most that is taken, where the kind has them. */
function BoundFields({ field, set }: PartProps) {
  const setRule = (rule: 'min' | 'max', typed: string) => {
    const { [rule]: _, ...rules } = field.rules;
    const value = field.type === 'date' ? typed : Number(typed);
    set({ rules: typed === '' ? rules : { ...rules, [rule]: value } });
  };
  const bounds = boundWords[kindOf(field)];
  if (!bounds) return null;
  return (['min', 'max'] as const).map((rule, index) => (
    <Field key={rule} label={bounds[index] ?? ''}>
      {(given) => (
        <input
          {...given}
          type={field.type === 'date' ? 'date' : 'number'}
          value={String(field.rules[rule] ?? '')}
          onChange={({ target }) => setRule(rule, target.value)}
        />
      )}
    </Field>
  ));
}

function OptionsField({ field, set }: PartProps) {
  return (
    <Field label="Варианты, по одному в строке">
      {(given) => (
        <textarea
          {...given}
          rows={4}
          value={(field.options ?? []).map((option) => option.name).join('\n')}
          onChange={({ target }) =>
            set({
              options: target.value === '' ? [] : target.value.split('\n').map((word) => ({ value: word, name: word })),
            })
          }
        />
      )}
    </Field>
  );
}

function RequiredCheck({ field, set }: PartProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={field.rules.required === true}
        onChange={({ target }) => {
          const { required: _, ...rules } = field.rules;
          set({ rules: target.checked ? { ...rules, required: true } : rules });
        }}
      />
      Без этого поля форму не отправить
    </label>
  );
}
