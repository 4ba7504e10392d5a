import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { RecordHistory } from '../journal/record-history.tsx';
import { useMayWriteIn } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useRecord } from '../record/use-record.ts';
import { IntoRelease } from '../releases/into-release.tsx';
import { useCan } from '../session/session.ts';
import type { VacancyRecord } from './content-types.ts';
import { vacancyStates, vacancyWords } from './content-words.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { PostFields, PostTexts } from './vacancy-fields.tsx';
import { ConfirmDialog } from './version-actions.tsx';

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

function PostActions({ post: { id, title, state }, isSaved, mayPublish }: ActionsProps) {
  const [asked, setAsked] = useState<'publish' | 'close' | 'recall' | 'remove' | null>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const withBranch = useAddress();
  const base = `/api/admin/vacancies/${id}`;
  const close = () => setAsked(null);
  const refresh = () => void queries.invalidateQueries();
  return (
    <>
      {state === 'draft' ? <Button onClick={() => setAsked('remove')}>Удалить черновик</Button> : null}
      {mayPublish && (state === 'shown' || state === 'coming') ? (
        <>
          <Button onClick={() => setAsked('recall')}>Снять с публикации</Button>
          <Button onClick={() => setAsked('close')}>Закрыть вакансию</Button>
        </>
      ) : null}
      {mayPublish && state === 'draft' ? <IntoRelease kind="vacancies" id={String(id)} /> : null}
      {mayPublish && state !== 'shown' ? (
        <Button kind="primary" disabled={!isSaved} onClick={() => setAsked('publish')}>
          {state === 'coming' ? 'Сменить срок' : state === 'closed' ? 'Открыть снова' : 'Опубликовать'}
        </Button>
      ) : null}
      {asked === 'publish' ? (
        <PublishDialog title={`Публикация: ${title}`} path={`${base}/publish`} onClose={close} onDone={refresh} />
      ) : null}
      {asked === 'close' ? (
        <ConfirmDialog
          title="Закрыть вакансию"
          words="Её страница останется и скажет, что место занято. Открыть вакансию можно будет снова."
          action="Закрыть"
          run={(verb) => verb.run(`${base}/close`)}
          onClose={close}
          onDone={refresh}
        />
      ) : null}
      {asked === 'recall' ? (
        <ConfirmDialog
          title="Снять с публикации"
          words="Вакансия снова станет черновиком, её страницы на сайте не будет. Если место занято, лучше закройте её."
          action="Снять"
          run={(verb) => verb.run(`${base}/recall`)}
          onClose={close}
          onDone={refresh}
        />
      ) : null}
      {asked === 'remove' ? (
        <ConfirmDialog
          title="Удалить черновик"
          words="Его никто не видел, и вернуть его будет нельзя."
          action="Удалить"
          run={(verb) => verb.run(base, undefined, 'DELETE')}
          onClose={close}
          onDone={() => void navigate(withBranch('/content/vacancies'))}
        />
      ) : null}
    </>
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
