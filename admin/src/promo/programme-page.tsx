import { useQueryClient } from '@tanstack/react-query';
import { Calculator } from 'lucide-react';
import { formatPrice } from '#shared/money.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { RecordHistory } from '../journal/record-history.tsx';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useNewRecord } from '../record/use-new-record.ts';
import { useRecord } from '../record/use-record.ts';
import { useSession } from '../session/session.ts';
import type { FormPart } from './coupon-fields.tsx';
import { CreateBar } from './new-coupon-page.tsx';
import { ProgrammeFields } from './programme-fields.tsx';
import { type Level, type Programme, programmeWords, usualRules } from './programme-words.ts';
import { PromoTabs } from './promo-tabs.tsx';

type Kind = Programme['id'];
type Preview =
  paths['/api/admin/loyalty-programmes/{id}/preview']['post']['responses'][200]['content']['application/json'];

const tabs = [
  { key: 'bonus', label: 'Бонусная карта' },
  { key: 'idd', label: 'Карта ИДД' },
  { key: 'history', label: 'История' },
] as const;

/** The rules of the shop's cards, and what they would have come to. */
export function ProgrammePage() {
  const tab = useTab(tabs);
  const list = useGot<Got<'/api/admin/loyalty-programmes'>>('/api/admin/loyalty-programmes');
  const { data, error, refetch } = list;
  const kind: Kind = tab === 'idd' ? 'idd' : 'bonus';
  const isSet = data?.items.find(({ id }) => id === kind)?.is_set;
  return (
    <PageFrame title="Бонусы" beside={<PromoTabs />}>
      <Tabs label="Карты магазина" tabs={tabs} />
      {tab === 'history' ? (
        <>
          <h2 className="block-title">Бонусная карта</h2>
          <RecordHistory resource="loyalty-programmes" id="bonus" />
          <h2 className="block-title">Карта ИДД</h2>
          <RecordHistory resource="loyalty-programmes" id="idd" />
        </>
      ) : error && !data ? (
        <div className="panel">
          <LoadFailure error={error} retry={() => void refetch()} />
        </div>
      ) : isSet === undefined ? (
        <div className="panel">
          <Skeleton rows={8} height={56} />
        </div>
      ) : isSet ? (
        <RulesOf key={kind} kind={kind} />
      ) : (
        <NewRules key={kind} kind={kind} />
      )}
    </PageFrame>
  );
}

function RulesOf({ kind }: { kind: Kind }) {
  const form = useRecord<Programme>(`/api/admin/loyalty-programmes/${kind}`, ({ fields }) => fields);
  const isOwn = useSession().me.all_branches;
  const { body, loadError } = form;
  if (!body)
    return (
      <div className="panel">
        {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
      </div>
    );
  return (
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
          <legend className="hidden-words">{body.kind_words}</legend>
          <ProgrammeFields form={form} isBonus={kind === 'bonus'} />
        </fieldset>
        {isOwn ? (
          <SaveBar form={form} />
        ) : (
          <p className="soft">Общие правила меняют сотрудники, которые работают во всех филиалах.</p>
        )}
      </form>
      <PreviewPanel kind={kind} form={form} />
      {form.clash ? (
        <ClashDialog clash={form.clash} words={programmeWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </>
  );
}

function NewRules({ kind }: { kind: Kind }) {
  const queries = useQueryClient();
  const isBonus = kind === 'bonus';
  const initial = { id: kind, ...usualRules, ...(!isBonus && { expiry_days: null, spend_percent: null }) };
  const form = useNewRecord<{ id: Kind }>(
    '/api/admin/loyalty-programmes',
    initial,
    () => void queries.invalidateQueries(),
  );
  return (
    <form
      className="panel form-panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.create();
      }}
    >
      <p className="soft">У этой карты правил ещё нет: она ничего не даёт.</p>
      <ProgrammeFields form={form} isBonus={isBonus} />
      <CreateBar form={form} label="Завести правила" />
    </form>
  );
}

/** What the rules in the form would have come to over the last 30 days, beside those in force. */
function PreviewPanel({ kind, form: { fields } }: { kind: Kind; form: FormPart }) {
  const preview = useVerb<Preview>(() => {});
  const levels = (fields.levels ?? []) as Level[];
  const { answer } = preview;
  return (
    <section className="panel form-panel" aria-labelledby="preview">
      <div className="page-head">
        <h2 id="preview" className="block-title">
          На покупках за 30 дней
        </h2>
        <div className="page-actions">
          <Button
            icon={<Calculator size={16} aria-hidden="true" />}
            isBusy={preview.isBusy}
            onClick={() =>
              preview.run(`/api/admin/loyalty-programmes/${kind}/preview`, {
                levels,
                counting_days: fields.counting_days,
              })
            }
          >
            Посчитать по набранным правилам
          </Button>
        </div>
      </div>
      <Problem
        words={Object.keys(preview.fields).length > 0 ? 'Сначала исправьте ступени и срок подсчёта' : preview.problem}
      />
      {answer ? <PreviewTable answer={answer} levels={levels} isBonus={kind === 'bonus'} /> : null}
    </section>
  );
}

type TableProps = { answer: Preview; levels: Level[]; isBonus: boolean };

function PreviewTable({ answer, levels, isBonus }: TableProps) {
  const before = totalOf(answer.by_present);
  const after = totalOf(answer.by_these);
  if (after.purchases === 0) return <p className="soft">За эти дни по картам ничего не купили.</p>;
  return (
    <>
      <p aria-live="polite">
        {countOf(after.purchases, 'покупка', 'покупки', 'покупок')} на {formatPrice(after.kopecks)}.
        {isBonus
          ? ` Бонусов вышло бы ${formatCount(after.bonuses)}, по действующим правилам ${formatCount(before.bonuses)}.`
          : null}
      </p>
      <table className="records">
        <thead>
          <tr>
            <th scope="col">Ступень</th>
            <th scope="col" className="right">
              Карт
            </th>
            <th scope="col" className="right">
              Покупок
            </th>
            <th scope="col" className="right">
              На сумму
            </th>
            {isBonus ? (
              <th scope="col" className="right">
                Бонусов
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {answer.by_these.map(({ level, cards, purchases, purchases_kopecks: kopecks, bonuses }) => (
            <tr key={level}>
              <td>{level === 0 ? 'ниже первой' : levels[level - 1]?.name}</td>
              <td className="right num">{formatCount(cards)}</td>
              <td className="right num">{formatCount(purchases)}</td>
              <td className="right num">{formatPrice(kopecks)}</td>
              {isBonus ? <td className="right num">{formatCount(bonuses)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function totalOf(estimate: Preview['by_these']) {
  return estimate.reduce(
    (total, { purchases, purchases_kopecks: kopecks, bonuses }) => ({
      purchases: total.purchases + purchases,
      kopecks: total.kopecks + kopecks,
      bonuses: total.bonuses + bonuses,
    }),
    { purchases: 0, kopecks: 0, bonuses: 0 },
  );
}
