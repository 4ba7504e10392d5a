import { useCan } from '../session/session.ts';
import type { ArticleRecord } from './content-types.ts';
import { PublicationActions, type Taking } from './publication-actions.tsx';

const recall: Taking = { verb: 'recall', label: 'Отменить публикацию' };

const withdraw: Taking = {
  verb: 'withdraw',
  label: 'Снять с сайта',
  question: {
    title: 'Снять статью с сайта',
    words: 'Её страницы не станет. Опубликовать статью можно будет снова.',
    action: 'Снять',
  },
};

/** What may be done with an article in its state. */
export function ArticleActions({ article, isSaved }: { article: ArticleRecord; isSaved: boolean }) {
  const { id, title, state } = article;
  return (
    <PublicationActions
      name={title}
      path={`/api/admin/articles/${id}`}
      listPath="/content/blog"
      release={{ kind: 'articles', id: String(id) }}
      isDraft={state === 'draft'}
      isSaved={isSaved}
      mayPublish={useCan('content.publish')}
      publishLabel={state === 'shown' ? null : state === 'coming' ? 'Сменить срок' : 'Опубликовать'}
      takings={state === 'coming' ? [recall] : state === 'shown' ? [withdraw] : []}
    />
  );
}
