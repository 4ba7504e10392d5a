import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { formatDate } from '#shared/dates.ts';
import { useFieldWords } from '../journal/field-words.ts';
import { RecordHistory } from '../journal/record-history.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useRecord } from '../record/use-record.ts';
import { RightsFields } from './rights-fields.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { Sessions } from './sessions.tsx';
import type { Member, SecondFactor } from './staff-types.ts';
import { Stays } from './stays.tsx';

const tabs = [
  { key: 'rights', label: 'Права' },
  { key: 'sessions', label: 'Сеансы' },
  { key: 'acting', label: 'В кабинетах покупателей' },
  { key: 'history', label: 'История' },
] as const;
const crumbs = [{ label: 'Сотрудники', to: '/staff' }];

/** A member of staff: what they may, where they are signed in, what was changed about them. */
export function MemberPage() {
  const { id = '' } = useParams();
  const form = useRecord<Member>(`/api/admin/staff/${id}`, ({ roles, departments }) => ({ roles, departments }));
  const { staff: words = {} } = useFieldWords();
  const tab = useTab(tabs);
  const [asked, setAsked] = useState<'dismiss' | 'reset' | null>(null);
  const { body: member, loadError } = form;
  if (!member)
    return (
      <PageFrame title="Сотрудник" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} />}
        </div>
      </PageFrame>
    );
  const isWorking = member.dismissed_at === null;
  return (
    <PageFrame
      title={member.full_name}
      crumbs={crumbs}
      beside={
        member.dismissed_at ? (
          <Tag tone="bad">уволен {formatDate(member.dismissed_at)}</Tag>
        ) : (
          <Tag tone="good">работает</Tag>
        )
      }
      actions={
        isWorking ? (
          <>
            <Button onClick={() => setAsked('reset')}>Новый код входа</Button>
            <Button kind="danger" onClick={() => setAsked('dismiss')}>
              Уволить
            </Button>
          </>
        ) : null
      }
    >
      <p className="soft">
        {member.email ?? 'Почты нет'} · работает с {formatDate(member.created_at)}
      </p>
      <Tabs label="О сотруднике" tabs={isWorking ? tabs : tabs.filter(({ key }) => key !== 'sessions')} />
      {tab === 'rights' ? (
        <form className="panel form-panel" onSubmit={(event) => event.preventDefault()}>
          <fieldset className="form" disabled={!isWorking}>
            <legend className="hidden-words">Права</legend>
            <RightsFields
              roles={form.fields.roles as string[]}
              departments={form.fields.departments as string[]}
              onRoles={(roles) => form.set('roles', roles)}
              onDepartments={(departments) => form.set('departments', departments)}
              errors={form.errors}
            />
          </fieldset>
          {isWorking ? <SaveBar form={form} /> : null}
        </form>
      ) : null}
      {tab === 'sessions' && isWorking ? <Sessions id={id} /> : null}
      {tab === 'acting' ? <Stays id={id} /> : null}
      {tab === 'history' ? <RecordHistory resource="staff" id={id} /> : null}
      {asked === 'dismiss' ? <DismissDialog member={member} onClose={() => setAsked(null)} /> : null}
      {asked === 'reset' ? <ResetDialog member={member} onClose={() => setAsked(null)} /> : null}
      {form.clash ? <ClashDialog clash={form.clash} words={words} mine={form.fields} settle={form.settle} /> : null}
    </PageFrame>
  );
}

function DismissDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const queries = useQueryClient();
  const dismiss = useVerb(() => {
    void queries.invalidateQueries();
    onClose();
  });
  return (
    <Dialog title={`Уволить: ${member.full_name}`} onClose={onClose}>
      <div className="form">
        <p>
          Права снимутся сразу: следующее нажатие в открытом управлении уже не сработает. Заказы в работе, которые ведёт
          этот человек, снова станут ничьими. Кабинет покупателя останется.
        </p>
        <Problem words={dismiss.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Оставить</Button>
          <Button
            kind="danger"
            isBusy={dismiss.isBusy}
            onClick={() => dismiss.run(`/api/admin/staff/${member.id}/dismiss`)}
          >
            Уволить
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function ResetDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const queries = useQueryClient();
  const reset = useVerb<SecondFactor>(() => void queries.invalidateQueries());
  return (
    <Dialog
      title={`Новый код входа: ${member.full_name}`}
      className="dialog-wide"
      onClose={reset.answer ? () => {} : onClose}
      isTitleShown={!reset.answer}
    >
      {reset.answer ? (
        <SecondFactorCard name={member.full_name} factor={reset.answer} onDone={onClose} />
      ) : (
        <div className="form">
          <p>Прежний код в приложении перестанет подходить. Новый QR-код появится здесь один раз.</p>
          <Problem words={reset.problem} />
          <div className="form-actions">
            <Button onClick={onClose}>Закрыть</Button>
            <Button
              kind="primary"
              isBusy={reset.isBusy}
              onClick={() => reset.run(`/api/admin/staff/${member.id}/reset-totp`)}
            >
              Выдать новый код
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
