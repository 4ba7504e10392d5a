import { useParams } from 'react-router';
import { formatCount } from '#shared/plurals.ts';
import { useEvery } from '../events/live.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { bulkStateWords } from './bulk-words.ts';

type OnecJob = Got<'/api/admin/onec-jobs/{id}'>;

const crumbs = [{ label: 'Массовые операции', to: '/jobs/bulk' }];

/** A rollback of a package of 1C, or goods counted again by another mapping: how far it is, what has come of it. */
export function OnecJobPage() {
  const { id = '' } = useParams();
  const often = useEvery(700, 15_000);
  const { data, error, refetch } = useGot<OnecJob>(`/api/admin/onec-jobs/${encodeURIComponent(id)}`, {
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
        <PageLink to={of === null ? '/onec/mapping' : `/onec/packages/${of}`} className="btn">
          {of === null ? 'Сопоставление' : `Пакет № ${of}`}
        </PageLink>
      }
    >
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
          <ul className="plain-list rollback-left">
            {words.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
