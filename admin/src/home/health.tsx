import { formatCount } from '#shared/plurals.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Tag } from '../parts/tag.tsx';
import type { Dashboard } from './home.tsx';

/** What is wrong now, in words. */
export function Health({ alarms }: { alarms: NonNullable<Dashboard['alarms']> }) {
  return (
    <section className="panel" aria-labelledby="health">
      <div className="panel-head">
        <h2 id="health">Здоровье</h2>
        <div className="panel-actions">
          <Tag tone={alarms.length > 0 ? 'warn' : 'good'}>
            {alarms.length > 0 ? `тревог: ${formatCount(alarms.length)}` : 'всё в порядке'}
          </Tag>
        </div>
      </div>
      <ul className="health">
        {alarms.map(({ id, words, count }) => (
          <li key={id}>
            {words}
            <b className="num">{formatCount(count)}</b>
          </li>
        ))}
        {alarms.length === 0 ? <li>Письма уходят, чеки и платежи проходят, задания выполняются.</li> : null}
      </ul>
      <p className="health-more">
        <PageLink to="/jobs">Задания и здоровье</PageLink>
      </p>
    </section>
  );
}
