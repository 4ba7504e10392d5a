import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { countOf, formatCount } from '#shared/plurals.ts';
import { useEvery } from '../events/live.tsx';
import { useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { GoodsImportPanel } from './goods-import-panel.tsx';
import { type GoodsImport, goodsStates, isAtWork } from './goods-import-words.ts';
import { TakeGoods } from './take-goods.tsx';

const everyMs = 1_000;
/** While progress of its portions is reported. */
const jobMs = 30_000;

/**
 * Tables of goods: one is taken, the open one is looked at, those of before stand below. The open one is in the
 * address.
 */
export function GoodsImports() {
  const [search, setSearch] = useSearchParams();
  const queries = useQueryClient();
  const often = useEvery(everyMs, jobMs);
  const open = Number(search.get('table')) || null;
  const { data, error, refetch } = useGot<{ items: GoodsImport[] }>('/api/admin/goods-imports', {
    every: ({ state }) => (state.data?.items.some(isAtWork) ? often : false),
  });

  function setOpen(id: number | null) {
    const next = new URLSearchParams(window.location.search);
    if (id === null) next.delete('table');
    else next.set('table', String(id));
    next.delete('rows');
    setSearch(next);
  }

  return (
    <>
      <TakeGoods
        started={(id) => {
          setOpen(id);
          void queries.invalidateQueries();
        }}
      />
      {open === null ? null : <GoodsImportPanel key={open} id={open} close={() => setOpen(null)} />}
      <section className="panel" aria-labelledby="goods-imports">
        <div className="panel-head">
          <h2 id="goods-imports">Что уже присылали</h2>
        </div>
        {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton rows={4} /> : null}
        {data?.items.length === 0 ? (
          <Empty title="Таблиц товаров ещё не было">Скачайте товары, поправьте и пришлите обратно.</Empty>
        ) : null}
        <ul className="value-rows" aria-label="Таблицы товаров">
          {data?.items.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                className="btn btn-text"
                aria-pressed={open === one.id}
                onClick={() => setOpen(one.id)}
              >
                {one.source}
              </button>
              <Tag tone={goodsStates[one.state].tone}>{goodsStates[one.state].words}</Tag>
              <span className="soft small">
                {shortMoment(one.created_at)}, {one.author}
                {one.counts ? `, ${countWords(one.counts)}` : ''}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function countWords({ rows, create, change, refused }: NonNullable<GoodsImport['counts']>): string {
  const parts = [
    countOf(rows, 'строка', 'строки', 'строк'),
    ...(create > 0 ? [`новых ${formatCount(create)}`] : []),
    `изменений ${formatCount(change)}`,
    ...(refused > 0 ? [`не принято ${formatCount(refused)}`] : []),
  ];
  return parts.join(', ');
}
