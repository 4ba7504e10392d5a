import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { HeldRule, isHeld } from '../search/quality-change.tsx';
import { useCan } from '../session/session.ts';
import { NewReleaseDialog } from './new-release-dialog.tsx';
import type { PartKind, ReleaseRow } from './release-words.ts';

type Props = { kind: PartKind; id: string };

/** The release in which a draft waits, or the button that puts it into one. */
export function IntoRelease({ kind, id }: Props) {
  const mayUse = useCan('preview.use');
  const [isAsked, setAsked] = useState(false);
  const { data } = useGot<Got<'/api/admin/release-of'>>(
    `/api/admin/release-of?kind=${kind}&id=${encodeURIComponent(id)}`,
    { isOn: mayUse },
  );
  if (!mayUse || !data) return null;
  if (data.release)
    return (
      <PageLink to={`/calendar/releases/${data.release.id}`} className="btn">
        {`Выпуск: ${data.release.name}`}
      </PageLink>
    );
  return (
    <>
      <Button onClick={() => setAsked(true)}>В выпуск</Button>
      {isAsked ? <ChooseRelease kind={kind} id={id} onClose={() => setAsked(false)} /> : null}
    </>
  );
}

function ChooseRelease({ kind, id, onClose }: Props & { onClose: () => void }) {
  const queries = useQueryClient();
  const { data, error, refetch } = useGot<{ items: ReleaseRow[] }>('/api/admin/releases');
  const open = (data?.items ?? []).filter(({ state }) => state === 'planned' || state === 'failed');
  const [chosen, setChosen] = useState('');
  const [isNew, setNew] = useState(false);
  const release = chosen || String(open[0]?.id ?? '');
  const add = useVerb(() => {
    onClose();
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'record' });
  });
  const put = (into: string, accepts_fall?: true) =>
    add.run(`/api/admin/releases/${into}/parts`, { items: [{ kind, id }], accepts_fall });
  if (isNew)
    return (
      <NewReleaseDialog
        onClose={() => setNew(false)}
        onMade={(made) => {
          // What the new release refuses is said here, where it can be answered.
          setChosen(String(made));
          setNew(false);
          void refetch();
          put(String(made));
        }}
      />
    );
  return (
    <Dialog title="В выпуск" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          put(release);
        }}
      >
        {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {error || data ? null : <Skeleton rows={1} />}
        {open.length > 0 ? (
          <Field label="Выпуск" hint="Всё, что в нём лежит, опубликуется вместе">
            {(given) => (
              <select
                {...given}
                value={release}
                onChange={({ target }) => {
                  setChosen(target.value);
                  add.reset();
                }}
              >
                {open.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ) : null}
        {data && open.length === 0 ? <p>Выпусков, которые готовятся, нет. Заведите первый.</p> : null}
        <HeldRule
          error={add.error}
          words="Всё равно положить"
          isBusy={add.isBusy}
          onAccept={() => put(release, true)}
        />
        <Problem words={isHeld(add.error) ? null : add.problem} />
        <div className="form-actions">
          <Button onClick={() => setNew(true)}>Новый выпуск</Button>
          <Button kind="primary" type="submit" isBusy={add.isBusy} disabled={open.length === 0}>
            Положить
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
