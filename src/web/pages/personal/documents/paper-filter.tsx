import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { PapersFound } from '#modules/documents/own-papers.ts';
import { formatDay } from '#shared/dates.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { documentsUrl } from '#shared/urls.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { archiveUrl, mostInArchive, type PapersQuery, papersUrl } from './papers-query.ts';

type PaperFilterProps = {
  query: PapersQuery;
  /** Of each kind in the days that are asked for. */
  counts: PapersFound;
  /** Days that are asked for in one press. */
  periods: { name: string; from: string; to: string }[];
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
export function PaperFilter({ query, counts, periods }: PaperFilterProps) {
  const { device } = useShell();
  const all = counts.invoice + counts.upd + counts.receipt;
  const shown = kinds.filter(([kind]) => counts[kind] > 0 || query.kind === kind);
  return (
    <div className="lkpaper__filter">
      <div className="lkpaper__kinds">
        {shown.length > 1 || query.kind !== null ? (
          <nav className="chips" aria-label="Вид документов">
            <Choice to={papersUrl({ ...query, kind: null })} isOn={query.kind === null}>
              Все <span className="n">{all}</span>
            </Choice>
            {shown.map(([kind, words]) => (
              <Choice key={kind} to={papersUrl({ ...query, kind })} isOn={query.kind === kind}>
                {words} <span className="n">{counts[kind]}</span>
              </Choice>
            ))}
          </nav>
        ) : null}
        <Archive query={query} counts={counts} />
      </div>
      {device === 'mobile' ? (
        <details>
          <summary className="link">{periodWords(query, periods)}</summary>
          <Period query={query} periods={periods} />
        </details>
      ) : (
        <Period query={query} periods={periods} />
      )}
    </div>
  );
}

/** All files that the filter leaves, in one; of one file alone its own link is shorter. */
function Archive({ query, counts }: Pick<PaperFilterProps, 'query' | 'counts'>) {
  const files = query.kind === null ? counts.invoice + counts.upd : query.kind === 'receipt' ? 0 : counts.found;
  if (files < 2) return null;
  const count = countOf(files, 'документ', 'документа', 'документов');
  return (
    <p className="lkpaper__archive">
      {files > mostInArchive ? (
        <span className="small soft num">
          {unbroken(`Найдено ${count}. Одним архивом скачивают до ${mostInArchive}: выберите период короче.`)}
        </span>
      ) : (
        <a className="row link num" href={archiveUrl(query)} download>
          <Icon name="download" size="s" />
          Скачать архив: {count}
        </a>
      )}
    </p>
  );
}

function Choice({ to, isOn, children }: { to: string; isOn: boolean; children: ReactNode }) {
  return (
    <Link className={`chip${isOn ? ' chip--on' : ''}`} to={to} aria-current={isOn ? 'page' : undefined}>
      {children}
    </Link>
  );
}

/** «Период: ноябрь», «Период: с 01.11.2026 по 05.11.2026». */
function periodWords({ from, to }: PapersQuery, periods: PaperFilterProps['periods']): string {
  const named = periods.find((period) => period.from === from && period.to === to);
  const days = [from && `с ${formatDay(from)}`, to && `по ${formatDay(to)}`].filter(Boolean).join(' ');
  return `Период: ${named ? lowerFirst(named.name) : days || 'всё время'}`;
}

function Period({ query, periods }: Pick<PaperFilterProps, 'query' | 'periods'>) {
  const { kind, from, to } = query;
  return (
    <div className="lkpaper__period">
      <nav className="chips" aria-label="Период">
        <Choice to={papersUrl({ kind })} isOn={from === null && to === null}>
          Всё время
        </Choice>
        {periods.map((period) => (
          <Choice
            key={period.name}
            to={papersUrl({ kind, from: period.from, to: period.to })}
            isOn={period.from === from && period.to === to}
          >
            {period.name}
          </Choice>
        ))}
      </nav>
      <Form method="get" action={documentsUrl()} className="lkpaper__days" key={`${from} ${to}`}>
        {kind ? <input type="hidden" name="kind" value={kind} /> : null}
        <Field name="from" label="Выписаны с" type="date" defaultValue={from ?? ''} />
        <Field name="to" label="по" type="date" defaultValue={to ?? ''} aria-label="Выписаны по" />
        <button type="submit" className="btn btn--line btn--sm">
          Показать
        </button>
      </Form>
    </div>
  );
}
