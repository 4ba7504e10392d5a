import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../parts/button.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { IntoRelease } from '../releases/into-release.tsx';
import { useCan } from '../session/session.ts';
import type { ArticleRecord } from './content-types.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { ConfirmDialog } from './version-actions.tsx';

type Props = { article: ArticleRecord; isSaved: boolean; onDone: () => void };

/** What may be done with an article in its state. */
export function ArticleActions({ article, isSaved, onDone }: Props) {
  const [asked, setAsked] = useState<'publish' | 'withdraw' | 'remove' | null>(null);
  const mayPublish = useCan('content.publish');
  const navigate = useNavigate();
  const withBranch = useAddress();
  const recall = useVerb(onDone);
  const base = `/api/admin/articles/${article.id}`;
  const { state } = article;
  const close = () => setAsked(null);
  return (
    <>
      {state === 'draft' ? <Button onClick={() => setAsked('remove')}>Удалить черновик</Button> : null}
      {mayPublish && state === 'draft' ? <IntoRelease kind="articles" id={String(article.id)} /> : null}
      {mayPublish && state === 'coming' ? (
        <Button isBusy={recall.isBusy} onClick={() => recall.run(`${base}/recall`)}>
          Отменить публикацию
        </Button>
      ) : null}
      {mayPublish && state === 'shown' ? <Button onClick={() => setAsked('withdraw')}>Снять с сайта</Button> : null}
      {mayPublish && state !== 'shown' ? (
        <Button kind="primary" disabled={!isSaved} onClick={() => setAsked('publish')}>
          {state === 'coming' ? 'Сменить срок' : 'Опубликовать'}
        </Button>
      ) : null}
      <Problem words={recall.problem} />
      {asked === 'publish' ? (
        <PublishDialog
          title={`Публикация: ${article.title}`}
          path={`${base}/publish`}
          onClose={close}
          onDone={onDone}
        />
      ) : null}
      {asked === 'withdraw' ? (
        <ConfirmDialog
          title="Снять статью с сайта"
          words="Её страницы не станет. Опубликовать статью можно будет снова."
          action="Снять"
          run={(verb) => verb.run(`${base}/withdraw`)}
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
          onDone={() => void navigate(withBranch('/content/blog'))}
        />
      ) : null}
    </>
  );
}
