import { Form, Link } from 'react-router';
import type { PapersFound } from '#modules/documents/own-papers.ts';
import { documentsUrl } from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Field } from '#web/ui/field.tsx';
import { type PapersQuery, papersUrl } from './papers-query.ts';

type PaperFilterProps = {
  query: PapersQuery;
  /** Of each kind in the days that are asked for. */
  counts: PapersFound;
  /** Days that are asked for in one press. */
  periods: { name: string; from: string; to: string }[];
  /** Whoever buys for a firm expects papers of every kind. */
  is_member: boolean;
};

const kinds = [
  ['invoice', 'Счета'],
  ['upd', 'УПД'],
  ['receipt', 'Чеки'],
] as const;

export function isNarrowed({ kind, from, to }: PapersQuery): boolean {
  return kind !== null || from !== null || to !== null;
}

/** Which papers, of which days: links and a form of the GET kind, so that the address holds all of it. */
export function PaperFilter({ query, counts, periods, is_member }: PaperFilterProps) {
  const { device } = useShell();
  const all = counts.invoice + counts.upd + counts.receipt;
  const shown = kinds.filter(([kind]) => is_member || counts[kind] > 0 || query.kind === kind);
  const isDated = query.from !== null || query.to !== null;
  const period = <Period query={query} periods={periods} />;
  return (
    <div className="lkpaper__filter">
      {shown.length > 1 ? (
        <nav className="chips" aria-label="Вид документов">
          <Kind to={papersUrl({ ...query, kind: null })} isOn={query.kind === null} words="Все" count={all} />
          {shown.map(([kind, words]) => (
            <Kind
              key={kind}
              to={papersUrl({ ...query, kind })}
              isOn={query.kind === kind}
              words={words}
              count={counts[kind]}
            />
          ))}
        </nav>
      ) : null}
      {device === 'mobile' ? (
        <details open={isDated}>
          <summary className="link">За период</summary>
          {period}
        </details>
      ) : (
        period
      )}
    </div>
  );
}

/** A kind of which the days hold nothing leads nowhere. */
function Kind({ to, isOn, words, count }: { to: string; isOn: boolean; words: string; count: number }) {
  const inside = (
    <>
      {words} <span className="n">{count}</span>
    </>
  );
  if (count === 0 && !isOn) return <span className="chip chip--off">{inside}</span>;
  return (
    <Link className={`chip${isOn ? ' chip--on' : ''}`} to={to} aria-current={isOn ? 'page' : undefined}>
      {inside}
    </Link>
  );
}

function Period({ query, periods }: Pick<PaperFilterProps, 'query' | 'periods'>) {
  const { kind, from, to } = query;
  return (
    <Form method="get" action={documentsUrl()} className="lkperiod" key={`${from} ${to}`}>
      {kind ? <input type="hidden" name="kind" value={kind} /> : null}
      <Field name="from" label="Выписаны с даты" type="date" defaultValue={from ?? ''} />
      <Field name="to" label="По дату" type="date" defaultValue={to ?? ''} />
      <button type="submit" className="btn btn--line">
        Показать
      </button>
      <ul className="chips lkperiod__named">
        {periods.map((period) => {
          const isOn = period.from === from && period.to === to;
          return (
            <li key={period.name}>
              <Link
                className={`chip${isOn ? ' chip--on' : ''}`}
                to={papersUrl({ kind, from: period.from, to: period.to })}
                aria-current={isOn ? 'page' : undefined}
              >
                {period.name}
              </Link>
            </li>
          );
        })}
        {from || to ? (
          <li>
            <Link className="link small" to={papersUrl({ kind })}>
              За всё время
            </Link>
          </li>
        ) : null}
      </ul>
    </Form>
  );
}
