import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { useMayWriteIn } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useGot } from '../parts/got.ts';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { IntoRelease } from '../releases/into-release.tsx';
import { useCan } from '../session/session.ts';
import type { PageRecord, VersionRecord } from './content-types.ts';
import { NewVersionDialog } from './new-version-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';

type Props = {
  version: VersionRecord;
  doubts: number;
  /** Nothing is typed that the shop does not have yet. */
  isSaved: boolean;
  onDone: () => void;
  onRemoved: () => void;
};

/** What may be done with a version in its state, by whoever may do it. */
export function VersionActions({ version, doubts, isSaved, onDone, onRemoved }: Props) {
  const { id, state, is_legal: isLegal, department_id_1c: branch } = version;
  const isOwn = useMayWriteIn()(branch);
  const mayPublishLegal = useCan('legal.publish');
  const mayPublish = useCan('content.publish') && isOwn && (!isLegal || mayPublishLegal);
  const [asked, setAsked] = useState<'publish' | 'end' | 'remove' | 'copy' | null>(null);
  const recall = useVerb(onDone);
  const base = `/api/admin/page-versions/${id}`;
  const close = () => setAsked(null);
  return (
    <>
      {state === 'draft' && isOwn ? <Button onClick={() => setAsked('remove')}>Удалить черновик</Button> : null}
      {state === 'draft' && mayPublish && !isLegal ? <IntoRelease kind="pages" id={String(id)} /> : null}
      {state === 'draft' && mayPublish ? (
        <Button kind="primary" disabled={!isSaved} onClick={() => setAsked('publish')}>
          Опубликовать
        </Button>
      ) : null}
      {state === 'draft' && isLegal && !mayPublish ? <span className="soft">Публикует владелец</span> : null}
      {state === 'coming' && mayPublish ? (
        <Button isBusy={recall.isBusy} onClick={() => recall.run(`${base}/recall`)}>
          Отменить публикацию
        </Button>
      ) : null}
      <Problem words={recall.problem} />
      {state === 'shown' && mayPublish ? <Button onClick={() => setAsked('end')}>Снять</Button> : null}
      {state === 'draft' ? null : (
        <Button kind="primary" onClick={() => setAsked('copy')}>
          Новая редакция
        </Button>
      )}
      {asked === 'publish' ? (
        <PublishDialog
          title={`Публикация: ${version.title}`}
          path={`${base}/publish`}
          hasEnd
          notes={notesOf(isLegal, doubts)}
          onClose={close}
          onDone={onDone}
        />
      ) : null}
      {asked === 'end' ? (
        <ConfirmDialog
          title="Снять редакцию"
          words="На сайте снова будет прежняя редакция, а если её нет, страницы не станет. Вернуть эту редакцию нельзя: только создать новую на её основе."
          action="Снять"
          run={(verb) => verb.run(`${base}/end`)}
          onClose={close}
          onDone={onDone}
        />
      ) : null}
      {asked === 'remove' ? (
        <ConfirmDialog
          title="Удалить черновик"
          words="Его никто не видел, и вернуть его будет нельзя."
          action="Удалить"
          run={(verb) => verb.run(base, undefined, 'DELETE')}
          onClose={close}
          onDone={onRemoved}
        />
      ) : null}
      {asked === 'copy' ? <CopyDialog version={version} onClose={close} /> : null}
    </>
  );
}

function notesOf(isLegal: boolean, doubts: number): string[] {
  return [
    ...(isLegal ? ['После публикации этот текст не изменить: с ним будут соглашаться покупатели.'] : []),
    ...(doubts > 0 ? [`К тексту есть ${countOf(doubts, 'замечание', 'замечания', 'замечаний')}.`] : []),
  ];
}

function CopyDialog({ version, onClose }: { version: VersionRecord; onClose: () => void }) {
  const { data: page, error, refetch } = useGot<PageRecord>(`/api/admin/pages/${version.slug}`);
  if (page) return <NewVersionDialog page={page} from={version.id} onClose={onClose} />;
  return (
    <Dialog title="Новая редакция" onClose={onClose}>
      {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={4} />}
    </Dialog>
  );
}

type ConfirmProps = {
  title: string;
  words: string;
  action: string;
  run: (verb: ReturnType<typeof useVerb>) => void;
  onClose: () => void;
  onDone: () => void;
};

/** A question before what cannot be taken back. */
export function ConfirmDialog({ title, words, action, run, onClose, onDone }: ConfirmProps) {
  const verb = useVerb(() => {
    onClose();
    onDone();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="form">
        <p>{words}</p>
        <Problem words={verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Оставить</Button>
          <Button kind="danger" isBusy={verb.isBusy} onClick={() => run(verb)}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
