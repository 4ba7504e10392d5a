import '../styles/home.css';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { upperFirst } from '#shared/upper-first.ts';
import type { paths } from '../api-types.ts';
import { useEvery } from '../events/live.tsx';
import { ClosedNote } from '../parts/closed-note.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { request } from '../request.ts';
import { useCan } from '../session/session.ts';
import { Attention } from './attention.tsx';
import { BranchSales } from './branch-sales.tsx';
import { FirstRunNote } from './first-run.tsx';
import { Health } from './health.tsx';
import { Losses } from './losses.tsx';
import { Sales } from './sales.tsx';

export type Dashboard = paths['/api/admin/dashboard']['get']['responses'][200]['content']['application/json'];

const everyMs = 60_000;
const periods = [
  { days: 1, label: 'Сегодня' },
  { days: 7, label: '7 дней' },
  { days: 28, label: '28 дней' },
] as const;

/** The start page: what waits, what was sold, what is wrong; of each what the person may see. */
export default function Home() {
  const [search, setSearch] = useSearchParams();
  const { days } = periods.find((period) => String(period.days) === search.get('days')) ?? periods[1];
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['dashboard', days],
    queryFn: async ({ signal }) => (await request<Dashboard>(`/api/admin/dashboard?days=${days}`, { signal })).body,
    placeholderData: (before) => before,
    refetchInterval: useEvery(everyMs),
  });
  const chooser = (
    <fieldset className="segments">
      <legend className="hidden-words">Продажи за</legend>
      {periods.map((period) => (
        <button
          key={period.days}
          type="button"
          aria-pressed={period.days === days}
          onClick={() =>
            setSearch((before) => {
              const next = new URLSearchParams(before);
              next.set('days', String(period.days));
              return next;
            })
          }
        >
          {period.label}
        </button>
      ))}
    </fieldset>
  );
  return (
    <PageFrame
      title={today()}
      beside={data ? <span className="soft">данные на {clock(data.read_at)}</span> : null}
      actions={data?.sales ? chooser : null}
    >
      {data?.maintenance_since ? <Closed since={data.maintenance_since} /> : null}
      <FirstRunNote />
      {error && !data ? (
        <div className="panel">
          <LoadFailure error={error} retry={() => void refetch()} />
        </div>
      ) : null}
      {!error && !data ? (
        <div className="panel">
          <Skeleton rows={10} />
        </div>
      ) : null}
      {data ? (
        <>
          {error ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
          {data.orders || data.goods || data.texts?.found || data.waiting.length > 0 ? <Attention {...data} /> : null}
          <div className={`home-grid${data.sales ? ' two' : ''}`} aria-busy={isPlaceholderData}>
            {data.sales ? <Sales sales={data.sales} isStale={isPlaceholderData} /> : null}
            <div className="home-side">
              {data.sales ? <Losses sales={data.sales} /> : null}
              {data.alarms ? <Health alarms={data.alarms} /> : null}
            </div>
          </div>
          {data.sales && data.sales.branches.length > 1 ? <BranchSales branches={data.sales.branches} /> : null}
          {data.orders || data.goods || data.texts?.found || data.waiting.length > 0 ? null : (
            <p className="soft">Сейчас вас ничего не ждёт. Новое появится здесь само.</p>
          )}
        </>
      ) : null}
    </PageFrame>
  );
}

function Closed({ since }: { since: string }) {
  const mayOpen = useCan('settings.write');
  return (
    <ClosedNote since={since}>
      {mayOpen ? (
        <PageLink to="/jobs" className="btn">
          Открыть снова
        </PageLink>
      ) : (
        <p>Откроет его владелец.</p>
      )}
    </ClosedNote>
  );
}

function today(): string {
  return upperFirst(new Date().toLocaleDateString('ru-RU', { weekday: 'long', day: 'numeric', month: 'long' }));
}

function clock(moment: string): string {
  return new Date(moment).toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' });
}
