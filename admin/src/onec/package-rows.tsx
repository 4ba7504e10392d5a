import { Download } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { currentBranch } from '../request.ts';
import type { Package } from './package-page.tsx';

/** A tab of the rows. */
export type RowsTab = Package['kinds'][number]['kind'] | 'refused';
type Kind = Exclude<RowsTab, 'refused'>;
type Rows = Got<'/api/admin/onec-packages/{id}/rows'>;
type Props = {
  path: string;
  found: Package;
  mayDecide: boolean;
  /** null: the first one. */
  chosen: RowsTab | null;
  setChosen: (tab: RowsTab) => void;
  onChanged: () => void;
};

/** What the package changes, row by row; each may be kept out by hand while it waits. */
export function PackageRows({ path, found, mayDecide, chosen, setChosen, onChanged }: Props) {
  const { kinds, refused, refused_more: more, notes } = found;
  const shown = chosen ?? kinds[0]?.kind ?? (refused.length + notes.length > 0 ? 'refused' : null);
  if (shown === null) return null;
  return (
    <section className="panel onec-rows" id="package-rows" aria-label="Строки пакета" tabIndex={-1}>
      <div className="tabs-row">
        {kinds.map(({ kind, name, count }) => (
          <button key={kind} type="button" aria-pressed={shown === kind} onClick={() => setChosen(kind)}>
            {name} {count === null ? null : <b className="num">{formatCount(count)}</b>}
          </button>
        ))}
        {refused.length + notes.length > 0 ? (
          <button type="button" aria-pressed={shown === 'refused'} onClick={() => setChosen('refused')}>
            Отклонены и замечания <b className="num">{formatCount(refused.length + more + notes.length)}</b>
          </button>
        ) : null}
        {shown === 'refused' ? null : <ExportLink path={path} kind={shown} />}
      </div>
      {shown === 'refused' ? (
        <ul className="plain-list padded">
          {[...notes, ...refused].map((words) => (
            <li key={words}>{words}</li>
          ))}
          {more > 0 ? <li>и ещё {formatCount(more)}</li> : null}
        </ul>
      ) : (
        <OfKind key={shown} path={path} kind={shown} mayDecide={mayDecide} onChanged={onChanged} />
      )}
    </section>
  );
}

/** These rows as a table. */
function ExportLink({ path, kind }: { path: string; kind: Kind }) {
  const branch = currentBranch();
  return (
    <a
      className="rows-export"
      href={`${path}/export?kind=${kind}${branch ? `&branch=${encodeURIComponent(branch)}` : ''}`}
    >
      <Download size={14} aria-hidden="true" />
      Скачать, XLSX
    </a>
  );
}

function OfKind({
  path,
  kind,
  mayDecide,
  onChanged,
}: Pick<Props, 'path' | 'mayDecide' | 'onChanged'> & { kind: Kind }) {
  const [after, setAfter] = useState('0');
  const { data, error, refetch } = useGot<Rows>(`${path}/rows?kind=${kind}&after=${after}`);
  const keep = useVerb(onChanged);
  if (!data) return error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={6} />;
  if (data.items.length === 0)
    return (
      <Empty
        title={kind === 'created' ? 'Новые товары видны поимённо, когда пакет принят' : 'Здесь ничего не меняется'}
      />
    );
  return (
    <>
      <Problem words={keep.problem} />
      <ul className="change-rows">
        {data.items.map(({ row, words, note, is_kept_out: isOut }) => (
          <li key={words} className={isOut ? 'kept-out' : undefined}>
            {mayDecide && row !== null ? (
              <label>
                <input
                  type="checkbox"
                  checked={!isOut}
                  disabled={keep.isBusy}
                  onChange={() => keep.run(`${path}/keep-out`, { rows: [row], is_out: !isOut })}
                />
                <span>{words}</span>
                {note ? <span className="soft num">{note}</span> : null}
                {isOut ? <span className="soft">не принимается</span> : null}
              </label>
            ) : (
              <span>
                {words} {note ? <span className="soft num">{note}</span> : null}{' '}
                {isOut ? <span className="soft">не принято</span> : null}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="rows-foot soft small">
        {mayDecide ? 'Снимите отметку, чтобы строка не принималась.' : null}
        {after !== '0' ? (
          <Button size="small" onClick={() => setAfter('0')}>
            С начала
          </Button>
        ) : null}
        {data.next !== null ? (
          <Button size="small" onClick={() => setAfter(data.next ?? '0')}>
            Дальше
          </Button>
        ) : null}
      </p>
    </>
  );
}
