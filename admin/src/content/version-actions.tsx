import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { useMayWriteIn } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useGot } from '../parts/got.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useCan } from '../session/session.ts';
import type { PageRecord, VersionRecord } from './content-types.ts';
import { NewVersionDialog } from './new-version-dialog.tsx';
import { PublicationActions, type Taking } from './publication-actions.tsx';

type Props = {
  version: VersionRecord;
  doubts: number;
  /** Nothing is typed that the shop does not have yet. */
  isSaved: boolean;
};

const recall: Taking = { verb: 'recall', label: 'Отменить публикацию' };

const end: Taking = {
  verb: 'end',
  label: 'Снять',
  question: {
    title: 'Снять редакцию',
    words:
      'На сайте снова будет прежняя редакция, а если её нет, страницы не станет. Вернуть эту редакцию нельзя: только создать новую на её основе.',
    action: 'Снять',
  },
};

/** What may be done with a version in its state, by whoever may do it. */
export function VersionActions({ version, doubts, isSaved }: Props) {
  const { id, slug, title, state, is_legal: isLegal, department_id_1c: branch } = version;
  const isOwn = useMayWriteIn()(branch);
  const mayPublishLegal = useCan('legal.publish');
  const mayPublish = useCan('content.publish') && isOwn && (!isLegal || mayPublishLegal);
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <PublicationActions
        name={title}
        path={`/api/admin/page-versions/${id}`}
        listPath={`/content/pages/${slug}`}
        release={isLegal ? null : { kind: 'pages', id: String(id) }}
        isDraft={state === 'draft' && isOwn}
        isSaved={isSaved}
        mayPublish={mayPublish}
        publishLabel={state === 'draft' ? 'Опубликовать' : null}
        takings={state === 'coming' ? [recall] : state === 'shown' ? [end] : []}
        hasEnd
        notes={notesOf(isLegal, doubts)}
      />
      {state === 'draft' && isLegal && !mayPublish ? <span className="soft">Публикует владелец</span> : null}
      {state === 'draft' ? null : (
        <Button kind="primary" onClick={() => setCopied(true)}>
          Новая редакция
        </Button>
      )}
      {isCopied ? <CopyDialog version={version} onClose={() => setCopied(false)} /> : null}
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
