import { CircleAlert, CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { type Got, useGot } from '../parts/got.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';

type Fact = Got<'/api/admin/health/facts'>['items'][number];

const marks = {
  good: { Icon: CircleCheck, words: 'в порядке' },
  plain: { Icon: CircleMinus, words: 'не настроено или нечего оценить' },
  warn: { Icon: CircleAlert, words: 'посмотрите' },
  bad: { Icon: CircleX, words: 'сломано' },
} as const;

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
            Каталог, страницы и диск — той машины, которая сейчас ответила: если их несколько, у других бывает иначе.
          </p>
        </>
      ) : null}
    </section>
  );
}

function FactRow({ name, tone, words, advice }: Fact) {
  const { Icon, words: state } = marks[tone];
  return (
    <div className={`fact-${tone}`}>
      <dt>
        <Icon size={16} aria-hidden="true" />
        {name}
        <span className="hidden-words">: {state}</span>
      </dt>
      <dd>
        {words}
        {advice ? <strong>{advice}</strong> : null}
      </dd>
    </div>
  );
}
