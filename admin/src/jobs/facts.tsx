import { type Fact, FactMark } from '../parts/fact-mark.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';

/** What the shop knows of exchange, mail, receipts, disk and the rest, and what to do about it. */
export function Facts({ everyMs }: { everyMs: number }) {
  const { data, error, refetch } = useGot<Got<'/api/admin/health/facts'>>('/api/admin/health/facts', {
    every: everyMs,
  });
  return (
    <section className="panel" aria-labelledby="facts">
      <div className="panel-head">
        <h2 id="facts">Как дела у магазина</h2>
      </div>
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={8} /> : null}
      {data ? (
        <>
          <dl className="health-facts">
            {data.items.map((fact) => (
              <FactRow key={fact.id} {...fact} />
            ))}
          </dl>
          <p className="health-facts-foot soft small">
            Каталог, страницы, сбои и диск — той машины, которая сейчас ответила: если их несколько, у других бывает
            иначе.
          </p>
        </>
      ) : null}
    </section>
  );
}

function FactRow({ name, tone, words, advice }: Fact) {
  return (
    <div className={`fact-${tone}`}>
      <dt>
        <FactMark name={name} tone={tone} />
      </dt>
      <dd>
        {words}
        {advice ? <strong>{advice}</strong> : null}
      </dd>
    </div>
  );
}
