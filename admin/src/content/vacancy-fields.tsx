import { Doubts } from '../editor/doubts.tsx';
import { TextEditor } from '../editor/text-editor.tsx';
import { Field } from '../parts/field.tsx';
import { useGot } from '../parts/got.ts';
import { MomentInput } from '../parts/moment-field.tsx';
import { MoneyField } from '../parts/money-field.tsx';
import type { Fields } from '../record/merge-fields.ts';
import type { VacancyPlaces } from './content-types.ts';
import { vacancyFields, vacancySchedules } from './content-words.ts';

type Props = {
  fields: Fields;
  errors: Record<string, string>;
  set: (name: string, value: unknown) => void;
};

/** Who is needed, where, for how much. */
export function PostFields({ fields, errors, set }: Props) {
  const places = useGot<VacancyPlaces>('/api/admin/vacancy-places');
  const text = (name: string) => String(fields[name] ?? '');
  const choice = (name: string, label: string, words: Record<string, string>) => (
    <Field label={label} error={errors[name]}>
      {(given) => (
        <select {...given} value={text(name)} onChange={({ target }) => set(name, target.value)}>
          {Object.entries(words).map(([code, word]) => (
            <option key={code} value={code}>
              {word}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  const placeWords = Object.fromEntries(
    (places.data?.items ?? []).map(({ id, name, address }) => [id, `${name}, ${address}`]),
  );
  return (
    <>
      <Field label="Должность" error={errors.title}>
        {(given) => (
          <input
            {...given}
            value={text('title')}
            maxLength={160}
            onChange={({ target }) => set('title', target.value)}
          />
        )}
      </Field>
      <Doubts words={[fields.title]} />
      <div className="form form-columns">
        {choice('department_id_1c', 'Где', { '': 'выберите', ...placeWords })}
        {choice('field', 'Направление', vacancyFields)}
        {choice('schedule', 'График', vacancySchedules)}
        <MoneyField
          label="Зарплата от, ₽ в месяц"
          value={fields.salary_from_kopecks}
          error={errors.salary_from_kopecks}
          onChange={(kopecks) => set('salary_from_kopecks', kopecks)}
        />
        <MoneyField
          label="Зарплата до, ₽ в месяц"
          value={fields.salary_to_kopecks}
          error={errors.salary_to_kopecks}
          onChange={(kopecks) => set('salary_to_kopecks', kopecks)}
        />
        <Field label="Показывать до" error={errors.valid_until} hint="Пусто — без срока">
          {(given) => (
            <MomentInput
              given={given}
              value={fields.valid_until ? text('valid_until') : null}
              onChange={(at) => set('valid_until', at)}
            />
          )}
        </Field>
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={fields.is_salary_after_tax === true}
          onChange={({ target }) => set('is_salary_after_tax', target.checked)}
        />
        Зарплата на руки, после налога
      </label>
    </>
  );
}

type TextsProps = Props & { isEditable: boolean };

/** What the person will do, what is expected of them, what the shop gives. */
export function PostTexts({ fields, errors, set, isEditable }: TextsProps) {
  const parts = [
    { name: 'duties', label: 'Что делать' },
    { name: 'requirements', label: 'Что нужно уметь' },
    { name: 'terms', label: 'Условия' },
  ];
  return (
    <>
      {parts.map(({ name, label }) => (
        <TextEditor
          key={name}
          label={label}
          value={String(fields[name] ?? '')}
          onChange={(html) => set(name, html)}
          isEditable={isEditable}
          problem={errors[name]}
        />
      ))}
    </>
  );
}
