import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import type { Got } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { request } from '../request.ts';

type Counts = NonNullable<Got<'/api/admin/goods-imports/{id}'>['counts']>;
type Rows = Got<'/api/admin/goods-imports/{id}/rows'>;
type Row = Rows['items'][number];

const stateTags = {
  waiting: 'ждёт',
  applied: 'записана',
  left: 'не тронута',
  stopped: 'до неё не дошли',
  undone: 'возвращена',
  kept: 'оставлена',
} as const;

/** Rows of a table by how they fare: from what to what, or why not. */
export function GoodsImportRows({
  id,
  counts,
  left,
  state,
}: {
  id: number;
  counts: Counts;
  left: number;
  state: string;
}) {
  const [search, setSearch] = useSearchParams();
  const isWritten = state !== 'rehearsed';
  const kinds = [
    { kind: 'change', label: isWritten ? 'Изменены' : 'Изменятся', count: counts.change },
    { kind: 'create', label: 'Новые', count: counts.create },
    { kind: 'refused', label: 'Не приняты', count: counts.refused },
    { kind: 'skipped', label: 'Ведёт 1С', count: counts.skipped },
    { kind: 'left', label: 'Не тронуты', count: left },
  ].filter(({ count }) => count > 0);
  const asked = search.get('rows');
  const kind = kinds.find((one) => one.kind === asked)?.kind ?? kinds[0]?.kind;
  if (kind === undefined) return null;
  return (
    <>
      <fieldset className="segments">
        <legend className="hidden-words">Строки</legend>
        {kinds.map((one) => (
          <button
            key={one.kind}
            type="button"
            aria-pressed={one.kind === kind}
            onClick={() => {
              const next = new URLSearchParams(window.location.search);
              next.set('rows', one.kind);
              setSearch(next);
            }}
          >
            {one.label} <b className="num">{formatCount(one.count)}</b>
          </button>
        ))}
      </fieldset>
      <List key={kind} id={id} kind={kind} state={state} />
      {counts.same > 0 ? <p className="soft small">Без изменений: {formatCount(counts.same)}.</p> : null}
    </>
  );
}

function List({ id, kind, state }: { id: number; kind: string; state: string }) {
  const list = useInfiniteQuery({
    queryKey: ['goods-imports', 'rows', id, kind, state],
    queryFn: async ({ pageParam, signal }) =>
      (await request<Rows>(`/api/admin/goods-imports/${id}/rows?kind=${kind}&after=${pageParam}`, { signal })).body,
    initialPageParam: '0',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items);
  if (!rows)
    return list.error ? <LoadFailure error={list.error} retry={() => void list.refetch()} /> : <Skeleton rows={4} />;
  if (rows.length === 0) return <Empty title="Таких строк нет" />;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="table-scroll goods-rows" aria-label="Строки таблицы" tabIndex={0}>
        <table className="records">
          <thead>
            <tr>
              <th scope="col">Строка</th>
              <th scope="col">Товар</th>
              <th scope="col">Столбец</th>
              <th scope="col">Было</th>
              <th scope="col">Станет</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <RowCells key={row.row} row={row} />
            ))}
          </tbody>
        </table>
      </section>
      {list.hasNextPage ? (
        <p>
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Показать ещё
          </Button>
        </p>
      ) : null}
    </>
  );
}

function RowCells({ row }: { row: Row }) {
  const { cells, name, product_id: productId, state, problem } = row;
  return cells.map((cell, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: cells of a row, which never change
    <tr key={at}>
      {at === 0 ? (
        <>
          <td rowSpan={cells.length} className="num">
            {row.row}
          </td>
          <td rowSpan={cells.length} className="goods-sample">
            {productId === null ? name : <PageLink to={`/catalogue/${productId}`}>{name}</PageLink>}
            {state && state !== 'waiting' ? (
              <>
                {' '}
                <Tag tone={state === 'applied' ? 'good' : 'plain'}>{stateTags[state]}</Tag>
              </>
            ) : null}
            {problem ? <small className="field-error">{problem}</small> : null}
          </td>
        </>
      ) : null}
      <td>{cell.heading || '—'}</td>
      <td className="goods-sample">{cell.from || '—'}</td>
      <td className="goods-sample">
        {cell.to || (cell.heading ? '—' : '')}
        {cell.problem ? <small className="field-error">{cell.problem}</small> : null}
      </td>
    </tr>
  ));
}
