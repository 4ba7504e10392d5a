import type { ReactNode } from 'react';
import type { DraftedResource } from '../drafts/draft-address.ts';
import { DraftOf } from '../drafts/draft-of.tsx';
import { SaveAsDraft } from '../drafts/save-as-draft.tsx';
import { RecordHistory } from '../journal/record-history.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import type { RecordForm } from '../record/use-record.ts';
import type { FieldWords } from '../record/values.ts';
import { useCan } from '../session/session.ts';

type Props<Body> = {
  form: RecordForm<Body>;
  /** What it is while it is not read yet, and its name afterwards. */
  kind: string;
  title: (body: Body) => string;
  list: { label: string; to: string };
  /** As the journal names it; several when parts of the record are saved apart. */
  resource: string | readonly string[];
  id: string;
  words: FieldWords;
  /** What is typed may wait as a draft over the record. */
  drafted?: { resource: DraftedResource; path: string };
  beside?: (body: Body) => ReactNode;
  actions?: (body: Body) => ReactNode;
  /** Tabs between the fields and the history. */
  tabs?: { key: string; label: string; show: (body: Body) => ReactNode }[];
  children: (body: Body) => ReactNode;
};

/** One record of the assortment: its fields, what belongs to it, who changed what. */
export function RecordPage<Body>(props: Props<Body>) {
  const { form, kind, title, list, resource, id, words, drafted, beside, actions, tabs = [], children } = props;
  const canWrite = useCan('catalogue.write');
  const all = [{ key: 'main', label: 'Основное' }, ...tabs, { key: 'history', label: 'История' }];
  const tab = useTab(all);
  const { body } = form;
  if (!body)
    return (
      <PageFrame title={kind} crumbs={[list]}>
        <div className="panel">
          {form.loadError ? (
            <LoadFailure error={form.loadError} retry={form.reload} />
          ) : (
            <Skeleton rows={6} height={56} />
          )}
        </div>
      </PageFrame>
    );
  return (
    <PageFrame title={title(body)} crumbs={[list]} beside={beside?.(body)} actions={actions?.(body)}>
      {drafted ? <DraftOf form={form} {...drafted} words={words} isOn={canWrite} /> : null}
      <Tabs label={kind} tabs={all} />
      {tab === 'main' ? (
        <form
          className="panel form-panel"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <fieldset className="form" disabled={!canWrite}>
            <legend className="hidden-words">{title(body)}</legend>
            {children(body)}
          </fieldset>
          {canWrite ? (
            <SaveBar form={form} asDraft={drafted ? <SaveAsDraft form={form} path={drafted.path} /> : null} />
          ) : (
            <p className="soft">Править могут владелец и контент.</p>
          )}
        </form>
      ) : null}
      {tabs.find(({ key }) => key === tab)?.show(body)}
      {tab === 'history' ? (
        <RecordHistory resource={drafted ? [...[resource].flat(), `${drafted.resource}_drafts`] : resource} id={id} />
      ) : null}
      {form.clash ? <ClashDialog clash={form.clash} words={words} mine={form.fields} settle={form.settle} /> : null}
    </PageFrame>
  );
}
