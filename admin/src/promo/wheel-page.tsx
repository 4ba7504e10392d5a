import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
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
import { IntoRelease } from '../releases/into-release.tsx';
import { useSession } from '../session/session.ts';
import { Simulation } from './simulation.tsx';
import { WheelFields } from './wheel-fields.tsx';
import { chanceOf, type Wheel, type WheelPrize, wheelStateTones, wheelStateWords, wheelWords } from './wheel-words.ts';

const tabs = [
  { key: 'main', label: 'Розыгрыш' },
  { key: 'history', label: 'История' },
] as const;

/** A wheel: a draft that is edited, or what was promised and how it goes. */
export function WheelPage() {
  const { id = '' } = useParams();
  return <WheelOf key={id} id={id} />;
}

function WheelOf({ id }: { id: string }) {
  const form = useRecord<Wheel>(`/api/admin/wheels/${id}`, ({ fields }) => fields);
  const tab = useTab(tabs);
  const isOwn = useSession().me.all_branches;
  const { body: wheel, loadError, fields } = form;
  const crumbs = [{ label: 'Колесо', to: '/promo/wheels' }];
  if (!wheel)
    return (
      <PageFrame title="Розыгрыш" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const isDraft = wheel.state === 'draft';
  return (
    <PageFrame
      title={wheel.title}
      crumbs={crumbs}
      beside={
        <>
          <Tag tone={wheelStateTones[wheel.state]}>{wheelStateWords[wheel.state]}</Tag>
          {isDraft ? null : <span className="soft">{progressWords(wheel)}</span>}
        </>
      }
      actions={isOwn ? <Verbs wheel={wheel} hasUnsaved={form.changed.length > 0} /> : null}
    >
      <Tabs label="О розыгрыше" tabs={tabs} />
      {tab === 'main' ? (
        <>
          <form
            className="panel form-panel promo-wide"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void form.save();
            }}
          >
            {isDraft ? null : <p className="soft">Опубликованный розыгрыш не меняется: его условия уже обещаны.</p>}
            <fieldset className="promo-set" disabled={!isOwn || !isDraft}>
              <legend className="hidden-words">{wheel.title}</legend>
              <WheelFields form={form} />
            </fieldset>
            {isOwn && isDraft ? <SaveBar form={form} /> : null}
            <p className="soft small promo-seed">Контрольная сумма секрета: {wheel.seed_commit}</p>
          </form>
          {isDraft ? (
            <Simulation prizes={(fields.prizes ?? []) as WheelPrize[]} budget={fields.budget_kopecks} />
          ) : (
            <Given wheel={wheel} />
          )}
        </>
      ) : null}
      {tab === 'history' ? <RecordHistory resource="wheels" id={wheel.id} /> : null}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={wheelWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}

function progressWords({ spins, spent_kopecks: spent, budget_kopecks: budget }: Wheel): string {
  return `${countOf(spins, 'вращение', 'вращения', 'вращений')}, отдано ${formatPrice(spent)} из ${formatPrice(budget)}`;
}

function Given({ wheel: { fields, given } }: { wheel: Wheel }) {
  return (
    <section className="panel form-panel" aria-labelledby="given">
      <h2 id="given" className="block-title">
        Отданные призы
      </h2>
      <table className="records">
        <thead>
          <tr>
            <th scope="col">Приз</th>
            <th scope="col" className="right">
              Вероятность
            </th>
            <th scope="col" className="right">
              Отдан
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.prizes.map((prize, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: prizes are told apart by their place
            <tr key={at}>
              <td>{prize.name}</td>
              <td className="right num">{chanceOf(prize.weight, fields.prizes)}</td>
              <td className="right num">{formatCount(given[at] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const questions = {
  publish: {
    label: 'Опубликовать',
    title: 'Опубликовать розыгрыш?',
    words: 'Шансы, фонд, призы и правила увидят все, и менять их больше нельзя. Закрыть розыгрыш досрочно можно.',
    kind: 'primary',
  },
  close: {
    label: 'Закрыть досрочно',
    title: 'Закрыть розыгрыш?',
    words: 'Крутить колесо больше нельзя. Купоны, которые уже выиграны, действуют до своего срока.',
    kind: 'danger',
  },
} as const;

function Verbs({ wheel: { id, state }, hasUnsaved }: { wheel: Wheel; hasUnsaved: boolean }) {
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const verb = useVerb(() => {
    setAsked(false);
    void queries.invalidateQueries();
  });
  if (state === 'over') return null;
  const name = state === 'draft' ? 'publish' : 'close';
  const { label, title, words, kind } = questions[name];
  return (
    <>
      {hasUnsaved ? <span className="soft small">Сначала сохраните</span> : null}
      {state === 'draft' ? <IntoRelease kind="wheels" id={String(id)} /> : null}
      <Button kind={kind} disabled={hasUnsaved} onClick={() => setAsked(true)}>
        {label}
      </Button>
      {isAsked ? (
        <Dialog title={title} onClose={() => setAsked(false)}>
          <p>{words}</p>
          <Problem words={verb.problem} />
          <div className="form-actions">
            <Button onClick={() => setAsked(false)}>Отмена</Button>
            <Button kind={kind} isBusy={verb.isBusy} onClick={() => verb.run(`/api/admin/wheels/${id}/${name}`)}>
              {label}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
