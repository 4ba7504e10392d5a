import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';
import type { Notes } from './customer-types.ts';

/** What staff wrote of the customer for each other, and writing more. */
export function CustomerNotes({ id }: { id: string }) {
  const heading = useId();
  const path = `/api/admin/customers/${id}/notes`;
  const canWrite = useCan('customers.write');
  const { data, error, refetch } = useGot<Notes>(path);
  return (
    <section className="panel" aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>Заметки сотрудников</h2>
      </div>
      {canWrite ? <AddNote path={path} /> : null}
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={2} /> : null}
      {data?.items.length === 0 ? (
        <p className="soft customer-empty">Заметок пока нет. Их видят только сотрудники.</p>
      ) : null}
      {data?.items.map(({ id: note, at, who, kind, text }) => (
        <article key={note} className="customer-note">
          <p className="soft small">
            {who}, <time dateTime={at}>{shortMoment(at)}</time> {kind === 'call' ? <Tag tone="info">звонок</Tag> : null}
          </p>
          <p>{text}</p>
        </article>
      ))}
    </section>
  );
}

function AddNote({ path }: { path: string }) {
  const [text, setText] = useState('');
  const [isCall, setCall] = useState(false);
  const queries = useQueryClient();
  const add = useVerb(() => {
    setText('');
    setCall(false);
    void queries.invalidateQueries({ queryKey: ['got', path] });
  });
  return (
    <form
      className="form customer-empty"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add.run(path, { text, kind: isCall ? 'call' : 'note' });
      }}
    >
      <Field label="Новая заметка" error={add.fields.text}>
        {(given) => (
          <textarea
            {...given}
            rows={2}
            maxLength={2000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Problem words={add.fields.text ? null : add.problem} />
      <div className="form-actions">
        <label className="check">
          <input type="checkbox" checked={isCall} onChange={({ target }) => setCall(target.checked)} />
          Это был звонок
        </label>
        <Button type="submit" isBusy={add.isBusy}>
          Записать
        </Button>
      </div>
    </form>
  );
}
