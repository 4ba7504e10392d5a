import { ExternalLink } from 'lucide-react';
import { useParams } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { RecordHistory } from '../journal/record-history.tsx';
import { useMayWriteIn } from '../parts/branch-choice.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useAutosave } from '../record/use-autosave.ts';
import { useRecord } from '../record/use-record.ts';
import { useCan } from '../session/session.ts';
import { ArticleActions } from './article-actions.tsx';
import { ArticleFields } from './article-fields.tsx';
import type { ArticleRecord } from './content-types.ts';
import { articleStates, articleWords } from './content-words.ts';
import type { ShopBlock } from './shop-block-forms.ts';
import { ShopBlocks } from './shop-blocks.tsx';

const tabs = [
  { key: 'text', label: 'Статья' },
  { key: 'history', label: 'История' },
] as const;

/** One article of the blog. A draft saves itself; one that readers see is saved by the button. */
export function ArticlePage() {
  const { id = '' } = useParams();
  return <ArticleOf key={id} id={id} />;
}

function ArticleOf({ id }: { id: string }) {
  const form = useRecord<ArticleRecord>(`/api/admin/articles/${id}`, pickFields);
  const mayWriteIn = useMayWriteIn();
  const mayPublish = useCan('content.publish');
  const tab = useTab(tabs);
  const { body: article, loadError, fields, set, errors, changed } = form;
  const isOwn = article ? mayWriteIn(article.department_id_1c) : false;
  const isShown = article?.state === 'shown';
  const isEditable = isOwn && (!isShown || mayPublish);
  useAutosave(form, isEditable && article?.state === 'draft');
  const crumbs = [{ label: 'Блог', to: '/content/blog' }];
  if (!article)
    return (
      <PageFrame title="Статья" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const { state, published_at: from } = article;
  return (
    <PageFrame
      title={article.title}
      crumbs={crumbs}
      beside={
        <>
          <Tag tone={articleStates[state].tone}>{articleStates[state].label}</Tag>
          {state === 'draft' ? null : <span className="soft">{formatDateTime(from)}</span>}
        </>
      }
      actions={
        <>
          <a className="btn" href={isShown ? article.url : article.preview_url} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden="true" />
            Как в магазине
          </a>
          {isOwn ? <ArticleActions article={article} isSaved={changed.length === 0} /> : null}
        </>
      }
    >
      <Tabs label="О статье" tabs={tabs} />
      {tab === 'history' ? (
        <RecordHistory resource="articles" id={id} />
      ) : (
        <form
          className="panel form-panel text-panel"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <fieldset className="branch-form" disabled={!isEditable}>
            <legend className="hidden-words">Статья</legend>
            <ArticleFields form={form} />
          </fieldset>
          <ShopBlocks
            blocks={(fields.blocks ?? []) as ShopBlock[]}
            errors={errors}
            isEditable={isEditable}
            onChange={(blocks) => set('blocks', blocks)}
          />
          {isShown && isEditable ? (
            <label className="check">
              <input
                type="checkbox"
                checked={fields.is_update === true}
                onChange={({ target }) => set('is_update', target.checked || undefined)}
              />
              Важная правка: показать читателям дату обновления
            </label>
          ) : null}
          {isEditable ? <SaveBar form={form} /> : <p className="soft">Эта статья вам только показана.</p>}
        </form>
      )}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={articleWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}

function pickFields(article: ArticleRecord) {
  const { slug, title, lead, topic, season, author, picture, blocks, department_id_1c } = article;
  return { slug, title, lead, topic, season, author, picture, blocks, department_id_1c };
}
