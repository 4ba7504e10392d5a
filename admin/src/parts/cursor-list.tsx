import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import type { AdminList } from '#shared/admin-lists.ts';
import { Button } from './button.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import type { ListAddress } from './list-address.ts';
import { useListColumns } from './list-columns.ts';
import { RecordTable, type RecordTableProps } from './record-table.tsx';
import { Empty, LoadFailure, Skeleton } from './states.tsx';
import type { CursorListOf } from './use-cursor-list.ts';

type Props<Row extends RaRecord> = Omit<RecordTableProps<Row>, 'rows' | 'isStale' | 'address'> & {
  /** By it the shop remembers which columns each person sees. */
  name: AdminList;
  list: CursorListOf<Row>;
  address: ListAddress;
  /** In the place of the list while there are no records at all. */
  empty: ReactNode;
};

/** A list that goes on by «Показать ещё», in all its states; former rows stay while others are read. */
export function CursorList<Row extends RaRecord>(props: Props<Row>) {
  const { name, list, address, empty, columns, ...table } = props;
  const { rows, error, isStale, hasMore, retry } = list;
  const chosen = useListColumns(name, columns);
  const isFiltered = Object.keys(address.filter).length > 0;
  const nothing = isFiltered ? (
    <Empty title="Ничего не подошло" action={<Button onClick={address.resetFilter}>Сбросить фильтры</Button>} />
  ) : (
    empty
  );
  return (
    <div className="panel list-panel">
      {rows?.length === 0 ? null : (
        <div className="list-bar">
          <ChooseColumns label={table.label} columns={chosen} />
        </div>
      )}
      {error && !(rows && hasMore) ? <LoadFailure error={error} retry={retry} /> : null}
      {!error && !rows ? <Skeleton rows={12} /> : null}
      {rows?.length === 0 ? nothing : null}
      {rows && rows.length > 0 ? <RecordTable rows={rows} isStale={isStale} columns={chosen.shown} {...table} /> : null}
      <LoadMore list={list} />
    </div>
  );
}

/** What is loaded goes on here; what did not come can be asked for again. */
export function LoadMore({ list }: { list: CursorListOf<unknown> }) {
  const { rows, error, hasMore, isLoadingMore, loadMore } = list;
  if (!rows || !hasMore) return null;
  return (
    <div className="list-end">
      {error ? (
        <LoadFailure error={error} retry={loadMore} />
      ) : (
        <Button isBusy={isLoadingMore} onClick={loadMore}>
          {isLoadingMore ? 'Загружаем…' : 'Показать ещё'}
        </Button>
      )}
    </div>
  );
}
