import { Field } from '../parts/field.tsx';
import { type FormField, type FormSchema, inOrder } from './form-shapes.ts';

/** The form as a visitor fills it in; nothing is sent from here. */
export function FormPreview({ schema }: { schema: FormSchema }) {
  return (
    <section className="panel form-panel" aria-label="Как увидит покупатель">
      <h2 className="block-title">Как увидит покупатель</h2>
      <div className="form">
        <h3>{schema.name || 'Без названия'}</h3>
        {schema.lead ? <p className="soft">{schema.lead}</p> : null}
        {inOrder(schema.fields).map(([name, field]) => (
          <Sample key={name} field={field} />
        ))}
        <p className="soft small">Ниже магазин сам ставит согласия на обработку данных и на рекламу.</p>
        <p>
          <span className="btn btn-primary">{schema.button || 'Отправить'}</span>
        </p>
      </div>
    </section>
  );
}

function Sample({ field }: { field: FormField }) {
  const label = `${field.name || 'Без подписи'}${field.rules.required ? ' *' : ''}`;
  if (field.as === 'Checkbox')
    return (
      <label className="check">
        <input type="checkbox" />
        {label}
      </label>
    );
  if (field.as === 'Enum' && field.look === 'radio')
    return (
      <fieldset className="checks">
        <legend>{label}</legend>
        {(field.options ?? []).map(({ value, name }) => (
          <label key={value} className="check">
            <input type="radio" name={`sample ${field.order}`} />
            {name}
          </label>
        ))}
      </fieldset>
    );
  return (
    <Field label={label} hint={field.hint || undefined}>
      {(given) =>
        field.as === 'Textarea' ? (
          <textarea {...given} rows={3} />
        ) : field.as === 'Enum' ? (
          <select {...given}>
            {(field.options ?? []).map(({ value, name }) => (
              <option key={value}>{name}</option>
            ))}
          </select>
        ) : (
          <input
            {...given}
            type={field.as === 'File' ? 'file' : field.as === 'Phone' ? 'tel' : (field.type ?? 'text')}
          />
        )
      }
    </Field>
  );
}
