import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { formatCount } from '#shared/plurals.ts';
import { useEvery } from '../events/live.tsx';
import { LeftWords } from '../onec/left-words.tsx';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useMay } from '../session/may.ts';
import { bulkStateWords } from './bulk-words.ts';

type OnecJob = Got<'/api/admin/onec-jobs/{id}'>;

const crumbs = [{ label: 'Массовые операции', to: '/jobs/bulk' }];

/** A rollback of a package of 1C, or goods counted again by another mapping: how far it is, what has come of it. */
export function OnecJobPage() {
  const { id = '' } = useParams();
  const often = useEvery(700, 15_000);
  const path = `/api/admin/onec-jobs/${encodeURIComponent(id)}`;
  const may = useMay();
  const queries = useQueryClient();
  const stop = useVerb(() => void queries.invalidateQueries());
  const { data, error, refetch } = useGot<OnecJob>(path, {
    every: ({ state }) => (state.data?.state === 'waiting' || state.data?.state === 'running' ? often : false),
  });
  if (!data)
    return (
      <PageFrame title="Работа обмена с 1С" crumbs={crumbs}>
        <div className="panel">
          {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />}
        </div>
      </PageFrame>
    );
  const { name, state, who, created_at: asked, finished_at: ended, package_id: of, is_rehearsal: isRehearsal } = data;
  const canStop = may(of === null ? 'exchange.map' : 'exchange.rollback') && ended === null;
  const { one, tone } = bulkStateWords[isRehearsal && state === 'done' ? 'rehearsed' : state];
  return (
    <PageFrame
      title={name}
      crumbs={crumbs}
      beside={
        <>
          <Tag tone={tone}>{one}</Tag>
          <span className="soft small">
            {who}, {shortMoment(asked)}
            {ended ? `; закончено ${shortMoment(ended)}` : ''}
          </span>
        </>
      }
      actions={
        <>
          {canStop ? (
            <Button isBusy={stop.isBusy} onClick={() => stop.run(`${path}/cancel`)}>
              Остановить
            </Button>
          ) : null}
          <PageLink to={of === null ? '/onec/mapping' : `/onec/packages/${of}`} className="btn">
            {of === null ? 'Сопоставление' : `Пакет № ${of}`}
          </PageLink>
        </>
      }
    >
      <Problem words={stop.problem} />
      <section className="panel onec-card" aria-label="Ход и итог">
        <p role="status">{stateWords(data)}</p>
        {data.rollback ? <Rollback rollback={data.rollback} /> : null}
      </section>
    </PageFrame>
  );
}

function stateWords({ state, progress, reason, rollback, goods, is_rehearsal: isRehearsal }: OnecJob): string {
  if (state === 'waiting') return 'Ждёт очереди: сначала закончится то, что обмен делает сейчас.';
  if (state === 'running') return `${progress || 'Начинаем'}…`;
  if (state === 'stopped') return `${reason ?? 'Остановлено'}. Ничего не изменено.`;
  if (state !== 'done') return `Ничего не изменено. ${reason ?? ''}`;
  if (rollback)
    return isRehearsal
      ? 'Ничего не изменено: посмотрели, что вернёт откат.'
      : 'Стало, как было до пакета, всё, что с тех пор не меняли.';
  if (!goods) return 'Цены и остатки пересчитаны.';
  const { created, changed, switched_off: off } = goods;
  return `Товары пересчитаны: появилось ${formatCount(created)}, изменилось ${formatCount(changed)}, выключено ${formatCount(off)}.`;
}

function Rollback({ rollback }: { rollback: NonNullable<OnecJob['rollback']> }) {
  const { goods, created_off: off, prices, stock, groups, left, words } = rollback;
  const counts = {
    Товары: goods,
    'Новые товары, которые выключаются': off,
    Цены: prices,
    Остатки: stock,
    Группы: groups,
  };
  return (
    <>
      <dl className="facts">
        {Object.entries(counts).map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {left > 0 ? (
        <>
          <p>Не тронуто, потому что изменено после пакета: {formatCount(left)}.</p>
          <LeftWords left={left} words={words} />
        </>
      ) : null}
    </>
  );
}
