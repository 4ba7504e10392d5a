import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { LookPanel } from '../calendar/look-panel.tsx';
import { RecordHistory } from '../journal/record-history.tsx';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { HeldRule, isHeld } from '../search/quality-change.tsx';
import { AddDraftsDialog } from './add-drafts-dialog.tsx';
import { PublishReleaseDialog } from './publish-release-dialog.tsx';
import { ReleaseParts } from './release-parts.tsx';
import { type Release, releaseStates, releaseWords } from './release-words.ts';

const tabs = [
  { key: 'parts', label: 'Записи' },
  { key: 'history', label: 'История' },
] as const;

/** A release: its drafts, when it is published, the shop as it will be, taking it back. */
export function ReleasePage() {
  const { id = '' } = useParams();
  return <ReleaseOf key={id} id={id} />;
}

function ReleaseOf({ id }: { id: string }) {
  const path = `/api/admin/releases/${id}`;
  const form = useRecord<Release>(path, ({ name, publish_at }) => ({ name, publish_at }));
  const tab = useTab(tabs);
  const { body: release, loadError } = form;
  const crumbs = [{ label: 'Выпуски', to: '/calendar/releases' }];
  if (!release)
    return (
      <PageFrame title="Выпуск" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const isOpen = release.state === 'planned' || release.state === 'failed';
  return (
    <PageFrame
      title={release.name}
      crumbs={crumbs}
      beside={<Tag tone={releaseStates[release.state].tone}>{releaseStates[release.state].label}</Tag>}
      actions={<ReleaseActions release={release} isOpen={isOpen} isSaved={form.changed.length === 0} />}
    >
      {release.failure ? (
        <p className="note note-bad" role="alert">
          {`Ничего не опубликовано. ${release.failure}. Исправьте и опубликуйте кнопкой или назначьте новое время.`}
        </p>
      ) : null}
      {isOpen && isOfOthers(release) ? (
        <p className="note">
          В выпуске есть то, что вы сами опубликовать не можете. Подготовьте остальное: назначит время или опубликует
          выпуск тот, кому разрешено всё, что в нём лежит.
        </p>
      ) : null}
      <Tabs label="О выпуске" tabs={tabs} />
      {tab === 'parts' ? (
        <div className="calendar">
          <ReleaseParts release={release} isOpen={isOpen} />
          <div className="calendar-main">
            {isOpen ? <Moment form={form} release={release} /> : <Published release={release} />}
            <LookPanel release={release.id} />
          </div>
        </div>
      ) : null}
      {tab === 'history' ? <RecordHistory resource="releases" id={id} /> : null}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={releaseWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}

type ActionsProps = { release: Release; isOpen: boolean; isSaved: boolean };

function ReleaseActions({ release, isOpen, isSaved }: ActionsProps) {
  const [asked, setAsked] = useState<'add' | 'publish' | 'undo' | 'remove' | null>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = useAddress();
  const close = () => setAsked(null);
  const refresh = () => void queries.invalidateQueries();
  const path = `/api/admin/releases/${release.id}`;
  return (
    <>
      {isOpen ? (
        <>
          <Button onClick={() => setAsked('remove')}>Распустить</Button>
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAsked('add')}>
            Добавить черновики
          </Button>
          <Button
            kind="primary"
            disabled={release.parts.length === 0 || !isSaved || isOfOthers(release)}
            title={isSaved ? undefined : 'Сначала сохраните изменения'}
            onClick={() => setAsked('publish')}
          >
            Проверить и опубликовать
          </Button>
        </>
      ) : null}
      {release.state === 'published' ? (
        <Button kind="danger" onClick={() => setAsked('undo')}>
          Отменить выпуск
        </Button>
      ) : null}
      {asked === 'add' ? <AddDraftsDialog release={release} onClose={close} /> : null}
      {asked === 'publish' ? <PublishReleaseDialog release={release} onClose={close} onDone={refresh} /> : null}
      {asked === 'undo' ? (
        <ConfirmDialog
          title="Отменить выпуск"
          words={`Всё, что он опубликовал, снова станет черновиками: магазин покажет то, что было до него. Если какую-то запись с тех пор меняли, не отменится ничего.${wheelWords(release)}`}
          action="Отменить выпуск"
          run={(verb) => verb.run(`${path}/undo`, { part: null })}
          onClose={close}
          onDone={refresh}
        />
      ) : null}
      {asked === 'remove' ? (
        <ConfirmDialog
          title="Распустить выпуск"
          words="Выпуска не станет, его записи останутся черновиками."
          action="Распустить"
          run={(verb) => verb.run(path, undefined, 'DELETE')}
          onClose={close}
          onDone={() => {
            void navigate(to('/calendar/releases'));
            void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'record' });
          }}
        />
      ) : null}
    </>
  );
}

/** A part of it is published by another person alone. */
function isOfOthers({ parts }: Release): boolean {
  return parts.some(({ state, is_own: isOwn }) => !isOwn && state === 'waiting');
}

/** What was promised to all is not taken back. */
function wheelWords({ parts }: Release): string {
  return parts.some(({ kind }) => kind === 'wheels') ? ' Колесо не станет черновиком, а закроется.' : '';
}

function Moment({ form, release }: { form: RecordForm<Release>; release: Release }) {
  const { fields, set, errors, failure } = form;
  const isWorse = isHeld(failure);
  return (
    <section className="panel calendar-look" aria-labelledby="when">
      <h2 id="when">Когда опубликовать</h2>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <LineField
          label="Название"
          error={errors.name}
          maxLength={120}
          value={String(fields.name ?? '')}
          onChange={(text) => set('name', text)}
        />
        <MomentField
          label="Опубликовать"
          hint="Пустое поле — кнопкой. Время московское"
          value={fields.publish_at}
          onChange={(at) => set('publish_at', at)}
          error={errors.publish_at}
        />
        {release.accepted_falls.map(({ words, by }) => (
          <p
            key={words}
            className="note small"
          >{`В этот момент поиск станет хуже. ${words}. На это есть согласие: ${by}`}</p>
        ))}
        <HeldRule
          error={failure}
          words="Всё равно назначить"
          isBusy={form.isBusy}
          onAccept={() => void form.save({ accepts_fall: true })}
        />
        <SaveBar form={isWorse ? { ...form, problem: null } : form} />
      </form>
    </section>
  );
}

function Published({ release: { published_at: at, published_by: by } }: { release: Release }) {
  return (
    <section className="panel calendar-look" aria-labelledby="when">
      <h2 id="when">Опубликован</h2>
      <p>
        <span className="num">{at ? formatDateTime(at) : '—'}</span>, {by}
      </p>
    </section>
  );
}
