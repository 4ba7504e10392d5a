import { ExternalLink } from 'lucide-react';
import { useParams } from 'react-router';
import { RecordHistory } from '../journal/record-history.tsx';
import { useMayWriteIn } from '../parts/branch-choice.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useRecord } from '../record/use-record.ts';
import { useCan } from '../session/session.ts';
import type { VacancyRecord } from './content-types.ts';
import { vacancyStates, vacancyWords } from './content-words.ts';
import { PublicationActions } from './publication-actions.tsx';
import { PostFields, PostTexts } from './vacancy-fields.tsx';

const tabs = [
  { key: 'post', label: 'Вакансия' },
  { key: 'history', label: 'История' },
] as const;

/** One post: what it says, whether it is offered. */
export function VacancyPage() {
  const { id = '' } = useParams();
  return <VacancyOf key={id} id={id} />;
}

function VacancyOf({ id }: { id: string }) {
  const form = useRecord<VacancyRecord>(`/api/admin/vacancies/${id}`, pickFields);
  const mayWriteIn = useMayWriteIn();
  const mayPublish = useCan('content.publish');
  const tab = useTab(tabs);
  const { body: post, loadError, fields, set, errors } = form;
  const crumbs = [{ label: 'Вакансии', to: '/content/vacancies' }];
  if (!post)
    return (
      <PageFrame title="Вакансия" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const isOwn = mayWriteIn(post.branch_id_1c);
  const isEditable = isOwn && (post.state !== 'shown' || mayPublish);
  return (
    <PageFrame
      title={post.title}
      crumbs={crumbs}
      beside={<Tag tone={vacancyStates[post.state].tone}>{vacancyStates[post.state].label}</Tag>}
      actions={
        <>
          {post.state === 'shown' || post.state === 'closed' ? (
            <a className="btn" href={post.url} target="_blank" rel="noreferrer">
              <ExternalLink size={16} aria-hidden="true" />В магазине
            </a>
          ) : null}
          {isOwn ? <PostActions post={post} isSaved={form.changed.length === 0} mayPublish={mayPublish} /> : null}
        </>
      }
    >
      <Tabs label="О вакансии" tabs={tabs} />
      {tab === 'history' ? (
        <RecordHistory resource="vacancies" id={id} />
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
            <legend className="hidden-words">Вакансия</legend>
            <PostFields fields={fields} errors={errors} set={set} />
          </fieldset>
          <PostTexts fields={fields} errors={errors} set={set} isEditable={isEditable} />
          {isEditable ? <SaveBar form={form} /> : <p className="soft">Эта вакансия вам только показана.</p>}
        </form>
      )}
      {form.clash ? <ClashDialog clash={form.clash} words={vacancyWords} mine={fields} settle={form.settle} /> : null}
    </PageFrame>
  );
}

type ActionsProps = { post: VacancyRecord; isSaved: boolean; mayPublish: boolean };

const takings = [
  {
    verb: 'recall',
    label: 'Снять с публикации',
    question: {
      title: 'Снять с публикации',
      words: 'Вакансия снова станет черновиком, её страницы на сайте не будет. Если место занято, лучше закройте её.',
      action: 'Снять',
    },
  },
  {
    verb: 'close',
    label: 'Закрыть вакансию',
    question: {
      title: 'Закрыть вакансию',
      words: 'Её страница останется и скажет, что место занято. Открыть вакансию можно будет снова.',
      action: 'Закрыть',
    },
  },
] as const;

const publishLabels = { draft: 'Опубликовать', coming: 'Сменить срок', closed: 'Открыть снова', shown: null };

function PostActions({ post: { id, title, state }, isSaved, mayPublish }: ActionsProps) {
  return (
    <PublicationActions
      name={title}
      path={`/api/admin/vacancies/${id}`}
      listPath="/content/vacancies"
      release={{ kind: 'vacancies', id: String(id) }}
      isDraft={state === 'draft'}
      isSaved={isSaved}
      mayPublish={mayPublish}
      publishLabel={publishLabels[state]}
      takings={state === 'shown' || state === 'coming' ? takings : []}
    />
  );
}

function pickFields(post: VacancyRecord) {
  const { title, department_id_1c, field, schedule, salary_from_kopecks, salary_to_kopecks } = post;
  const { is_salary_after_tax, duties, requirements, terms, valid_until } = post;
  return {
    title,
    department_id_1c,
    field,
    schedule,
    salary_from_kopecks,
    salary_to_kopecks,
    is_salary_after_tax,
    duties,
    requirements,
    terms,
    valid_until,
  };
}
