import { formatCount } from '#shared/plurals.ts';
import { useEvery } from '../events/live.tsx';
import { type Fact, FactMark } from '../parts/fact-mark.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Tag } from '../parts/tag.tsx';
import type { Dashboard } from './home.tsx';

const everyMs = 60_000;

/** What is wrong now, in words, and how exchange, mail, pages and the rest are, at a glance. */
export function Health({ alarms }: { alarms: NonNullable<Dashboard['alarms']> }) {
  const { data } = useGot<Got<'/api/admin/health/facts'>>('/api/admin/health/facts', { every: useEvery(everyMs) });
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
      {data ? <ShortFacts facts={data.items} /> : null}
      <p className="health-more">
        <PageLink to="/jobs">Задания и здоровье</PageLink>
      </p>
    </section>
  );
}

/** The sign of each; of what is not well, the words too. */
function ShortFacts({ facts }: { facts: readonly Fact[] }) {
  const troubles = facts.filter(({ tone }) => tone === 'warn' || tone === 'bad');
  return (
    <>
      <ul className="health-short" aria-label="Как дела у магазина">
        {facts.map(({ id, name, tone }) => (
          <li key={id} className={`fact-${tone}`}>
            <FactMark name={name} tone={tone} />
          </li>
        ))}
      </ul>
      {troubles.length > 0 ? (
        <ul className="health-troubles small">
          {troubles.map(({ id, name, words }) => (
            <li key={id}>
              <b>{name}.</b> {words}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
