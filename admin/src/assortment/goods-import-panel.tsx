import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { countOf, formatCount } from '#shared/plurals.ts';
import { useEvery } from '../events/live.tsx';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { GoodsImportRows } from './goods-import-rows.tsx';
import { type GoodsImport, goodsStates, isAtWork } from './goods-import-words.ts';

const everyMs = 1_000;
/** While progress of its portions is reported. */
const jobMs = 30_000;

type Props = {
  id: number;
  close: () => void;
  /** Goods have changed: the table was written, or taken back, while the panel stood here. */
  onWritten?: () => Promise<void>;
};

/** A table of goods: what it would change, taking it, how far it is, taking it back. */
export function GoodsImportPanel({ id, close, onWritten }: Props) {
  const queries = useQueryClient();
  const often = useEvery(everyMs, jobMs);
  const path = `/api/admin/goods-imports/${id}`;
  const { data, error, refetch } = useGot<GoodsImport>(path, {
    every: (query) => (query.state.data === undefined || isAtWork(query.state.data) ? often : false),
  });
  const verb = useVerb<GoodsImport>(() => void queries.invalidateQueries());
  const wasAtWork = useRef(false);
  const state = data?.state;
  useEffect(() => {
    const isWritten = wasAtWork.current && (state === 'done' || state === 'stopped' || state === 'undone');
    wasAtWork.current = state === 'running' || state === 'undoing';
    if (isWritten) void onWritten?.();
  });
  if (!data)
    return (
      <section className="panel" aria-label="Таблица товаров">
        {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={4} />}
      </section>
    );
  const { words, tone } = goodsStates[data.state];
  return (
    <section className="panel" aria-labelledby="goods-table">
      <div className="panel-head">
        <h2 id="goods-table">{data.source}</h2>
        <Tag tone={tone}>{words}</Tag>
        <button type="button" className="icon-button panel-close" aria-label="Закрыть таблицу" onClick={close}>
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      <div className="form branch-fields">
        <p role="status">{stateWords(data)}</p>
        {data.counts && data.counts.owned > 0 ? (
          <p className="note">
            {countOf(data.counts.owned, 'ячейка не принята', 'ячейки не приняты', 'ячеек не принято')}: поле ведёт 1С.
            Забрать поле у 1С можно на странице товара.
          </p>
        ) : null}
        <Problem words={verb.problem} />
        <p className="form-actions">
          {data.state === 'rehearsed' && data.counts && data.counts.create + data.counts.change > 0 ? (
            <Button kind="primary" isBusy={verb.isBusy} onClick={() => verb.run(`${path}/confirm`)}>
              {acceptWords(data.counts)}
            </Button>
          ) : null}
          {isAtWork(data) ? (
            <Button isBusy={verb.isBusy} onClick={() => verb.run(`${path}/cancel`)}>
              Остановить
            </Button>
          ) : null}
          {data.can_be_undone && data.applied > 0 ? (
            <Button isBusy={verb.isBusy} onClick={() => verb.run(`${path}/undo`)}>
              Вернуть как было
            </Button>
          ) : null}
        </p>
        {data.counts ? (
          <GoodsImportRows
            id={id}
            counts={data.counts}
            left={data.left + data.stopped + data.kept}
            state={data.state}
          />
        ) : null}
      </div>
    </section>
  );
}

function stateWords(one: GoodsImport): string {
  const { state, counts, applied, waiting, left, stopped, undone, kept, problem } = one;
  const all = formatCount(applied + waiting + left + stopped + undone + kept);
  const untouched = (count: number) => (count > 0 ? `, не тронуто ${formatCount(count)}` : '');
  switch (state) {
    case 'reading':
      return 'Читаем таблицу и сравниваем с магазином…';
    case 'failed':
      return `Таблица не прочитана: ${problem ?? ''}`;
    case 'rehearsed':
      return counts && counts.create + counts.change === 0
        ? `Изменений нет: ${sameWords(counts)}`
        : 'Пока ничего не изменено. Посмотрите строки и примите таблицу.';
    case 'running':
      return `Записываем: ${formatCount(applied + left)} из ${all}`;
    case 'done':
      return `Записано ${formatCount(applied)} из ${all}${untouched(left)}`;
    case 'stopped':
      if (!counts) return 'Остановлено: таблицу не прочитали, ничего не изменено';
      return undone + kept > 0
        ? `Остановлено: возвращено ${formatCount(undone)} из ${formatCount(applied + undone + kept)}`
        : `Остановлено: записано ${formatCount(applied)} из ${all}${untouched(left)}`;
    case 'undoing':
      return `Возвращаем: ${formatCount(undone + kept)} из ${all}`;
    case 'undone':
      return `Возвращено ${formatCount(undone)}${untouched(kept)}`;
  }
}

function sameWords({ same, skipped, refused }: NonNullable<GoodsImport['counts']>): string {
  const parts = [
    `${countOf(same, 'строка', 'строки', 'строк')} без изменений`,
    ...(skipped > 0 ? [`ведёт 1С: ${formatCount(skipped)}`] : []),
    ...(refused > 0 ? [`не принято: ${formatCount(refused)}`] : []),
  ];
  return parts.join(', ');
}

function acceptWords({ create, change }: NonNullable<GoodsImport['counts']>): string {
  const goods = (count: number) => countOf(count, 'товар', 'товара', 'товаров');
  if (create === 0) return `Изменить ${goods(change)}`;
  return change === 0 ? `Завести ${goods(create)}` : `Завести ${formatCount(create)} и изменить ${goods(change)}`;
}
