import { Field } from '../parts/field.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import type { SettingField } from './setting-fields.ts';

type InputProps = {
  given: object;
  field: SettingField;
  value: unknown;
  onChange: (value: unknown) => void;
};

type InputsProps = {
  fields: readonly SettingField[];
  form: {
    fields: Record<string, unknown>;
    set: (name: string, value: unknown) => void;
    errors: Record<string, string>;
  };
};

/** Fields of the settings with their hints and what is wrong with them. */
export function SettingInputs({ fields, form }: InputsProps) {
  return (
    <div className="form form-columns">
      {fields.map((field) => {
        const { name, kind, ...words } = field;
        const given = {
          value: form.fields[name],
          error: form.errors[name],
          onChange: (value: unknown) => form.set(name, value),
        };
        if (kind === 'picture') return <PictureField key={name} {...words} {...given} />;
        return (
          <Field key={name} {...words} error={given.error}>
            {(input) => <SettingInput given={input} field={field} value={given.value} onChange={given.onChange} />}
          </Field>
        );
      })}
    </div>
  );
}

/** The input of one field, by its kind. */
function SettingInput({ given, field: { kind }, value, onChange }: InputProps) {
  if (kind === 'yes')
    return (
      <select
        {...given}
        value={value === false ? 'no' : 'yes'}
        onChange={({ target }) => onChange(target.value === 'yes')}
      >
        <option value="yes">Да</option>
        <option value="no">Нет</option>
      </select>
    );
  if (kind === 'lines') {
    const lines = Array.isArray(value) ? value : [];
    return (
      <textarea
        {...given}
        rows={4}
        value={lines.join('\n')}
        onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
      />
    );
  }
  return (
    <input
      {...given}
      type="text"
      inputMode={kind === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      value={String(value ?? '')}
      onChange={({ target }) => onChange(kind === 'number' ? numberOr(target.value) : target.value || null)}
    />
  );
}

/** A whole number as such; what is none goes to the server as it was typed, which says what is wrong. */
function numberOr(typed: string): number | string {
  const digits = typed.replace(/[\s\u00a0]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : typed;
}
