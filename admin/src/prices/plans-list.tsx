import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#shared/plurals.ts';
import { useEvery } from '../events/live.tsx';
import { Button } from '../parts/button.tsx';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { idempotencyKey, RequestError, request } from '../request.ts';
import { useMay } from '../session/may.ts';
import { type Plan, planStates } from './plan.ts';

const everyMs = 5_000;
/** While progress of its portions is reported. */
const jobMs = 30_000;

/** Plans that wait, run and are done; the newest first. */
export function PlansList() {
  const often = useEvery(everyMs, jobMs);
  const isEditable = useMay()('prices.write');
  const [problem, setProblem] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['price-plans', window.location.search],
    queryFn: async () => (await request<{ items: Plan[] }>('/api/admin/price-plans')).body.items,
    // While the worker is at one of them.
    refetchInterval: ({ state }) =>
      state.data?.some((plan) => ['waiting', 'running', 'undoing'].includes(plan.state)) ? often : false,
  });

  async function turn(plan: Plan, verb: 'cancel' | 'undo') {
    setProblem(null);
    try {
      await request(`/api/admin/price-plans/${plan.id}/${verb}`, {
        method: 'POST',
        headers: { 'Idempotency-Key': idempotencyKey() },
      });
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure;
      setProblem(failure.message);
    }
    await refetch();
  }

  const shown = data?.filter(({ state }) => state !== 'rehearsed');
  return (
    <PageFrame title="Массовые изменения" crumbs={[{ label: 'Цены', to: '/prices' }]}>
      {problem ? (
        <p className="goods-problem panel goods-alert" role="alert">
          {problem}
        </p>
      ) : null}
      <div className="panel list-panel">
        {error ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!shown && !error ? <Skeleton rows={6} /> : null}
        {shown?.length === 0 ? (
          <Empty title="Изменений пока нет">Массовое изменение начинают в листе цен.</Empty>
        ) : null}
        {shown && shown.length > 0 ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
          <section className="table-scroll" aria-label="Массовые изменения" tabIndex={0}>
            <table className="records">
              <thead>
                <tr>
                  <th scope="col">План</th>
                  <th scope="col">Состояние</th>
                  <th scope="col" className="right">
                    Изменено
                  </th>
                  <th scope="col" className="right">
                    Ждёт
                  </th>
                  <th scope="col" className="right">
                    Не тронуто
                  </th>
                  <th scope="col">Начало</th>
                  <th scope="col">Кто и когда</th>
                  <th scope="col">
                    <span className="hidden-words">Действие</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.map((plan) => (
                  <PlanRow key={plan.id} plan={plan} turn={isEditable ? turn : null} />
                ))}
              </tbody>
            </table>
          </section>
        ) : null}
      </div>
    </PageFrame>
  );
}

/** `turn`: null: not for this person. */
type RowProps = { plan: Plan; turn: ((plan: Plan, verb: 'cancel' | 'undo') => Promise<void>) | null };

function PlanRow({ plan, turn }: RowProps) {
  return (
    <tr>
      <td>
        <PageLink to={`/prices/plans/${plan.id}`} className="strong">
          {plan.name}
        </PageLink>
      </td>
      <td>
        <Tag tone={plan.state === 'done' ? 'good' : 'plain'}>{planStates[plan.state]}</Tag>
      </td>
      <td className="right num">{formatCount(plan.applied)}</td>
      <td className="right num">{formatCount(plan.waiting)}</td>
      <td className="right num">{formatCount(plan.skipped + plan.stopped + plan.kept)}</td>
      <td>{startWords(plan)}</td>
      <td>
        {plan.author}, <span className="num">{shortMoment(plan.created_at)}</span>
      </td>
      <td>
        {turn && plan.state === 'waiting' ? (
          <Button size="small" onClick={() => void turn(plan, 'cancel')}>
            Не начинать
          </Button>
        ) : null}
        {turn && (plan.state === 'running' || plan.state === 'undoing') ? (
          <Button size="small" onClick={() => void turn(plan, 'cancel')}>
            Остановить
          </Button>
        ) : null}
        {turn && (plan.state === 'done' || (plan.state === 'stopped' && plan.applied > 0)) ? (
          <Button size="small" onClick={() => void turn(plan, 'undo')}>
            Вернуть цены
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

export function startWords({ starts_on: day, starts_minute: minute }: Plan): string {
  if (day === null || minute === null) return 'сразу';
  const [year, month, date] = day.split('-');
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return `${date}.${month}.${year}, ${time}`;
}
