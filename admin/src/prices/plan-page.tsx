import { useQueryClient } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { useParams } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useMay } from '../session/may.ts';
import { planStates } from './plan.ts';
import { startWords } from './plans-list.tsx';

type Plan = Got<'/api/admin/price-plans/{id}'>;
type Cell = Got<'/api/admin/price-plans/{id}/cells'>['items'][number];

const crumbs = [
  { label: 'Цены', to: '/prices' },
  { label: 'Массовые изменения', to: '/prices/plans' },
];

const states: Record<NonNullable<Cell['state']>, { label: string; words: string; tone: Tone }> = {
  waiting: { label: 'Ждут', words: 'ждёт', tone: 'info' },
  applied: { label: 'Изменены', words: 'изменена', tone: 'good' },
  skipped: { label: 'Не тронуты', words: 'не тронута: её изменили раньше', tone: 'warn' },
  stopped: { label: 'Не дошли', words: 'не изменена: план остановили', tone: 'warn' },
  undone: { label: 'Возвращены', words: 'возвращена', tone: 'plain' },
  kept: { label: 'Оставлены', words: 'оставлена: её изменили после плана', tone: 'warn' },
};
/** Why the plan never was to change it. */
const kinds: Record<Cell['kind'], string> = {
  change: 'не подтверждена',
  pinned: 'закреплена вручную',
  floor: 'ниже допустимой',
  tiers: 'не выше опта от количества',
};

const columns: Column<Cell>[] = [
  {
    key: 'product',
    label: 'Товар',
    render: ({ product_id: id, product }) => (
      <PageLink to={`/catalogue/${id}?tab=prices`} className="cell-cut">
        {product}
      </PageLink>
    ),
  },
  { key: 'column', label: 'Колонка', render: ({ column }) => column },
  { key: 'before', label: 'Было', align: 'right', render: ({ before_price: price }) => money(price) },
  { key: 'after', label: 'По плану', align: 'right', render: ({ after_price: price }) => <b>{money(price)}</b> },
  { key: 'now', label: 'Сейчас', align: 'right', render: ({ price }) => money(price) },
  {
    key: 'state',
    label: 'Что с ценой',
    render: ({ state, kind }) =>
      state ? <Tag tone={states[state].tone}>{states[state].words}</Tag> : <Tag>{kinds[kind]}</Tag>,
  },
];

/** A mass change of prices: every price as it was, as it was to be and as it is, those left alone too. */
export function PlanPage() {
  const { id = '' } = useParams();
  const { data: plan, error, refetch } = useGot<Plan>(`/api/admin/price-plans/${encodeURIComponent(id)}`);
  if (plan) return <PlanOf key={plan.id} plan={plan} />;
  return (
    <PageFrame title="Массовое изменение" crumbs={crumbs}>
      <div className="panel">
        {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />}
      </div>
    </PageFrame>
  );
}

function PlanOf({ plan }: { plan: Plan }) {
  const address = useListAddress(['q', 'state'], 'product');
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [], state = [] } = filter;
  const queries = useQueryClient();
  const stop = useVerb(() => void queries.invalidateQueries());
  const canStop = useMay()('prices.write') && ['waiting', 'running', 'undoing'].includes(plan.state);
  const list = useGetList<Cell>(
    `price-plans/${plan.id}/cells`,
    { filter: { q, ...(state.length > 0 && { state }) }, sort, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame
      title={plan.name}
      crumbs={crumbs}
      beside={
        <>
          <Tag tone={plan.state === 'done' ? 'good' : 'plain'}>{planStates[plan.state]}</Tag>
          <span className="soft small">
            {plan.author}, {shortMoment(plan.created_at)}; начало: {startWords(plan)}
          </span>
        </>
      }
      actions={
        canStop ? (
          <Button isBusy={stop.isBusy} onClick={() => stop.run(`/api/admin/price-plans/${plan.id}/cancel`)}>
            Остановить
          </Button>
        ) : null
      }
    >
      <Problem words={stop.problem} />
      <div className="filters">
        <FilterText label="Название или артикул" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Что с ценой"
          choices={(Object.keys(states) as (keyof typeof states)[]).map((value) => ({
            value,
            label: states[value].label,
            count: plan[value],
          }))}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        <ResetFilter address={address} />
      </div>
      <RecordList
        name="plan-cells"
        list={list}
        address={address}
        isNested
        label="Цены плана"
        columns={columns}
        keyOf={({ id }) => id}
        toneOf={({ state: now }) => (now === 'skipped' || now === 'kept' ? 'warn' : null)}
        empty={<Empty title="Цен в этом плане нет" />}
      />
    </PageFrame>
  );
}

function money(price: number | null) {
  return <span className="num">{price === null ? '—' : formatPrice(price)}</span>;
}
