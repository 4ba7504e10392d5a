import { useId, useState } from 'react';
import { Doubts } from '../editor/doubts.tsx';
import { BranchChoice } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { MomentInput } from '../parts/moment-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { ClashDialog } from '../record/clash-dialog.tsx';
import type { Fields } from '../record/merge-fields.ts';
import { SaveBar } from '../record/save-bar.tsx';
import { useRecord } from '../record/use-record.ts';
import { DraftActions } from '../releases/draft-actions.tsx';
import { useSession } from '../session/session.ts';
import type { MenuLinkRow } from './content-types.ts';
import { menuWords, type Place, placeLabels } from './content-words.ts';

type Props = {
  /** null: a new one. */
  link: MenuLinkRow | null;
  place: Place;
  column: string;
  /** Columns there are. */
  columns: string[];
  onClose: () => void;
  onDone: () => void;
};

/** A link of a menu: new, or one there is. */
export function MenuLinkDialog(props: Props) {
  const title = props.link ? props.link.name : `Новая ссылка: ${placeLabels[props.place].toLowerCase()}`;
  return (
    <Dialog title={title} className="dialog-wide" onClose={props.link ? props.onDone : props.onClose}>
      {props.link ? <KnownLink {...props} id={props.link.id} /> : <NewLink {...props} />}
    </Dialog>
  );
}

function NewLink({ place, column, columns, onClose, onDone }: Props) {
  const { all_branches: isOfAll, branches } = useSession().me;
  const [fields, setFields] = useState<Fields>({
    place,
    column_title: column,
    name: '',
    url: '/',
    icon: null,
    starts_at: null,
    ends_at: null,
    is_draft: false,
    department_id_1c: isOfAll ? null : (branches[0]?.id_1c ?? null),
  });
  const create = useVerb(onDone);
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        create.run('/api/admin/menu-links', fields);
      }}
    >
      <LinkFields
        fields={fields}
        errors={create.fields}
        columns={columns}
        set={(name, value) => setFields({ ...fields, [name]: value })}
      />
      <Problem words={create.problem} />
      <div className="form-actions">
        <Button onClick={onClose}>Закрыть</Button>
        <Button kind="primary" type="submit" isBusy={create.isBusy}>
          Добавить
        </Button>
      </div>
    </form>
  );
}

function KnownLink({ id, columns }: Props & { id: number }) {
  const form = useRecord<MenuLinkRow>(`/api/admin/menu-links/${id}`, ({ id: _, position: __, ...fields }) => fields);
  if (!form.body)
    return form.loadError ? (
      <LoadFailure error={form.loadError} retry={form.reload} />
    ) : (
      <Skeleton rows={4} height={56} />
    );
  return (
    <>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <LinkFields fields={form.fields} errors={form.errors} columns={columns} set={form.set} />
        <SaveBar form={form} />
        {form.clash ? (
          <ClashDialog clash={form.clash} words={menuWords} mine={form.fields} settle={form.settle} />
        ) : null}
      </form>
      <div className="form-actions">
        <DraftActions
          kind="menu"
          id={id}
          path={`/api/admin/menu-links/${id}`}
          isDraft={form.body.is_draft}
          startsAt={form.body.starts_at}
          isSaved={form.changed.length === 0}
        />
      </div>
    </>
  );
}

type FieldsProps = {
  fields: Fields;
  errors: Record<string, string>;
  columns: string[];
  set: (name: string, value: unknown) => void;
};

function LinkFields({ fields, errors, columns, set }: FieldsProps) {
  const list = useId();
  const text = (name: string) => String(fields[name] ?? '');
  const moment = (name: string) => (typeof fields[name] === 'string' ? String(fields[name]) : null);
  return (
    <>
      <div className="form-pair">
        <Field label="Название" error={errors.name}>
          {(given) => (
            <input
              {...given}
              value={text('name')}
              maxLength={60}
              onChange={({ target }) => set('name', target.value)}
            />
          )}
        </Field>
        <Field label="Адрес" error={errors.url} hint="Страница магазина: /delivery/">
          {(given) => (
            <input {...given} value={text('url')} maxLength={300} onChange={({ target }) => set('url', target.value)} />
          )}
        </Field>
        {fields.place === 'footer' ? (
          <Field label="Столбец" error={errors.column_title} hint="Новое имя начнёт новый столбец">
            {(given) => (
              <>
                <input
                  {...given}
                  list={list}
                  value={text('column_title')}
                  maxLength={60}
                  onChange={({ target }) => set('column_title', target.value)}
                />
                <datalist id={list}>
                  {columns.map((column) => (
                    <option key={column} value={column} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
        ) : null}
        {fields.place === 'side' ? (
          <Field label="Значок" error={errors.icon} hint="Имя значка магазина, например percent; можно оставить пустым">
            {(given) => (
              <input
                {...given}
                value={text('icon')}
                maxLength={40}
                onChange={({ target }) => set('icon', target.value || null)}
              />
            )}
          </Field>
        ) : null}
        <Field label="Для кого" error={errors.department_id_1c}>
          {(given) => (
            <BranchChoice
              given={given}
              value={fields.department_id_1c ? text('department_id_1c') : null}
              onChange={(branch) => set('department_id_1c', branch)}
            />
          )}
        </Field>
      </div>
      <Doubts words={[fields.name, fields.column_title]} />
      <div className="form-pair">
        <Field label="Показывать с" error={errors.starts_at} hint="Пусто — уже сейчас">
          {(given) => <MomentInput given={given} value={moment('starts_at')} onChange={(at) => set('starts_at', at)} />}
        </Field>
        <Field label="Показывать до" error={errors.ends_at} hint="Пусто — без срока">
          {(given) => <MomentInput given={given} value={moment('ends_at')} onChange={(at) => set('ends_at', at)} />}
        </Field>
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={fields.is_draft === true}
          onChange={({ target }) => set('is_draft', target.checked)}
        />
        Черновик: покупатели не видят
      </label>
    </>
  );
}
