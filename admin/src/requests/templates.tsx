import { upperFirst } from '#shared/upper-first.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { templatesPath as path, type Templates } from '../parts/use-templates.ts';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { useRecord } from '../record/use-record.ts';
import { useSession } from '../session/session.ts';

type All = Got<typeof path>;

const words = { templates: 'Шаблоны' };
const mostTemplates = 20;

/** Words that are often said to buyers: each kind is saved by itself. */
export function TemplatesScreen() {
  const { data, error, refetch } = useGot<All>(path);
  if (!data)
    return (
      <div className="panel">
        {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />}
      </div>
    );
  return (
    <div className="onec-columns">
      {data.items.map((one) => (
        <OneKind key={one.id} {...one} />
      ))}
    </div>
  );
}

function OneKind({ id, name, fields: known }: Templates) {
  const form = useRecord<Templates>(`${path}/${id}`, ({ templates }) => ({ templates }));
  const { body, fields, set, errors, clash } = form;
  const title = upperFirst(name);
  const templates = (Array.isArray(fields.templates) ? fields.templates : []) as string[];
  const change = (next: string[]) => set('templates', next);
  const isEditable = useSession().me.all_branches;
  return (
    <section className="panel onec-card" aria-label={title}>
      <h2>{title}</h2>
      <p className="soft small">
        Подставим сами: {known.map((field) => `{${field}}`).join(', ')}. Чего о покупателе неизвестно, не подставится.
      </p>
      {!body && form.loadError ? <LoadFailure error={form.loadError} retry={form.reload} /> : null}
      {!body && !form.loadError ? <Skeleton rows={3} /> : null}
      {body && !isEditable ? (
        <>
          <p className="note">Шаблоны общие для всех филиалов, их меняет тот, кто работает во всех.</p>
          <ul>
            {templates.map((template) => (
              <li key={template}>{template}</li>
            ))}
          </ul>
        </>
      ) : null}
      {body && isEditable ? (
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          {templates.length === 0 ? <p>Шаблонов пока нет.</p> : null}
          {templates.map((template, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: templates have no names
            <div key={at} className="question">
              <Field label={`Шаблон ${at + 1}`}>
                {(given) => (
                  <textarea
                    {...given}
                    rows={2}
                    maxLength={500}
                    value={template}
                    onChange={({ target }) => change(templates.with(at, target.value))}
                  />
                )}
              </Field>
              <Button
                size="small"
                aria-label={`Убрать шаблон ${at + 1}`}
                onClick={() => change(templates.filter((_, index) => index !== at))}
              >
                Убрать
              </Button>
            </div>
          ))}
          {errors.templates ? (
            <p className="field-error small" role="alert">
              {errors.templates}
            </p>
          ) : null}
          <p>
            <Button
              size="small"
              disabled={templates.length >= mostTemplates}
              onClick={() => change([...templates, ''])}
            >
              Добавить шаблон
            </Button>
          </p>
          <SaveBar form={form} />
        </form>
      ) : null}
      {clash ? <ClashDialog clash={clash} words={words} mine={fields} settle={form.settle} /> : null}
    </section>
  );
}
