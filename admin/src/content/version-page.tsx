import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { countOf } from '#shared/plurals.ts';
import { TextEditor } from '../editor/text-editor.tsx';
import { RecordHistory } from '../journal/record-history.tsx';
import { useBranchName, useMayWriteIn } from '../parts/branch-choice.tsx';
import { LineField } from '../parts/line-field.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useAutosave } from '../record/use-autosave.ts';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { CompareVersions } from './compare-versions.tsx';
import type { VersionRecord } from './content-types.ts';
import { pageStates, pageWords } from './content-words.ts';
import { VersionActions } from './version-actions.tsx';

const tabs = [
  { key: 'text', label: 'Текст' },
  { key: 'compare', label: 'Сравнение' },
  { key: 'history', label: 'История' },
] as const;

/** One version of a written page: a draft is written here, what was published is read. */
export function VersionPage() {
  const { id = '' } = useParams();
  return <VersionOf key={id} id={id} />;
}

function VersionOf({ id }: { id: string }) {
  const form = useRecord<VersionRecord>(`/api/admin/page-versions/${id}`, ({ title, html }) => ({ title, html }));
  const [doubts, setDoubts] = useState(0);
  const mayWriteIn = useMayWriteIn();
  const nameOf = useBranchName();
  const tab = useTab(tabs);
  const { body: version, loadError, changed } = form;
  const isEditable = version?.state === 'draft' && mayWriteIn(version.department_id_1c);
  useAutosave(form, isEditable);
  const crumbs = [{ label: 'Страницы', to: '/content' }];
  if (!version)
    return (
      <PageFrame title="Редакция" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const { slug, state, published_at: from, ends_at: to, consents } = version;
  crumbs.push({ label: version.url, to: `/content/pages/${slug}` });
  return (
    <PageFrame
      title={version.title}
      crumbs={crumbs}
      beside={
        <>
          <Tag tone={pageStates[state].tone}>{pageStates[state].label}</Tag>
          <span className="soft">{`редакция ${version.version}, ${nameOf(version.department_id_1c)}`}</span>
        </>
      }
      actions={
        <>
          <a className="btn" href={version.preview_url} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden="true" />
            Как в магазине
          </a>
          <VersionActions version={version} doubts={doubts} isSaved={changed.length === 0} />
        </>
      }
    >
      <Tabs label="О редакции" tabs={tabs} />
      {consents > 0 || from ? (
        <p className="note">
          {[
            from && `Действует с ${formatDateTime(from)}${to ? ` до ${formatDateTime(to)}` : ''}.`,
            consents > 0 && `На этом тексте держится ${countOf(consents, 'согласие', 'согласия', 'согласий')}.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      ) : null}
      {tab === 'text' ? <TextForm form={form} isEditable={isEditable} onDoubts={setDoubts} /> : null}
      {tab === 'compare' ? <CompareVersions version={version} /> : null}
      {tab === 'history' ? <RecordHistory resource="page_versions" id={id} /> : null}
      {form.clash ? <ClashDialog clash={form.clash} words={pageWords} mine={form.fields} settle={form.settle} /> : null}
    </PageFrame>
  );
}

type FormProps = { form: RecordForm<VersionRecord>; isEditable: boolean; onDoubts: (count: number) => void };

function TextForm({ form, isEditable, onDoubts }: FormProps) {
  const { fields, set, errors } = form;
  return (
    <form
      className="panel form-panel text-panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <LineField
        label="Заголовок"
        error={errors.title}
        value={String(fields.title ?? '')}
        maxLength={160}
        disabled={!isEditable}
        onChange={(text) => set('title', text)}
      />
      <TextEditor
        label="Текст"
        value={String(fields.html ?? '')}
        onChange={(html) => set('html', html)}
        isEditable={isEditable}
        problem={errors.html}
        onDoubts={onDoubts}
      />
      {isEditable ? (
        <SaveBar form={form} />
      ) : (
        <p className="soft">Опубликованный текст не меняют: создайте новую редакцию на его основе.</p>
      )}
    </form>
  );
}
