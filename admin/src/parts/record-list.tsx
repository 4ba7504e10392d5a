import type { ReactNode } from 'react';
import type { RaRecord, UseGetListHookValue } from 'react-admin';
import type { AdminList } from '#shared/admin-lists.ts';
import { Button } from './button.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import type { ListAddress } from './list-address.ts';
import { useListColumns } from './list-columns.ts';
import { nextOf, Pager } from './pager.tsx';
import { RecordTable, type RecordTableProps } from './record-table.tsx';
import { SavedViews, useSavedViews } from './saved-views.tsx';
import { Empty, LoadFailure, Skeleton } from './states.tsx';

type Props<Row extends RaRecord> = Omit<RecordTableProps<Row>, 'rows' | 'isStale' | 'address'> & {
  /** By it the shop remembers which columns each person sees. */
  name: AdminList;
  list: UseGetListHookValue<Row>;
  address: ListAddress;
  /** In the place of the list while there are no records at all. */
  empty: ReactNode;
  /** How one searches here, told when nothing fits. */
  hint?: string;
  /** Between the table and the pager. */
  below?: ReactNode;
  /** Stands within the page of a record: no filter is kept under a name there. */
  isNested?: boolean;
};

/** A list that the server pages, in all its states; former rows stay while others are read or when they do not come. */
export function RecordList<Row extends RaRecord>(props: Props<Row>) {
  const { name, list, address, empty, hint, below, isNested = false, columns, ...table } = props;
  const { data: rows, total = 0, error, isPlaceholderData, refetch, meta } = list;
  const isFiltered = Object.keys(address.filter).length > 0;
  const views = useSavedViews(!isNested);
  const chosen = useListColumns(name, columns, views.shown);
  const nothing = isFiltered ? (
    <Empty title="Ничего не подошло" action={<Button onClick={address.resetFilter}>Сбросить фильтры</Button>}>
      {hint}
    </Empty>
  ) : (
    empty
  );
  // The columns of a filter under a name come with it: until then there is no telling which are to be seen.
  const isWaiting = !rows || (isFiltered && views.isLoading);
  return (
    <div className="panel list-panel">
      <div className="list-bar">
        <SavedViews views={views} isFiltered={isFiltered && !isNested} hidden={chosen.hidden} />
        <ChooseColumns label={table.label} columns={chosen} {...(isNested ? {} : { views })} />
      </div>
      {error ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && isWaiting ? <Skeleton rows={12} /> : null}
      {rows?.length === 0 ? nothing : null}
      {rows && rows.length > 0 && !isWaiting ? (
        <>
          <RecordTable rows={rows} address={address} isStale={isPlaceholderData} columns={chosen.shown} {...table} />
          {below}
          <Pager address={address} total={total} hasMore={meta?.more === true} next={nextOf(list)} />
        </>
      ) : null}
    </div>
  );
}
