import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { ListEnd } from '../parts/list-end.tsx';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useSession } from '../session/session.ts';
import { OnecTabs } from './onec-tabs.tsx';

type List = Got<'/api/admin/onec-orders'>;
type Row = List['items'][number];

const tones: Record<Row['state'], Tone> = {
  waiting: 'info',
  handed_over: 'warn',
  confirmed: 'good',
  came_back: 'good',
  refused: 'bad',
};
const states: [Row['state'] | '', string][] = [
  ['', 'Все'],
  ['waiting', 'Ждут передачи'],
  ['handed_over', 'Переданы'],
  ['confirmed', 'Подтверждены'],
  ['came_back', 'Пришли из 1С'],
  ['refused', 'Не приняты'],
];

/** Where orders stand with 1C; what it did not take comes with the reason, and can be sent again. */
export function OnecOrders() {
  const { me } = useSession();
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const state = search.get('state') ?? '';
  const page = search.get('page') ?? '1';
  const filter = state ? `&filter=${encodeURIComponent(JSON.stringify({ state }))}` : '';
  const { data, error, refetch } = useGot<List>(`/api/admin/onec-orders?page=${page}${filter}`);
  const send = useVerb(() => void queries.invalidateQueries());
  const to = (changes: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setSearch(next);
  };
  return (
    <PageFrame title="Заказы в 1С" crumbs={[{ label: 'Обмен с 1С', to: '/onec' }]} beside={<OnecTabs />}>
      <fieldset className="chips">
        <legend className="hidden-words">Состояние</legend>
        {states.map(([value, label]) => (
          <button
            key={value}
            type="button"
            className="chip"
            aria-pressed={state === value}
            onClick={() => to({ state: value, page: '' })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <Problem words={send.problem} />
      <div className="panel">
        {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton rows={8} /> : null}
        {data?.items.length === 0 ? (
          <Empty title={state ? 'Таких заказов нет' : 'В обмене заказов пока нет'}>
            {state ? null : 'Включите в узле 1С «Обмениваться заказами».'}
          </Empty>
        ) : null}
        <ul className="map-rows padded" aria-label="Заказы в обмене">
          {data?.items.map((row) => (
            <li key={`${row.id} ${row.node}`}>
              <span>
                <PageLink to={`/orders/${row.id}`} className="num strong">
                  {row.number}
                </PageLink>{' '}
                <Tag tone={tones[row.state]}>{row.state_words}</Tag> <span className="soft small">{factsOf(row)}</span>
                {row.refused_why ? <span className="block bad">{row.refused_why}</span> : null}
              </span>
              {me.permissions.includes('exchange.decide') && row.state !== 'waiting' ? (
                <Button
                  size="small"
                  isBusy={send.isBusy}
                  onClick={() => send.run(`/api/admin/onec-orders/${row.id}/send`)}
                >
                  Отправить ещё раз
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
        {page !== '1' || data?.next ? (
          <p className="rows-foot">
            <Button size="small" disabled={page === '1'} onClick={() => to({ page: String(Number(page) - 1) })}>
              Назад
            </Button>
            <Button size="small" disabled={!data?.next} onClick={() => to({ page: data?.next ?? '' })}>
              Дальше
            </Button>
          </p>
        ) : null}
        {data?.more ? <ListEnd /> : null}
      </div>
    </PageFrame>
  );
}

function factsOf({ node, number_1c: number, handed_at: handed, confirmed_at: confirmed, came_back_at: back }: Row) {
  return [
    node && `узел «${node}»`,
    number && `в 1С № ${number}`,
    handed && `передан ${shortMoment(handed)}`,
    confirmed && `подтверждён ${shortMoment(confirmed)}`,
    back && `пришёл ${shortMoment(back)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
