import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { RecordHistory } from '../journal/record-history.tsx';
import { useBranchName, useMayWriteIn } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useAutosave } from '../record/use-autosave.ts';
import { useRecord } from '../record/use-record.ts';
import { useCan } from '../session/session.ts';
import type { LandingText } from './content-types.ts';
import { landingTextWords } from './content-words.ts';
import { LandingEditor } from './landing-editor.tsx';
import { RemoveDraft } from './publication-actions.tsx';

const tabs = [
  { key: 'text', label: 'Текст' },
  { key: 'history', label: 'История' },
] as const;

/** One text of a landing page: a draft is written here, what was published is read. */
export function LandingTextPage() {
  const { id = '' } = useParams();
  return <TextOf key={id} id={id} />;
}

function TextOf({ id }: { id: string }) {
  const form = useRecord<LandingText>(`/api/admin/landing-texts/${id}`, ({ title, description, blocks }) => ({
    title,
    description,
    blocks,
  }));
  const [isAsked, setAsked] = useState(false);
  const mayWriteIn = useMayWriteIn();
  const mayPublish = useCan('content.publish');
  const queries = useQueryClient();
  const publish = useVerb(() => void queries.invalidateQueries());
  const nameOf = useBranchName();
  const tab = useTab(tabs);
  const { body: text, loadError } = form;
  const isDraft = text?.published_at === null;
  const isEditable = isDraft && mayWriteIn(text.department_id_1c);
  useAutosave(form, isEditable);
  const crumbs = [{ label: 'Посадочные', to: '/content/landings' }];
  if (!text)
    return (
      <PageFrame title="Текст посадочной" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const { version, variant, landing_id: landing, landing_name: name, is_shown: isShown } = text;
  crumbs.push({ label: name, to: `/content/landings/${landing}` });
  return (
    <PageFrame
      title={text.title}
      crumbs={crumbs}
      beside={
        <>
          <Tag tone={isDraft ? 'warn' : isShown ? 'good' : 'plain'}>
            {isDraft ? 'Черновик' : isShown ? 'Действует' : 'Заменена новой'}
          </Tag>
          <span className="soft">
            {`правка ${version}, вариант ${variant.toUpperCase()}, ${nameOf(text.department_id_1c)}`}
          </span>
        </>
      }
      actions={
        <>
          <a className="btn" href={text.preview_url} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden="true" />
            Последняя правка в магазине
          </a>
          {isEditable ? <Button onClick={() => setAsked(true)}>Удалить черновик</Button> : null}
          {isEditable && mayPublish ? (
            <Button
              kind="primary"
              isBusy={publish.isBusy}
              disabled={form.changed.length > 0}
              onClick={() => publish.run(`/api/admin/landing-texts/${id}/publish`)}
            >
              Опубликовать
            </Button>
          ) : null}
        </>
      }
    >
      <Problem words={publish.problem} />
      <Tabs label="О тексте" tabs={tabs} />
      {tab === 'history' ? (
        <RecordHistory resource="landing_texts" id={id} />
      ) : (
        <LandingEditor form={form} text={text} isEditable={isEditable} />
      )}
      {isAsked ? (
        <RemoveDraft
          path={`/api/admin/landing-texts/${id}`}
          listPath={`/content/landings/${landing}`}
          onClose={() => setAsked(false)}
        />
      ) : null}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={landingTextWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}
