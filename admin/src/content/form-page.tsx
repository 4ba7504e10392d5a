import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Doubts } from '../editor/doubts.tsx';
import { RecordHistory } from '../journal/record-history.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { useGot } from '../parts/got.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { storeDraft } from '../parts/stored-draft.ts';
import { useVerb } from '../parts/use-verb.ts';
import { readDraft } from '../record/kept-draft.ts';
import { isSame } from '../record/merge-fields.ts';
import { Tabs, useTab } from '../record/tabs.tsx';
import { RequestError } from '../request.ts';
import { useCan, useSession } from '../session/session.ts';
import type { FormRecord } from './content-types.ts';
import { FormFieldEditor } from './form-field-editor.tsx';
import { FormPreview } from './form-preview.tsx';
import { type FormField, type FormSchema, inOrder, numbered } from './form-shapes.ts';
import { FormActions, FormState } from './form-state.tsx';

const tabs = [
  { key: 'fields', label: 'Поля' },
  { key: 'history', label: 'История' },
] as const;
const blank: FormSchema = {
  code: '',
  name: '',
  button: 'Отправить',
  fields: { name: { name: 'Ваше имя', as: 'Input', type: 'text', order: 1, rules: { required: true } } },
};

/** A form that staff put together: its newest version, changed by a further one. `new`: none yet. */
export function FormPage() {
  const { code = '' } = useParams();
  const isNew = code === 'new';
  const { data, error, refetch } = useGot<FormRecord>(`/api/admin/forms/${code}`, { isOn: !isNew });
  if (!isNew && !data)
    return (
      <PageFrame title="Форма" crumbs={[{ label: 'Формы', to: '/content/forms' }]}>
        <div className="panel">
          {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  return <FormOf key={`${code} ${data?.version}`} code={code} form={data ?? null} readAgain={() => void refetch()} />;
}

type FormProps = { code: string; form: FormRecord | null; readAgain: () => void };

/** The form as it is typed, kept in this browser, and publishing it over the version that it was made from. */
function useFormDraft({ code, form, readAgain }: FormProps) {
  const { me } = useSession();
  const stored = (form?.schema ?? blank) as FormSchema;
  const draftKey = `${me.person.id} form ${code}`;
  const [kept] = useState(() => readDraft(draftKey));
  const [schema, setSchema] = useState<FormSchema>((kept?.mine as FormSchema) ?? stored);
  // What the typing began with: another version by now is another person's.
  const [base, setBase] = useState<FormSchema>((kept?.base as FormSchema) ?? stored);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const withBranch = useAddress();
  const verb = useVerb<{ id: string }>(({ id }) => {
    storeDraft(draftKey, null);
    void queries.invalidateQueries();
    void navigate(withBranch(`/content/forms/${id}`));
  });
  const isStale = verb.error instanceof RequestError && verb.error.code === 'changed';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (isStale) readAgain();
  }, [isStale]);
  function change(next: FormSchema, from = base) {
    setSchema(next);
    setBase(from);
    storeDraft(draftKey, isSame(next, stored) ? null : { base: from, mine: next });
  }
  const isChanged = !isSame(schema, stored);
  return {
    schema,
    isChanged,
    isBusy: verb.isBusy,
    errors: verb.fields,
    change,
    problem: isStale ? null : verb.problem,
    isOvertaken: isChanged && !isSame(base, stored),
    keepMine: () => change(schema, stored),
    takeStored: () => change(stored, stored),
    put: (is_draft: boolean) => verb.run('/api/admin/forms', { schema, based_on: form?.version ?? null, is_draft }),
  };
}

function FormOf(props: FormProps) {
  const { form } = props;
  const { me } = useSession();
  const draft = useFormDraft(props);
  const { schema, isChanged, isOvertaken, change } = draft;
  const mayPublish = useCan('content.publish') && me.all_branches;
  const tab = useTab(tabs);
  /** A draft is saved first, then published: now, at a time or with a release. */
  const isDraft = form?.state === 'draft';
  const setFields = (fields: [string, FormField][]) => change({ ...schema, fields: numbered(fields) });
  return (
    <PageFrame
      title={form?.name ?? 'Новая форма'}
      crumbs={[{ label: 'Формы', to: '/content/forms' }]}
      beside={
        form ? (
          <>
            <FormState form={form} />
            <span className="soft">{`версия ${form.version}`}</span>
          </>
        ) : null
      }
      actions={
        form ? (
          <>
            {form.is_open ? (
              <a className="btn" href={`/forms/${form.id}/`} target="_blank" rel="noreferrer">
                <ExternalLink size={16} aria-hidden="true" />В магазине
              </a>
            ) : null}
            {mayPublish ? <FormActions form={form} isSaved={!isChanged} /> : null}
          </>
        ) : null
      }
    >
      {form ? <Tabs label="О форме" tabs={tabs} /> : null}
      {tab === 'history' && form ? (
        <RecordHistory resource="forms" id={form.id} />
      ) : (
        <div className="form-beside">
          <form
            className="panel form-panel"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (!isOvertaken) draft.put(isDraft);
            }}
          >
            <fieldset className="branch-form" disabled={!mayPublish}>
              <legend className="hidden-words">Форма</legend>
              <FormWords schema={schema} isNew={form === null} errors={draft.errors} onChange={change} />
              <FieldsEditor fields={inOrder(schema.fields)} onChange={setFields} />
            </fieldset>
            {isOvertaken && form ? (
              <Overtaken version={form.version} keepMine={draft.keepMine} takeTheirs={draft.takeStored} />
            ) : null}
            <Problem words={draft.problem} />
            <div className="form-actions">
              {isChanged ? <Button onClick={draft.takeStored}>Вернуть как было</Button> : null}
              {isDraft ? null : (
                <Button
                  isBusy={draft.isBusy}
                  disabled={!mayPublish || !isChanged || isOvertaken}
                  onClick={() => draft.put(true)}
                >
                  Сохранить черновик
                </Button>
              )}
              <Button
                kind="primary"
                type="submit"
                isBusy={draft.isBusy}
                disabled={!mayPublish || !isChanged || isOvertaken}
              >
                {isDraft
                  ? 'Сохранить черновик'
                  : form
                    ? `Опубликовать версию ${form.version + 1}`
                    : 'Опубликовать форму'}
              </Button>
            </div>
          </form>
          <FormPreview schema={schema} />
        </div>
      )}
    </PageFrame>
  );
}

type OvertakenProps = { version: number; keepMine: () => void; takeTheirs: () => void };

/** Another person published a version meanwhile: nothing is lost, and nothing goes over it unseen. */
function Overtaken({ version, keepMine, takeTheirs }: OvertakenProps) {
  return (
    <section className="note" role="alert">
      <h2>Пока вы правили</h2>
      <p>Другой сотрудник сохранил версию {version}. Ваши правки целы: на странице стоят они.</p>
      <div className="form-actions">
        <Button onClick={takeTheirs}>Взять новое</Button>
        <Button kind="primary" onClick={keepMine}>
          Оставить моё
        </Button>
      </div>
    </section>
  );
}

type WordsProps = {
  schema: FormSchema;
  isNew: boolean;
  errors: Record<string, string>;
  onChange: (schema: FormSchema) => void;
};

function FormWords({ schema, isNew, errors, onChange }: WordsProps) {
  const line = (name: 'name' | 'code' | 'lead' | 'button' | 'sent', label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errors[`schema.${name}`]}>
      {(given) => (
        <input
          {...given}
          value={schema[name] ?? ''}
          maxLength={name === 'name' || name === 'button' || name === 'code' ? 120 : 600}
          disabled={name === 'code' && !isNew}
          onChange={({ target }) => onChange({ ...schema, [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      <div className="form form-columns">
        {line('name', 'Название')}
        {line('code', 'Код', 'Латинские буквы: по нему форма стоит на странице и по адресу /forms/код/')}
        {line('lead', 'Пояснение под названием')}
        {line('button', 'Надпись на кнопке')}
        {line('sent', 'Что сказать после отправки')}
      </div>
      <Doubts words={[schema.name, schema.lead, schema.button, schema.sent]} />
    </>
  );
}

type FieldsProps = { fields: [string, FormField][]; onChange: (fields: [string, FormField][]) => void };

function FieldsEditor({ fields, onChange }: FieldsProps) {
  function move(at: number, to: number) {
    const next = fields.filter((_, index) => index !== at);
    onChange([...next.slice(0, to), ...fields.slice(at, at + 1), ...next.slice(to)]);
  }
  function add() {
    const taken = fields.map(([name]) => name);
    let number = fields.length + 1;
    while (taken.includes(`field_${number}`)) number++;
    onChange([...fields, [`field_${number}`, { name: '', as: 'Input', type: 'text', order: 0, rules: {} }]]);
  }
  return (
    <div className="shop-blocks">
      <ol>
        {fields.map(([name, field], at) => (
          <FormFieldEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: the name of a field is typed in it
            key={at}
            name={name}
            field={field}
            at={at}
            count={fields.length}
            onChange={(newName, next) => {
              const isTaken = newName !== name && fields.some(([other]) => other === newName);
              onChange(fields.with(at, [isTaken ? name : newName, next]));
            }}
            move={(to) => move(at, to)}
            remove={() => onChange(fields.filter((_, index) => index !== at))}
          />
        ))}
      </ol>
      <div className="text-add">
        <Button size="small" disabled={fields.length >= 40} onClick={add}>
          Добавить поле
        </Button>
      </div>
    </div>
  );
}
