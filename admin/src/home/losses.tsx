import { demandCauseWords, demandEstimateWords } from '#shared/demand-causes.ts';
import { LossWay, lossName } from '../losses/loss-way.tsx';
import { Help } from '../parts/help.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { shortPrice } from '../parts/short-price.ts';
import type { Dashboard } from './home.tsx';

/** What was not sold in the same days: its causes, and the three largest with what to do about each. */
export function Losses({ sales }: { sales: NonNullable<Dashboard['sales']> }) {
  const { sum, causes, largest, from, to } = sales.losses;
  const share = sales.now.sum > 0 && sum > 0 ? Math.round((sum / sales.now.sum) * 1000) / 10 : null;
  return (
    <section className="panel home-losses" aria-labelledby="home-losses">
      <div className="panel-head">
        <h2 id="home-losses">Потерянный спрос</h2>
        <Help about="Потерянный спрос">{demandEstimateWords}</Help>
        <div className="panel-actions">
          <PageLink to={`/losses?from=${from}&to=${to}`}>Разобрать</PageLink>
        </div>
      </div>
      <p className="home-losses-sum">
        <b className="num">{shortPrice(sum)}</b>{' '}
        <span className="soft">
          оценка{share === null ? '' : `, ${share.toLocaleString('ru-RU')}\u00a0% от продаж`}
        </span>
      </p>
      {causes.length === 0 ? <p className="soft home-losses-none">За эти дни потерь не насчитали.</p> : null}
      {sum > 0 ? (
        <div className="loss-shares" aria-hidden="true">
          {causes.map(({ cause, sum: lost }) => (
            <span key={cause} className={`of-${cause}`} style={{ flexGrow: lost }} />
          ))}
        </div>
      ) : null}
      <dl className="home-losses-causes">
        {causes.map(({ cause, sum: lost }) => (
          <div key={cause}>
            <dt>
              <i className={`of-${cause}`} aria-hidden="true" />
              {demandCauseWords[cause].label}
            </dt>
            <dd className="num">
              {sum > 0 ? <span className="soft">{`${Math.round((lost / sum) * 100)}\u00a0%`}</span> : null}{' '}
              {shortPrice(lost)}
            </dd>
          </div>
        ))}
      </dl>
      {largest.length > 0 ? (
        <ol className="home-losses-largest" aria-label="Самые большие потери">
          {largest.map((loss) => (
            <li key={`${loss.cause} ${loss.department_id_1c} ${loss.product_id ?? loss.name}`}>
              <span className="cell-cut">{lossName(loss)}</span>
              <b className="num">{shortPrice(loss.sum)}</b>
              <small>
                {demandCauseWords[loss.cause].label}, {loss.branch}
              </small>
              <LossWay loss={loss} most={1} />
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}
