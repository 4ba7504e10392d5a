import { type DemandCause, demandCauses, demandCauseWords, demandEstimateWords } from '#shared/demand-causes.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { Help } from '../parts/help.tsx';

type Props = {
  /** Kopecks, of the whole filter. */
  sum: number;
  causes: readonly { cause: DemandCause; sum: number; rows: number }[];
  isStale: boolean;
};

/** What the filter comes to, and each cause of it with the formula it is computed by. */
export function LossSums({ sum, causes, isStale }: Props) {
  return (
    <section className={`panel loss-sums${isStale ? ' stale' : ''}`} aria-label="Оценка потерь">
      <dl>
        <div className="loss-total">
          <dt>
            Всего, оценка
            <Help about="Оценка">{demandEstimateWords}</Help>
          </dt>
          <dd>
            <b className="num">{formatPrice(sum)}</b>
            <span className="soft">по выбранному</span>
          </dd>
        </div>
        {demandCauses.map((cause) => {
          const { label, formula } = demandCauseWords[cause];
          const lost = causes.find((one) => one.cause === cause);
          return (
            <div key={cause}>
              <dt>
                {label}
                <Help about={label}>{formula}</Help>
              </dt>
              <dd>
                <b className="num">{formatPrice(lost?.sum ?? 0)}</b>
                <span className="soft">оценка, {countOf(lost?.rows ?? 0, 'строка', 'строки', 'строк')}</span>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
