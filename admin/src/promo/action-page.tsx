import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import { countOf } from '#shared/plurals.ts';
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
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useRecord } from '../record/use-record.ts';
import { DraftActions } from '../releases/draft-actions.tsx';
import { ActionConditions } from './action-conditions.tsx';
import { ActionFields } from './action-fields.tsx';
import { ActionGoods } from './action-goods.tsx';
import { type Action, actionStateTones, actionStateWords, actionWords } from './action-types.ts';

const tabs = [
  { key: 'main', label: 'Акция' },
  { key: 'goods', label: 'Товары' },
  { key: 'history', label: 'История' },
] as const;

/** A promotion: what it says, its goods, what was changed. */
export function ActionPage() {
  const { id = '' } = useParams();
  return <ActionOf key={id} id={id} />;
}

function ActionOf({ id }: { id: string }) {
  const form = useRecord<Action>(`/api/admin/actions/${id}`, ({ fields }) => fields);
  const tab = useTab(tabs);
  const mayChange = useMayWriteIn();
  const { body: action, loadError } = form;
  const crumbs = [{ label: 'Акции', to: '/promo/actions' }];
  if (!action)
    return (
      <PageFrame title="Акция" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const isOwn = mayChange(action.department_id_1c);
  return (
    <PageFrame
      title={action.name}
      crumbs={crumbs}
      beside={
        <>
          <Tag tone={actionStateTones[action.state]}>{actionStateWords[action.state]}</Tag>
          <span className="soft">{countOf(action.goods, 'товар', 'товара', 'товаров')}</span>
        </>
      }
      actions={
        <>
          {action.state === 'draft' ? null : (
            <a className="btn" href={action.path} target="_blank" rel="noreferrer">
              <ExternalLink size={16} aria-hidden="true" /> Посмотреть
            </a>
          )}
          {isOwn && action.state !== 'ended' ? <EndButton action={action} /> : null}
          {isOwn && action.state !== 'ended' ? (
            <DraftActions
              kind="actions"
              id={action.id}
              path={`/api/admin/actions/${action.id}`}
              isDraft={action.state === 'draft'}
              startsAt={action.starts_at}
              isSaved={form.changed.length === 0}
            />
          ) : null}
        </>
      }
    >
      <Tabs label="Об акции" tabs={tabs} />
      {tab === 'main' ? (
        <form
          className="panel form-panel"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <fieldset className="promo-set" disabled={!isOwn}>
            <legend className="hidden-words">{action.name}</legend>
            <ActionFields form={form} />
          </fieldset>
          {isOwn ? (
            <SaveBar form={form} />
          ) : (
            <p className="soft">Общую акцию меняют сотрудники, которые работают во всех филиалах.</p>
          )}
        </form>
      ) : null}
      {tab === 'goods' ? (
        <>
          <form
            className="panel form-panel"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void form.save();
            }}
          >
            <fieldset className="promo-set" disabled={!isOwn}>
              <legend className="hidden-words">Товары акции по условиям</legend>
              <ActionConditions form={form} />
            </fieldset>
            {isOwn ? <SaveBar form={form} /> : null}
          </form>
          <ActionGoods id={action.id} isOwn={isOwn} />
        </>
      ) : null}
      {tab === 'history' ? <RecordHistory resource="actions" id={action.id} /> : null}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={actionWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}

function EndButton({ action: { id, state } }: { action: Action }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = useAddress();
  const end = useVerb<{ is_gone: boolean }>(({ is_gone: isGone }) => {
    if (isGone) void navigate(to('/promo/actions'));
    void queries.invalidateQueries({ refetchType: isGone ? 'none' : 'active' });
  });
  return (
    <>
      <Problem words={end.problem} />
      <Button kind="danger" isBusy={end.isBusy} onClick={() => end.run(`/api/admin/actions/${id}/end`)}>
        {state === 'coming' || state === 'draft' ? 'Убрать акцию' : 'Завершить акцию'}
      </Button>
    </>
  );
}
