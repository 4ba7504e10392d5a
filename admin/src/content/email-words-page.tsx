import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import { DraftOf } from '../drafts/draft-of.tsx';
import { SaveAsDraft } from '../drafts/save-as-draft.tsx';
import { RecordHistory } from '../journal/record-history.tsx';
import { BranchField } from '../parts/branch-field.tsx';
import { Button } from '../parts/button.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { usePaused } from '../parts/use-paused.ts';
import { useVerb } from '../parts/use-verb.ts';
import { ClashDialog } from '../record/clash-dialog.tsx';
import type { Fields } from '../record/merge-fields.ts';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { RequestError, request } from '../request.ts';
import { useCan, useSession } from '../session/session.ts';
import type { EmailPreview, EmailTexts } from './content-types.ts';
import { emailWords } from './content-words.ts';
import { EmailWordsField } from './email-words-field.tsx';

const tabs = [
  { key: 'main', label: 'Слова' },
  { key: 'history', label: 'История' },
] as const;

const crumbs = [
  { label: 'Страницы и блоки', to: '/content' },
  { label: 'Образцы писем', to: '/content/samples' },
];

/** What the shop says in one kind of email, in one branch or in all. */
export function EmailWordsPage() {
  const { id = '' } = useParams();
  return <WordsOf key={id} id={id} />;
}

function WordsOf({ id }: { id: string }) {
  const path = `/api/admin/email-texts/${encodeURIComponent(id)}`;
  const form = useRecord<EmailTexts>(path, ({ fields }) => fields);
  const { body: record, loadError } = form;
  if (record) return <LoadedWords id={id} path={path} record={record} form={form} />;
  return (
    <PageFrame title="Слова письма" crumbs={crumbs}>
      <div className="panel">
        {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
      </div>
    </PageFrame>
  );
}

type LoadedProps = { id: string; path: string; record: EmailTexts; form: RecordForm<EmailTexts> };

function LoadedWords({ id, path, record, form }: LoadedProps) {
  const tab = useTab(tabs);
  const preview = usePreview(path, form.fields);
  const mayWrite = useMayWrite(record);
  return (
    <PageFrame
      title={record.name}
      crumbs={crumbs}
      beside={
        <Tag tone={record.is_written ? 'good' : 'plain'}>{record.is_written ? 'свои слова' : 'без своих слов'}</Tag>
      }
    >
      <DraftOf form={form} path={path} resource="email_texts" words={emailWords} isOn={mayWrite} />
      <Tabs label="О письме" tabs={tabs} />
      {tab === 'history' ? <RecordHistory resource={['email_texts', 'email_texts_drafts']} id={id} /> : null}
      {tab === 'main' ? (
        <div className="words-columns">
          <WordsForm path={path} record={record} form={form} problems={preview.data?.problems ?? []} />
          <PreviewPanel
            path={path}
            fields={form.fields}
            seen={preview.data}
            error={preview.error}
            retry={() => void preview.refetch()}
            isStale={preview.isFetching}
          />
        </div>
      ) : null}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={emailWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}

/** What is common to all branches is changed by whoever works in all of them. */
function useMayWrite({ department_id_1c: branch }: EmailTexts): boolean {
  const { me } = useSession();
  return useCan('content.publish') && (branch !== null || me.all_branches);
}

type FormProps = { path: string; record: EmailTexts; form: RecordForm<EmailTexts>; problems: EmailPreview['problems'] };

function WordsForm({ path, record, form, problems }: FormProps) {
  const isPublisher = useCan('content.publish');
  const mayWrite = useMayWrite(record);
  const navigate = useNavigate();
  const to = useAddress();
  const { kind, department_id_1c: branch } = record;
  return (
    <form
      className="panel words-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <BranchField
        label="Чьи слова"
        value={branch}
        onChange={(next) => void navigate(to(`/content/emails/${kind}~${next ?? ''}`))}
      />
      <p className="soft small">
        Суммы, сроки, ссылки, коды и юридические строки добавляет магазин: здесь их не меняют. Письма для входа и
        служебные пишет программа.
      </p>
      <fieldset className="words-fields" disabled={!mayWrite}>
        <legend className="hidden-words">{record.name}</legend>
        {record.parts.map((part) => (
          <EmailWordsField
            key={part.part}
            part={part}
            value={(form.fields[part.part] as string | null | undefined) ?? null}
            onChange={(text) => form.set(part.part, text)}
            error={form.errors[part.part]}
            problems={problems.filter((problem) => problem.part === part.part)}
          />
        ))}
      </fieldset>
      {mayWrite ? (
        <SaveBar form={form as RecordForm<unknown>} asDraft={<SaveAsDraft form={form} path={path} />} />
      ) : (
        <p className="soft">
          {isPublisher
            ? 'Общее для всех филиалов меняет тот, кто работает во всех. Выберите свой филиал.'
            : 'Слова писем меняют владелец, контент и маркетинг.'}
        </p>
      )}
    </form>
  );
}

type PreviewProps = {
  path: string;
  fields: Fields;
  seen: EmailPreview | undefined;
  error: unknown;
  retry: () => void;
  isStale: boolean;
};

/** The sample with the words as they are typed, and a press that brings it to one's own mailbox. */
function PreviewPanel({ path, fields, seen, error, retry, isStale }: PreviewProps) {
  const send = useVerb<{ to: string }>(() => {});
  const maySend = useCan('content.publish');
  return (
    <section className="panel sample" aria-label="Как письмо прочтут">
      <div className="panel-head">
        <h2>{seen?.subject ?? 'Как письмо прочтут'}</h2>
        {maySend ? (
          <div className="panel-actions">
            <Button
              icon={<Send size={14} aria-hidden="true" />}
              isBusy={send.isBusy}
              onClick={() => send.run(`${path}/send`, fields)}
            >
              Отправить себе
            </Button>
          </div>
        ) : null}
      </div>
      <Problem words={Object.values(send.fields)[0] ?? send.problem} />
      {send.answer ? (
        <p className="note note-good" role="status">
          {`Отправлено на ${send.answer.to}`}
        </p>
      ) : null}
      {error && !seen ? <LoadFailure error={error} retry={retry} /> : null}
      {!error && !seen ? <Skeleton rows={8} /> : null}
      {seen ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <pre className={`email${isStale ? ' stale' : ''}`} tabIndex={0} aria-label="Письмо словами" aria-busy={isStale}>
          {seen.text}
        </pre>
      ) : null}
    </section>
  );
}

const pauseMs = 300;

/** The words as they are typed, in the sample, with what is wrong. */
function usePreview(path: string, fields: Fields) {
  const asked = usePaused(JSON.stringify(fields), pauseMs);
  return useQuery({
    queryKey: ['email-preview', path, asked],
    queryFn: async ({ signal }) =>
      (await request<EmailPreview>(`${path}/preview`, { method: 'POST', body: JSON.parse(asked), signal })).body,
    placeholderData: (before) => before,
    // What is too long to be tried is said at its field when it is saved.
    retry: (count, error) => !(error instanceof RequestError && error.status === 422) && count < 2,
  });
}
