import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { RecordHistory } from '../journal/record-history.tsx';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { LinkField } from '../parts/link-field.tsx';
import { MomentInput } from '../parts/moment-field.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { IntoRelease } from '../releases/into-release.tsx';
import { useCan, useSession } from '../session/session.ts';
import type { LandingRecord, LandingTextRow } from './content-types.ts';
import { landingStates, landingWords } from './content-words.ts';
import { LandingComparison } from './landing-comparison.tsx';
import { NewLandingText } from './new-landing-text.tsx';

const tabs = [
  { key: 'texts', label: 'Тексты' },
  { key: 'settings', label: 'Сроки' },
  { key: 'comparison', label: 'Сравнение' },
  { key: 'history', label: 'История' },
] as const;

/** A landing page: its texts by branch and variant, its dates, where it leads when it is over. */
export function LandingPage() {
  const { id = '' } = useParams();
  return <LandingOf key={id} id={id} />;
}

function LandingOf({ id }: { id: string }) {
  const form = useRecord<LandingRecord>(
    `/api/admin/landings/${id}`,
    ({ name, starts_at, ends_at, redirect_to, share_b }) => ({ name, starts_at, ends_at, redirect_to, share_b }),
  );
  const [asked, setAsked] = useState<'text' | 'end' | null>(null);
  const mayPublish = useCan('content.publish');
  const { all_branches: isOfAll } = useSession().me;
  const queries = useQueryClient();
  const tab = useTab(tabs);
  const refresh = () => void queries.invalidateQueries();
  const publish = useVerb(refresh);
  const { body: landing, loadError } = form;
  const crumbs = [{ label: 'Посадочные', to: '/content/landings' }];
  if (!landing)
    return (
      <PageFrame title="Посадочная" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const isEditable = mayPublish && isOfAll;
  const base = `/api/admin/landings/${id}`;
  return (
    <PageFrame
      title={landing.name}
      crumbs={crumbs}
      beside={<Tag tone={landingStates[landing.state].tone}>{landingStates[landing.state].label}</Tag>}
      actions={
        <>
          {landing.texts.length > 0 ? (
            <a className="btn" href={landing.previews.a} target="_blank" rel="noreferrer">
              <ExternalLink size={16} aria-hidden="true" />
              Как в магазине
            </a>
          ) : null}
          {isEditable && landing.state !== 'ended' && landing.state !== 'hidden' ? (
            <Button onClick={() => setAsked('end')}>Закончить показ</Button>
          ) : null}
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAsked('text')}>
            Новый текст
          </Button>
          {isEditable && landing.drafts > 0 ? <IntoRelease kind="landings" id={id} /> : null}
          {isEditable ? (
            <Button
              kind="primary"
              isBusy={publish.isBusy}
              disabled={landing.drafts === 0}
              onClick={() => publish.run(`${base}/publish`)}
            >
              Опубликовать правки
            </Button>
          ) : null}
        </>
      }
    >
      <Problem words={publish.problem} />
      <Tabs label="О посадочной" tabs={tabs} />
      {tab === 'texts' ? <Texts landing={landing} /> : null}
      {tab === 'settings' ? <Settings form={form} isEditable={isEditable} /> : null}
      {tab === 'comparison' ? <LandingComparison comparison={landing.comparison} /> : null}
      {tab === 'history' ? <RecordHistory resource="landings" id={id} /> : null}
      {asked === 'text' ? <NewLandingText landing={landing} onClose={() => setAsked(null)} /> : null}
      {asked === 'end' ? (
        <ConfirmDialog
          title="Закончить показ"
          words={`Адрес ${landing.url} сразу поведёт на ${landing.redirect_to}. Показ можно начать снова: снять дату «До» и сохранить.`}
          action="Закончить"
          run={(verb) => verb.run(`${base}/end`)}
          onClose={() => setAsked(null)}
          onDone={refresh}
        />
      ) : null}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={landingWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}

function Texts({ landing }: { landing: LandingRecord }) {
  const nameOf = useBranchName();
  const navigate = useNavigate();
  const withBranch = useAddress();
  const columns: Column<LandingTextRow>[] = [
    {
      key: 'title',
      label: 'Текст',
      render: ({ id, title, version }) => (
        <PageLink to={`/content/landing-texts/${id}`} className="strong cell-cut">
          {`${version}. ${title}`}
        </PageLink>
      ),
    },
    {
      key: 'state',
      label: 'Состояние',
      render: ({ published_at: at, is_shown: isShown }) =>
        at === null ? (
          <Tag tone="warn">Черновик</Tag>
        ) : (
          <Tag tone={isShown ? 'good' : 'plain'}>{isShown ? 'Действует' : 'Заменена новой'}</Tag>
        ),
    },
    { key: 'branch', label: 'Для кого', render: ({ department_id_1c: branch }) => nameOf(branch) },
    { key: 'variant', label: 'Вариант', render: ({ variant }) => variant.toUpperCase() },
    {
      key: 'created',
      label: 'Написан',
      render: ({ created_at: at }) => <span className="num">{formatDateTime(at)}</span>,
    },
    {
      key: 'published',
      label: 'Опубликован',
      render: ({ published_at: at }) => <span className="num">{at ? formatDateTime(at) : '—'}</span>,
    },
  ];
  return (
    <div className="panel list-panel">
      {landing.texts.length === 0 ? (
        <Empty title="Текста ещё нет">Напишите первый: до публикации его никто не увидит.</Empty>
      ) : (
        <RecordTable
          label="Тексты"
          rows={[...landing.texts]}
          columns={columns}
          keyOf={({ id }) => String(id)}
          open={({ id }) => void navigate(withBranch(`/content/landing-texts/${id}`))}
        />
      )}
    </div>
  );
}

function Settings({ form, isEditable }: { form: RecordForm<LandingRecord>; isEditable: boolean }) {
  const { fields, set, errors } = form;
  const moment = (name: string) => (typeof fields[name] === 'string' ? String(fields[name]) : null);
  return (
    <form
      className="panel form-panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <fieldset className="form form-columns" disabled={!isEditable}>
        <legend className="hidden-words">Сроки посадочной</legend>
        <LineField
          label="Название"
          error={errors.name}
          value={String(fields.name ?? '')}
          maxLength={120}
          onChange={(text) => set('name', text)}
        />
        <Field label="С" error={errors.starts_at} hint="Пусто — с публикации">
          {(given) => <MomentInput given={given} value={moment('starts_at')} onChange={(at) => set('starts_at', at)} />}
        </Field>
        <Field label="До" error={errors.ends_at} hint="Пусто — без срока">
          {(given) => <MomentInput given={given} value={moment('ends_at')} onChange={(at) => set('ends_at', at)} />}
        </Field>
        <LinkField
          label="Куда ведёт потом"
          value={fields.redirect_to}
          error={errors.redirect_to}
          isOwnOnly
          onChange={(link) => set('redirect_to', link)}
        />
        <Field label="Вариант B видят" error={errors.share_b} hint="Остальные видят вариант A">
          {(given) => (
            <select
              {...given}
              value={Number(fields.share_b ?? 0)}
              onChange={({ target }) => set('share_b', Number(target.value))}
            >
              {Array.from({ length: 10 }, (_, tenths) => (
                <option key={String(tenths)} value={tenths}>
                  {tenths === 0 ? 'никто' : `${tenths * 10} %`}
                </option>
              ))}
            </select>
          )}
        </Field>
      </fieldset>
      {isEditable ? <SaveBar form={form} /> : <p className="soft">Сроки меняет тот, кто работает во всех филиалах.</p>}
    </form>
  );
}
