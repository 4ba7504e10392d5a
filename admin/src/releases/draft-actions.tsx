import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { RequestError, request } from '../request.ts';
import { IntoRelease } from './into-release.tsx';
import type { PartKind } from './release-words.ts';

type Props = {
  kind: PartKind;
  id: string | number;
  /** Of the record among the calls. */
  path: string;
  isDraft: boolean;
  startsAt: string | null;
  /** Nothing is typed that the shop does not have yet. */
  isSaved: boolean;
};

/** Publishing a draft now or at a time, putting it into a release; making what is published a draft again. */
export function DraftActions({ kind, id, path, isDraft, startsAt, isSaved }: Props) {
  const [isAsked, setAsked] = useState(false);
  const change = useChange(path, () => setAsked(false));
  if (!isDraft)
    return (
      <>
        <Problem words={change.problem} />
        <Button isBusy={change.isBusy} disabled={!isSaved} onClick={() => change.run({ is_draft: true })}>
          Снять с публикации
        </Button>
      </>
    );
  return (
    <>
      <IntoRelease kind={kind} id={String(id)} />
      <Button
        kind="primary"
        disabled={!isSaved}
        title={isSaved ? undefined : 'Сначала сохраните изменения'}
        onClick={() => setAsked(true)}
      >
        Опубликовать
      </Button>
      {isAsked ? <WhenDialog startsAt={startsAt} change={change} onClose={() => setAsked(false)} /> : null}
    </>
  );
}

type Change = ReturnType<typeof useChange>;
type WhenProps = { startsAt: string | null; change: Change; onClose: () => void };

/** Now or at a time; what has a beginning to come keeps it unless another one is chosen. */
function WhenDialog({ startsAt, change, onClose }: WhenProps) {
  const isToCome = startsAt !== null && Date.parse(startsAt) > Date.now();
  const [isLater, setLater] = useState(isToCome);
  const [at, setAt] = useState(isToCome ? startsAt : null);
  const now = { is_draft: false, ...(isToCome && { starts_at: new Date().toISOString() }) };
  return (
    <Dialog title="Публикация" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          change.run(isLater ? { is_draft: false, ...(at !== startsAt && { starts_at: at }) } : now);
        }}
      >
        <fieldset className="checks">
          <legend>Когда увидят покупатели</legend>
          <label className="check">
            <input type="radio" name="when" checked={!isLater} onChange={() => setLater(false)} />
            Сейчас
          </label>
          <label className="check">
            <input type="radio" name="when" checked={isLater} onChange={() => setLater(true)} />К сроку
          </label>
        </fieldset>
        {isLater ? (
          <MomentField
            label="День и время"
            hint="По московским часам"
            value={at}
            onChange={setAt}
            error={change.fields.starts_at ?? change.fields.ends_at}
          />
        ) : null}
        <Problem words={change.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={change.isBusy} disabled={isLater && at === null}>
            {isLater ? 'Назначить' : 'Опубликовать'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Sets fields of a record in the version in which it stands now; the form beside reads it again. */
function useChange(path: string, onDone: () => void) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (body: object) => {
      const { headers } = await request(path);
      await request(path, { method: 'PATCH', body, headers: { 'If-Match': headers.get('ETag') ?? '' } });
    },
    onSuccess: () => {
      onDone();
      void queries.invalidateQueries();
    },
  });
  const { error } = mutation;
  const fields = error instanceof RequestError ? error.fields : {};
  const [field] = Object.values(fields);
  return {
    isBusy: mutation.isPending,
    fields,
    problem: field ?? (error instanceof RequestError ? error.message : error ? 'Не получилось. Повторите' : null),
    run: (body: object) => mutation.mutate(body),
  };
}
