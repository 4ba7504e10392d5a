import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { RecordHistory } from '../journal/record-history.tsx';
import { useMayWriteIn } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { ClashDialog } from '../record/clash-dialog.tsx';
import type { Fields } from '../record/merge-fields.ts';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useNewRecord } from '../record/use-new-record.ts';
import { useRecord } from '../record/use-record.ts';
import type { FieldWords } from '../record/values.ts';
import { DraftActions } from '../releases/draft-actions.tsx';
import type { FormPart } from './coupon-fields.tsx';
import { type BannerRow, datedStateTones, datedStateWords } from './dated-words.ts';
import { CreateBar } from './new-coupon-page.tsx';

type Dated = Pick<BannerRow, 'id' | 'state' | 'starts_at'> & { department_id_1c?: string | null; fields: object };

/** What the drafts of a resource are called in a release. */
const draftKinds = { banners: 'slides', wobblers: 'wobblers', 'credit-programs': 'credit' } as const;

type Common = {
  /** As the calls name it. */
  resource: keyof typeof draftKinds;
  /** Address of the list. */
  path: string;
  /** Of the list. */
  title: string;
  render: (form: FormPart) => ReactNode;
};
type RecordProps<Any> = Common & { nameOf: (record: Any) => string; words: FieldWords };

const tabs = [
  { key: 'main', label: 'Показ' },
  { key: 'history', label: 'История' },
] as const;

/** The page of a slide, a wobbler, a bank's terms: what it says, how it looks, what was changed. */
export function DatedRecord<Any extends Dated>(props: RecordProps<Any>) {
  const { id = '' } = useParams();
  return <RecordOf key={id} id={id} {...props} />;
}

function RecordOf<Any extends Dated>({
  id,
  resource,
  path,
  title,
  nameOf,
  words,
  render,
}: RecordProps<Any> & { id: string }) {
  const form = useRecord<Any>(`/api/admin/${resource}/${id}`, ({ fields }) => fields);
  const tab = useTab(tabs);
  const mayChange = useMayWriteIn();
  const { body: record, loadError } = form;
  const crumbs = [{ label: title, to: path }];
  if (!record)
    return (
      <PageFrame title={title} crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const isOwn = mayChange(record.department_id_1c ?? null);
  const isShown = record.state === 'running' || record.state === 'waiting';
  return (
    <PageFrame
      title={nameOf(record)}
      crumbs={crumbs}
      beside={<Tag tone={datedStateTones[record.state]}>{datedStateWords[record.state]}</Tag>}
      actions={
        <>
          {isOwn && isShown ? <EndButton path={`/api/admin/${resource}/${id}/end`} /> : null}
          {isOwn && record.state !== 'ended' ? (
            <DraftActions
              kind={draftKinds[resource]}
              id={id}
              path={`/api/admin/${resource}/${id}`}
              isDraft={record.state === 'draft'}
              startsAt={record.starts_at}
              isSaved={form.changed.length === 0}
            />
          ) : null}
        </>
      }
    >
      <Tabs label="О записи" tabs={tabs} />
      {tab === 'main' ? (
        <form
          className="panel form-panel promo-wide"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <fieldset className="promo-set" disabled={!isOwn}>
            <legend className="hidden-words">{nameOf(record)}</legend>
            {render(form)}
          </fieldset>
          {isOwn ? (
            <SaveBar form={form} />
          ) : (
            <p className="soft">Общее для всех филиалов меняют сотрудники, которые работают во всех.</p>
          )}
        </form>
      ) : null}
      {tab === 'history' ? <RecordHistory resource={resource} id={id} /> : null}
      {form.clash ? <ClashDialog clash={form.clash} words={words} mine={form.fields} settle={form.settle} /> : null}
    </PageFrame>
  );
}

/** Takes what is shown from the shop's pages at once; the page of the record reads it again. */
function EndButton({ path }: { path: string }) {
  const queries = useQueryClient();
  const end = useVerb(() => void queries.invalidateQueries());
  return (
    <>
      <Problem words={end.problem} />
      <Button kind="danger" isBusy={end.isBusy} onClick={() => end.run(path)}>
        Снять с показа
      </Button>
    </>
  );
}

type NewProps = Common & { name: string; create: string; initial: Fields };

/** A new one, a draft until the tick is taken away. */
export function NewDated({ resource, path, title, name, create, initial, render }: NewProps) {
  const navigate = useNavigate();
  const to = useAddress();
  const form = useNewRecord<{ id: number }>(
    `/api/admin/${resource}`,
    initial,
    ({ id }) => void navigate(to(`${path}/${id}`)),
  );
  return (
    <PageFrame title={name} crumbs={[{ label: title, to: path }]}>
      <form
        className="panel form-panel promo-wide"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.create();
        }}
      >
        {render(form)}
        <CreateBar form={form} label={create} />
      </form>
    </PageFrame>
  );
}
