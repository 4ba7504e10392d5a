import { useNavigate, useParams } from 'react-router';
import { placeholdersOf, seoFieldsOf, seoFieldWords, seoKinds } from '#shared/seo-kinds.ts';
import { DraftOf } from '../drafts/draft-of.tsx';
import { SaveAsDraft } from '../drafts/save-as-draft.tsx';
import { RecordHistory } from '../journal/record-history.tsx';
import { useBranchName } from '../parts/branch-choice.tsx';
import { BranchField } from '../parts/branch-field.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useRecord } from '../record/use-record.ts';
import { useSession } from '../session/session.ts';
import { PreviewTable } from './preview-table.tsx';
import { placeId, type SeoRecord } from './seo-types.ts';
import { TextField } from './text-field.tsx';
import { usePreview } from './use-preview.ts';

const tabs = [
  { key: 'main', label: 'Тексты' },
  { key: 'history', label: 'История' },
] as const;

/** The texts of a page or of a kind of pages, in one branch or in all. */
export function TextPage() {
  const { id = '' } = useParams();
  return <TextOf key={id} id={id} />;
}

function TextOf({ id }: { id: string }) {
  const path = `/api/admin/seo-texts/${encodeURIComponent(id)}`;
  const form = useRecord<SeoRecord>(path, ({ fields }) => fields);
  const { me } = useSession();
  const navigate = useNavigate();
  const to = useAddress();
  const branchName = useBranchName();
  const tab = useTab(tabs);
  const { body: record, loadError } = form;
  const preview = usePreview(id, form.fields, record !== undefined);
  const crumbs = [{ label: 'SEO', to: '/seo' }];
  if (!record)
    return (
      <PageFrame title="Тексты страницы" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const { kind, key, department_id_1c: branch, is_written: isWritten } = record;
  const mayWrite = branch !== null || me.all_branches;
  const title = key === '' ? record.kind_words : `${record.kind_words}: ${record.name ?? key}`;
  return (
    <PageFrame
      title={title}
      crumbs={crumbs}
      beside={<Tag tone={isWritten ? 'good' : 'plain'}>{isWritten ? 'свой текст' : 'наследует'}</Tag>}
      actions={
        <span className="soft">{`${branchName(branch)}${record.sample ? `, на примере «${record.sample}»` : ''}`}</span>
      }
    >
      <DraftOf form={form} path={path} resource="seo_texts" words={seoFieldWords} isOn={mayWrite} />
      <Tabs label="О текстах" tabs={tabs} />
      {tab === 'history' ? <RecordHistory resource={['seo_texts', 'seo_texts_drafts']} id={id} /> : null}
      {tab === 'main' ? (
        <div className="seo-columns">
          <form
            className="panel seo-form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void form.save();
            }}
          >
            <div className="seo-place">
              <BranchField
                label="Чей текст"
                value={branch}
                onChange={(next) => void navigate(to(`/seo/texts/${placeId(kind, key, next)}`))}
              />
            </div>
            <fieldset className="seo-fields" disabled={!mayWrite}>
              <legend className="hidden-words">{title}</legend>
              {seoFieldsOf(kind).map((field) => (
                <TextField
                  key={field}
                  field={field}
                  value={String(form.fields[field] ?? '')}
                  onChange={(text) => form.set(field, text)}
                  inherited={record.inherited[field]}
                  placeholders={placeholdersOf(kind)}
                  error={form.errors[field]}
                  problems={(preview.data?.problems ?? []).filter((problem) => problem.field === field)}
                />
              ))}
            </fieldset>
            {mayWrite ? (
              <SaveBar form={form} asDraft={<SaveAsDraft form={form} path={path} />} />
            ) : (
              <p className="soft">Общее для всех филиалов меняет тот, кто работает во всех. Выберите свой филиал.</p>
            )}
          </form>
          <PreviewTable
            rows={preview.data?.rows}
            error={preview.error}
            retry={() => void preview.refetch()}
            isStale={preview.isFetching}
            about={seoKinds[kind].label}
          />
        </div>
      ) : null}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={seoFieldWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}
