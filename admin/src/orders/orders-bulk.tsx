import { useQueryClient } from '@tanstack/react-query';
import { Download, FileText, Hand, PackageOpen } from 'lucide-react';
import { useState } from 'react';
import { countOf, formatCount } from '#shared/plurals.ts';
import { listSearch } from '../data-provider.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/problem.tsx';
import { type Boxes, mostMarked } from '../parts/use-boxes.ts';
import { useVerb } from '../parts/use-verb.ts';
import { currentBranch } from '../request.ts';
import { useCan } from '../session/session.ts';

type Props = {
  boxes: Boxes<string>;
  filter: Record<string, unknown>;
  /** How many orders fit the filter; null: more than are counted. */
  total: number | null;
};

/** A bulk action takes so many orders of a filter. */
const mostOfFilter = 500;
/** So many picking lists are printed at once. */
const mostLists = 50;

/** What is done with the marked orders, or with all of the filter, at once. */
export function OrdersBulk({ boxes, filter, total }: Props) {
  const [isAll, setAll] = useState(false);
  const [result, setResult] = useState<string | null>(null);
  const queries = useQueryClient();
  const { ids, isFull } = boxes;
  const count = isAll ? (total ?? 0) : ids.length;
  const mayTakeAll = !isAll && total !== null && total > ids.length && total <= mostOfFilter;

  function clear() {
    setAll(false);
    boxes.clear();
  }

  function finish(words: string) {
    setResult(words);
    clear();
    void queries.invalidateQueries({ queryKey: ['orders'] });
  }

  if (ids.length === 0)
    return result ? (
      <p className="bulk" role="status">
        {result}
      </p>
    ) : null;
  return (
    <div className="bulk">
      <b>
        {isAll ? 'Все по отбору: ' : ''}
        {countOf(count, 'заказ', 'заказа', 'заказов')}
      </b>
      {isFull && !isAll ? (
        <span role="alert">Больше {countOf(mostMarked, 'заказа', 'заказов', 'заказов')} сразу не отметить</span>
      ) : null}
      {mayTakeAll ? (
        <Button kind="text" size="small" onClick={() => setAll(true)}>
          Выбрать все {formatCount(total)} по отбору
        </Button>
      ) : null}
      <BulkVerbs body={isAll ? { filter: given(filter), count } : { ids }} finish={finish} />
      <a className="btn btn-plain btn-small" href={exportPath(isAll ? { filter } : { ids })}>
        <Download size={14} aria-hidden="true" />
        Выгрузить
      </a>
      <Button kind="text" size="small" onClick={clear}>
        Снять выбор
      </Button>
    </div>
  );
}

type Chosen = { ids: string[] } | { filter: Record<string, unknown>; count: number };

/** For whoever assembles: the same people take orders for themselves. */
function BulkVerbs({ body, finish }: { body: Chosen; finish: (words: string) => void }) {
  const canAssemble = useCan('orders.assemble');
  const take = useVerb<{ taken: number; skipped: number }>(({ taken, skipped }) =>
    finish(`Взято: ${taken}${skipped > 0 ? `, уже ведут другие: ${skipped}` : ''}`),
  );
  const assemble = useVerb<{ moved: number; skipped: number }>(({ moved, skipped }) =>
    finish(`Собирается: ${moved}${skipped > 0 ? `, сборку не начать: ${skipped}` : ''}`),
  );
  const isBusy = take.isBusy || assemble.isBusy;
  if (!canAssemble) return null;
  return (
    <>
      <Button
        size="small"
        icon={<Hand size={14} aria-hidden="true" />}
        isBusy={isBusy}
        onClick={() => take.run('/api/admin/orders/assign', body)}
      >
        Взять себе
      </Button>
      <Button
        size="small"
        icon={<PackageOpen size={14} aria-hidden="true" />}
        isBusy={isBusy}
        onClick={() => assemble.run('/api/admin/orders/assemble', body)}
      >
        Собрать
      </Button>
      {'ids' in body ? <PickingLists ids={body.ids} /> : null}
      <Problem words={take.problem ?? assemble.problem} />
    </>
  );
}

function PickingLists({ ids }: { ids: string[] }) {
  if (ids.length > mostLists)
    return (
      <span className="soft small">Листы сборки: до {countOf(mostLists, 'заказа', 'заказов', 'заказов')} сразу</span>
    );
  return (
    <a
      className="btn btn-plain btn-small"
      target="_blank"
      rel="noreferrer"
      href={`/api/admin/orders/picking-lists?ids=${ids.join(',')}`}
    >
      <FileText size={14} aria-hidden="true" />
      Листы сборки
    </a>
  );
}

/** Fields that the filter names. */
function given(filter: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

function exportPath(of: { ids: string[] } | { filter: Record<string, unknown> }): string {
  const search = 'ids' in of ? new URLSearchParams({ ids: of.ids.join(',') }) : listSearch({ filter: of.filter });
  const branch = currentBranch();
  if (branch) search.set('branch', branch);
  return `/api/admin/orders/export?${search}`;
}
