import type { ReactNode } from 'react';
import { acceptOf, type FieldSchema } from '#shared/form-rules.ts';
import { plural } from '#shared/plurals.ts';
import { uploadLimits } from '#shared/upload-rules.ts';
import { OptionRow } from '#web/ui/choice.tsx';
import { EmailField } from '#web/ui/email-field.tsx';
import { Field, SelectField, TextArea } from '#web/ui/field.tsx';
import { FieldError } from '#web/ui/field-error.tsx';
import { FileField } from '#web/ui/file-field.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { Required } from '#web/ui/required.tsx';
import { TickField } from './tick-field.tsx';
import type { FieldProps, FormCheck } from './use-form-check.ts';

type FormFieldProps<Name extends string> = {
  of: FormCheck<Name>;
  name: Name;
  /** Options of a list that are not the same for everybody, instead of the schema's. */
  children?: ReactNode;
} & Partial<Omit<FieldProps, 'id' | 'name'>>;

/**
 * A field of the schema (S2-45, S3-10) with its label, its hint and its message below. What is given here stands
 * instead of the schema's.
 */
export function FormField<Name extends string>({ of, name, children, ...given }: FormFieldProps<Name>) {
  const schema: FieldSchema = of.rules[name] ?? { label: name };
  const field = { ...of.field(name), ...given };
  const { defaultValue, required, label, ...rest } = field;
  const { type = 'text', choices, look, lines, mask } = schema;
  if (type === 'checkbox') return <TickField {...field}>{children}</TickField>;
  if (type === 'files') return <Files {...rest} label={label} required={required} schema={schema} />;
  if (look === 'radio' && choices) return <Radios field={field} choices={choices} />;
  if (choices || children)
    return (
      <SelectField {...field}>
        {children ?? (
          <>
            {required && Object.hasOwn(choices ?? {}, defaultValue ?? '') ? null : (
              <option value="">Выберите из списка</option>
            )}
            {Object.entries(choices ?? {}).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </>
        )}
      </SelectField>
    );
  if (lines) return <TextArea {...field} rows={lines} />;
  if (type === 'phone') return <PhoneField {...field} {...(mask && { mask })} />;
  if (type === 'email') return <EmailField {...field} />;
  return <Field {...field} {...inputOf(schema)} />;
}

/** A number is a text with the right keyboard: the browser's own number field would hide what was typed wrongly. */
function inputOf({ type, min, max, inputMode = type === 'inn' ? 'numeric' : undefined }: FieldSchema) {
  if (type === 'date') return { type: 'date', min, max };
  if (type === 'number') return { inputMode: 'decimal' } as const;
  return { inputMode };
}

function Files({ schema, hint, ...field }: Omit<FieldProps, 'defaultValue'> & { schema: FieldSchema }) {
  const most = Number(schema.max ?? uploadLimits.files);
  const words = schema.endings
    ? ''
    : schema.only
      ? `До ${most} фото png или jpg, каждое не больше 5 МБ.`
      : `${most === 1 ? 'Фото png или jpg, PDF, Word, txt или rtf' : `До ${most} ${plural(most, 'файла', 'файлов', 'файлов')}: фото png или jpg, PDF, Word, txt или rtf, каждый`} до\u00a05\u00a0МБ.`;
  return (
    <FileField
      {...field}
      multiple={most > 1}
      accept={acceptOf(schema)}
      hint={schema.endings ? hint : schema.only ? `${words} ${hint ?? ''}` : `${hint ? `${hint}. ` : ''}${words}`}
    />
  );
}

function Radios({ field, choices }: { field: FieldProps; choices: Readonly<Record<string, string>> }) {
  const { id, name, label, required, error, defaultValue, autoFocus = false } = field;
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field__label">
        {label}
        {required ? <Required /> : null}
      </legend>
      <div className="opts">
        {Object.entries(choices).map(([value, words], at) => (
          <OptionRow
            key={value}
            id={at === 0 ? id : `${id}-${value}`}
            name={name}
            value={value}
            title={words}
            defaultChecked={value === defaultValue}
            aria-invalid={error ? true : undefined}
            autoFocus={autoFocus && at === 0}
          />
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
