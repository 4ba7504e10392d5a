import { formatCount } from '#shared/plurals.ts';
import { ReachedFigure } from '../parts/reached.tsx';
import { shortPrice } from '../parts/short-price.ts';
import { Change } from './change.tsx';
import type { Dashboard } from './home.tsx';
import { SalesChart } from './sales-chart.tsx';

/** Sums of the period beside those of the one before, and the days of both. */
export function Sales({ sales, isStale }: { sales: NonNullable<Dashboard['sales']>; isStale: boolean }) {
  const { now, before, by_day: byDay, days } = sales;
  const figures = [
    { label: 'Продажи', now: now.sum, before: before.sum, show: shortPrice },
    { label: 'Заказы', now: now.count, before: before.count, show: formatCount },
    { label: 'Средний чек', now: now.average, before: before.average, show: shortPrice },
  ];
  return (
    <section className={`panel sales${isStale ? ' stale' : ''}`} aria-label="Продажи">
      <dl className="figures">
        {figures.map(({ label, now: is, before: was, show }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b className="num">{show(is)}</b>
              <span>
                <Change now={is} before={was} /> {was === 0 ? null : <span className="soft">было {show(was)}</span>}
              </span>
            </dd>
          </div>
        ))}
        <ReachedFigure now={sales.reached} before={sales.reached_before} />
      </dl>
      {days > 1 ? <SalesChart days={byDay} /> : null}
      <p className="soft small sales-note">
        Оформленные заказы без отменённых, по московскому времени.{' '}
        {days > 1 ? 'Сравниваем с таким же сроком раньше, до этого же часа.' : 'Сравниваем со вчера до этого же часа.'}
      </p>
    </section>
  );
}
