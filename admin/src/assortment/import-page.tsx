import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { AssortmentTabs } from './assortment-tabs.tsx';
import { GoodsImports } from './goods-imports.tsx';
import { ImportRows } from './import-rows.tsx';
import { TakeTable } from './take-table.tsx';

export type FileImport = Got<'/api/admin/file-imports'>['items'][number];

const stateWords = {
  rehearsed: { words: 'проверена', tone: 'plain' },
  held: { words: 'задержана', tone: 'warn' },
  applied: { words: 'принята', tone: 'good' },
} as const;

const kinds = [
  { of: 'prices', label: 'Цены и остатки', path: '/api/admin/goods-export' },
  { of: 'goods', label: 'Товары', path: '/api/admin/goods-table' },
] as const;

/**
 * Prices and stock, or goods with all their fields, by tables: taken after a look, put back, given out with the same
 * headings.
 */
export function ImportPage() {
  const [search, setSearch] = useSearchParams();
  const kind = kinds.find(({ of }) => of === search.get('of')) ?? kinds[0];
  return (
    <PageFrame
      title="Импорт и экспорт"
      beside={<AssortmentTabs />}
      actions={
        <>
          <a className="btn btn-plain" href={`${kind.path}?as=csv`} download>
            <Download size={16} aria-hidden="true" />
            {kind.label}, CSV
          </a>
          <a className="btn btn-plain" href={`${kind.path}?as=xlsx`} download>
            <Download size={16} aria-hidden="true" />
            XLSX
          </a>
        </>
      }
    >
      <fieldset className="segments">
        <legend className="hidden-words">Что в таблице</legend>
        {kinds.map(({ of, label }) => (
          <button
            key={of}
            type="button"
            aria-pressed={of === kind.of}
            onClick={() => {
              const next = new URLSearchParams({ of });
              const branch = search.get('branch');
              if (branch) next.set('branch', branch);
              setSearch(next);
            }}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {kind.of === 'goods' ? (
        <GoodsImports />
      ) : (
        <>
          <TakeTable />
          <Imports />
        </>
      )}
    </PageFrame>
  );
}

function Imports() {
  const { data, error, refetch } = useGot<{ items: FileImport[] }>('/api/admin/file-imports');
  const [search, setSearch] = useSearchParams();
  const open = Number(search.get('table')) || null;
  const isListed = data?.items.some(({ id }) => id === open);
  function setOpen(id: number | null) {
    const next = new URLSearchParams(window.location.search);
    if (id === null) next.delete('table');
    else next.set('table', String(id));
    setSearch(next);
  }
  return (
    <section className="panel" aria-labelledby="imports">
      <div className="panel-head">
        <h2 id="imports">Что уже присылали</h2>
      </div>
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={4} /> : null}
      {data?.items.length === 0 ? (
        <Empty title="Таблиц ещё не было">Выберите файл выше: сначала покажем, что изменится.</Empty>
      ) : null}
      {data && open !== null && !isListed ? (
        <section className="form" aria-label={`Таблица № ${open}`}>
          <p className="soft small">Таблица № {open} пришла раньше тех, что стоят ниже.</p>
          <ImportRows id={open} />
        </section>
      ) : null}
      <ul className="value-rows" aria-label="Таблицы">
        {data?.items.map((one) => (
          <li key={one.id}>
            <Line one={one} isOpen={open === one.id} toggle={() => setOpen(open === one.id ? null : one.id)} />
            {open === one.id ? <ImportRows id={one.id} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ one, isOpen, toggle }: { one: FileImport; isOpen: boolean; toggle: () => void }) {
  const queries = useQueryClient();
  const undo = useVerb<{ restored: number; changed_since: number }>(() => void queries.invalidateQueries());
  const { words, tone } = stateWords[one.state];
  const { prices, stock } = one.summary;
  return (
    <>
      <button type="button" className="btn btn-text" aria-expanded={isOpen} onClick={toggle}>
        {one.source}
      </button>
      <Tag tone={tone}>{words}</Tag>
      {one.undone_at ? <Tag>цены возвращены</Tag> : null}
      <span className="soft small">
        {shortMoment(one.at)}
        {one.author ? `, ${one.author}` : ''}, «{one.map_name}», цен {formatCount(prices.changed)}, остатков{' '}
        {formatCount(stock.changed)}, не принято {formatCount(prices.refused + stock.refused)}
      </span>
      {one.can_be_undone && prices.changed > 0 ? (
        <Button size="small" isBusy={undo.isBusy} onClick={() => undo.run(`/api/admin/file-imports/${one.id}/undo`)}>
          Вернуть цены
        </Button>
      ) : null}
      {undo.answer ? (
        <span className="soft small" role="status">
          Возвращено {formatCount(undo.answer.restored)}
          {undo.answer.changed_since > 0 ? `, ещё ${formatCount(undo.answer.changed_since)} с тех пор изменили` : ''}
        </span>
      ) : null}
      <Problem words={undo.problem} />
    </>
  );
}
