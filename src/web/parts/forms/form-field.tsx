import { mostFiles, type FormField as Shape } from '#modules/forms/schema.ts';
import { maskedPhoneLength } from '#shared/phone-mask.ts';
import { uploadAccept } from '#shared/upload-rules.ts';
import { OptionRow, Tick } from '#web/ui/choice.tsx';
import { Field, SelectField, TextArea } from '#web/ui/field.tsx';
import { FieldError } from '#web/ui/field-error.tsx';
import { FileField } from '#web/ui/file-field.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';

type FormFieldProps = {
  id: string;
  name: string;
  shape: Shape;
  /** What stands in it at first. */
  value: string;
  error: string | null;
  /** Without JavaScript the first broken field takes the focus so. */
  autoFocus: boolean;
};

/** One field of a schema (S2-45, S3-10) with its label, its hint and its message below. */
export function FormField({ id, name, shape, value, error, autoFocus }: FormFieldProps) {
  const { rules, options = [], hint } = shape;
  const shared = { id, name, label: shape.name, required: Boolean(rules.required), error, autoFocus };
  switch (shape.as) {
    case 'Phone':
      return <PhoneField {...shared} hint={hint} defaultValue={value} maxLength={maskedPhoneLength + 12} />;
    case 'Textarea':
      return <TextArea {...shared} hint={hint} rows={3} defaultValue={value} />;
    case 'Checkbox':
      return (
        <Tick id={id} name={name} value="1" error={error} defaultChecked={value !== ''} aria-required={shared.required}>
          {shape.name}
          {shared.required ? <Required /> : null}
        </Tick>
      );
    case 'File':
      return (
        <FileField
          {...shared}
          accept={uploadAccept}
          multiple={mostFiles(shape) > 1}
          hint={`${hint ? `${hint}. ` : ''}${fileWords(mostFiles(shape))}`}
        />
      );
    case 'Enum':
      return shape.look === 'radio' ? (
        <Radios id={id} name={name} shape={shape} value={value} error={error} autoFocus={autoFocus} />
      ) : (
        <SelectField {...shared} hint={hint} defaultValue={value}>
          <option value="">Выберите из списка</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </SelectField>
      );
    default:
      return <Line {...shared} hint={hint} shape={shape} value={value} />;
  }
}

type LineProps = Pick<FormFieldProps, 'id' | 'name' | 'shape' | 'value' | 'error' | 'autoFocus'> & {
  label: string;
  required: boolean;
  hint?: string | undefined;
};

function Line({ shape, value, hint, ...shared }: LineProps) {
  const { type = 'text', rules, autocomplete } = shape;
  // A number is a text with the right keyboard: the browser's own number field would hide what was typed wrongly.
  const kinds = {
    text: { type: 'text' },
    email: { type: 'email', inputMode: 'email' },
    number: { type: 'text', inputMode: 'decimal' },
    date: { type: 'date', min: rules.min, max: rules.max },
  } as const;
  return (
    <Field
      {...shared}
      {...kinds[type]}
      {...(rules.check === 'inn' && { inputMode: 'numeric' })}
      autoComplete={autocomplete ?? 'off'}
      defaultValue={value}
      hint={hint}
    />
  );
}

function Radios({ id, name, shape, value, error, autoFocus }: FormFieldProps) {
  const isRequired = Boolean(shape.rules.required);
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field__label">
        {shape.name}
        {isRequired ? <Required /> : null}
      </legend>
      <div className="opts">
        {shape.options?.map((option, at) => (
          <OptionRow
            key={option.value}
            id={at === 0 ? id : `${id}-${option.value}`}
            name={name}
            value={option.value}
            title={option.name}
            defaultChecked={option.value === value}
            aria-invalid={error ? true : undefined}
            autoFocus={autoFocus && at === 0}
          />
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}

export function Required() {
  return (
    <span className="req" aria-hidden="true">
      {' '}
      *
    </span>
  );
}

function fileWords(most: number): string {
  const count = most === 1 ? 'Один файл' : `До ${most} файлов, каждый`;
  return `${count} не больше 5\u00a0МБ: png, jpg, txt, pdf, doc, docx, rtf.`;
}
