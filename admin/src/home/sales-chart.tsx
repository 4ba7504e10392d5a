import { useState } from 'react';
import { formatCount } from '#shared/plurals.ts';
import { shortPrice } from '../parts/short-price.ts';
import type { Dashboard } from './home.tsx';

type Day = NonNullable<Dashboard['sales']>['by_day'][number];

const size = { width: 820, height: 240, left: 48, right: 20, top: 12, bottom: 24 };
const inner = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom };

/**
 * Sales of each day, and of the same day of the period before; a table with the same figures stands beside for readers.
 */
export function SalesChart({ days }: { days: readonly Day[] }) {
  const [shown, setShown] = useState<number | null>(null);
  const most = niceMost(Math.max(...days.map(({ sum, sum_before: before }) => Math.max(sum, before)), 1));
  const x = (at: number) => size.left + (inner.width * at) / Math.max(1, days.length - 1);
  const y = (sum: number) => size.top + inner.height * (1 - sum / most);
  const path = (of: (day: Day) => number) =>
    days.map((day, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(of(day)).toFixed(1)}`).join('');
  const line = path(({ sum }) => sum);
  const ground = `${line}L${x(days.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`;
  const step = Math.ceil(days.length / 8);
  const day = shown === null ? undefined : days[shown];
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        aria-hidden="true"
        onPointerLeave={() => setShown(null)}
        onPointerMove={({ currentTarget, clientX }) => {
          const box = currentTarget.getBoundingClientRect();
          const across = ((clientX - box.left) / box.width) * size.width - size.left;
          const at = Math.round((across / inner.width) * (days.length - 1));
          setShown(Math.min(days.length - 1, Math.max(0, at)));
        }}
      >
        {[0, 1, 2, 3, 4].map((part) => (
          <g key={part}>
            <line x1={size.left} x2={size.width - size.right} y1={y((most * part) / 4)} y2={y((most * part) / 4)} />
            <text x={size.left - 8} y={y((most * part) / 4) + 4} textAnchor="end">
              {formatCount(Math.round((most * part) / 4 / 1000) / 100)}
            </text>
          </g>
        ))}
        {days.map(({ day: date }, at) =>
          at % step === 0 ? (
            <text key={date} x={x(at)} y={size.height - 4} textAnchor="middle">
              {dayAndMonth(date)}
            </text>
          ) : null,
        )}
        <path className="chart-ground" d={ground} />
        <path className="chart-before" d={path(({ sum_before: before }) => before)} />
        <path className="chart-now" d={line} />
        {shown !== null && day ? <circle cx={x(shown)} cy={y(day.sum)} r={4} /> : null}
      </svg>
      <figcaption>
        <span className="soft">Продажи, тыс. ₽ в день</span>
        <span className="chart-key now">этот период</span>
        <span className="chart-key before">предыдущий</span>
        <span className="chart-day num">
          {day ? `${dayAndMonth(day.day)}: ${shortPrice(day.sum)}, было ${shortPrice(day.sum_before)}` : ''}
        </span>
      </figcaption>
      <table className="hidden-words">
        <caption>Продажи по дням</caption>
        <thead>
          <tr>
            <th scope="col">День</th>
            <th scope="col">Продажи</th>
            <th scope="col">Было</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day: date, sum, sum_before: before }) => (
            <tr key={date}>
              <th scope="row">{dayAndMonth(date)}</th>
              <td>{shortPrice(sum)}</td>
              <td>{shortPrice(before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** '2026-11-23' → «23.11». */
function dayAndMonth(date: string): string {
  return `${date.slice(8)}.${date.slice(5, 7)}`;
}

/** The next round sum above: the axis ends there. */
function niceMost(sum: number): number {
  const power = 10 ** Math.floor(Math.log10(sum));
  return [1, 2, 4, 5, 8, 10].map((times) => times * power).find((most) => most >= sum) ?? sum;
}
