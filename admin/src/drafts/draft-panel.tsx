import '../styles/drafts.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { ClashDialog } from '../record/clash-dialog.tsx';
import type { Fields } from '../record/merge-fields.ts';
import type { FieldWords } from '../record/values.ts';
import { IntoRelease } from '../releases/into-release.tsx';
import type { DraftedResource } from './draft-address.ts';
import { draftRows } from './draft-rows.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { draftPath, useDraftRefresh, useWaitingDraft, type WaitingDraft } from './waiting-draft.ts';

type Props = {
  /** Of the record among the calls. */
  path: string;
  resource: DraftedResource;
  words: FieldWords;
  /** The fields as they stand on the site. */
  current: Fields;
  /** The person may change the record. */
  isOn: boolean;
  /** Takes the fields of the draft into the form. */
  onEdit: (fields: Fields) => void;
  /** The record is read again: the draft stands in it now. */
  onPublished: () => void;
};

/** The draft that waits over a record: its fields beside those of today, and what may be done with it. */
export function DraftPanel(props: Props) {
  const { path, isOn } = props;
  const { draft, error, refetch } = useWaitingDraft(path, isOn);
  if (error && !draft) return <LoadFailure error={error} retry={() => void refetch()} />;
  return draft ? <Waiting key={draft.id} {...props} draft={draft} /> : null;
}

function Waiting({ draft, ...props }: Props & { draft: WaitingDraft }) {
  const { words, current } = props;
  const rows = draftRows(draft, current, words);
  return (
    <section className="panel draft-panel" aria-labelledby="draft">
      <div className="draft-head">
        <h2 id="draft">{`Ждёт черновик: ${countOf(Object.keys(draft.patch).length, 'поле', 'поля', 'полей')}`}</h2>
        <p className="soft">{`${draft.author}, ${formatDateTime(draft.changed_at)}. ${whenWords(draft)}`}</p>
      </div>
      {draft.failure ? (
        <p className="note note-bad" role="alert">
          {`Не опубликован. ${draft.failure}. Исправьте и опубликуйте кнопкой или назначьте новое время.`}
        </p>
      ) : null}
      <table className="draft-table">
        <thead>
          <tr>
            <th scope="col">Поле</th>
            <th scope="col">Сейчас на сайте</th>
            <th scope="col">В черновике</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, now, drafted, isClash }) => (
            <tr key={key}>
              <th scope="row">
                {label}
                {isClash ? <Tag tone="warn">изменили с тех пор</Tag> : null}
              </th>
              <td>{now}</td>
              <td>{drafted}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <DraftVerbs draft={draft} {...props} />
    </section>
  );
}

function whenWords({ publish_at: at, release }: WaitingDraft): string {
  if (release) return `Выйдет с выпуском «${release.name}»`;
  return at ? `Публикация ${formatDateTime(at)}` : 'Время публикации не назначено';
}

function DraftVerbs({ draft, path, resource, words, current, onEdit, onPublished }: Props & { draft: WaitingDraft }) {
  const [asked, setAsked] = useState<'plan' | 'discard' | 'clash' | null>(null);
  const queries = useQueryClient();
  const refresh = useDraftRefresh();
  const base = draftPath(path);
  const close = () => {
    setAsked(null);
    // What a dialog refused may be another person's doing.
    void queries.invalidateQueries({ queryKey: ['got', base] });
  };
  const publish = useVerb(() => {
    refresh();
    onPublished();
  });
  const settle = useVerb(refresh);
  const refused = publish.error ?? settle.error;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal alone asks how it stands now
  useEffect(() => {
    if (!refused) return;
    void queries.invalidateQueries({ queryKey: ['got', base] });
    onPublished();
  }, [refused]);
  const { version, clashes } = draft;
  return (
    <>
      <Problem words={publish.problem ?? settle.problem} />
      <div className="draft-actions">
        <Button onClick={() => setAsked('discard')}>Отменить черновик</Button>
        <Button onClick={() => onEdit(draft.patch)}>Править</Button>
        {draft.release ? null : (
          <Button onClick={() => setAsked('plan')}>{draft.publish_at ? 'Изменить время' : 'Назначить время'}</Button>
        )}
        {draft.publish_at ? null : <IntoRelease kind={resource} id={String(draft.id)} />}
        {clashes.length > 0 ? (
          <Button kind="primary" isBusy={settle.isBusy} onClick={() => setAsked('clash')}>
            Разобрать, что изменили
          </Button>
        ) : (
          <Button kind="primary" isBusy={publish.isBusy} onClick={() => publish.run(`${base}/publish`, { version })}>
            Опубликовать сейчас
          </Button>
        )}
      </div>
      {asked === 'plan' ? <PlanDialog path={base} draft={draft} onClose={close} onDone={refresh} /> : null}
      {asked === 'discard' ? (
        <ConfirmDialog
          title="Отменить черновик"
          words="Набранное в черновике пропадёт, на сайте всё останется как сейчас."
          action="Отменить черновик"
          run={(verb) => verb.run(`${base}/discard`, { version })}
          onClose={close}
          onDone={refresh}
        />
      ) : null}
      {asked === 'clash' ? (
        <ClashDialog
          clash={{
            names: [...clashes],
            base: draft.base,
            theirs: current,
            who: draft.changed_by,
            at: draft.record_changed_at,
          }}
          words={words}
          mine={draft.patch}
          settle={(isMine) => {
            close();
            settle.run(`${base}/settle`, { version, mine: clashes.filter((name) => isMine[name]) });
          }}
        />
      ) : null}
    </>
  );
}
