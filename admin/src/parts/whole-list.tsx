import type { ReactNode } from 'react';
import type { AdminList } from '#shared/admin-lists.ts';
import { Button } from './button.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import type { ListAddress } from './list-address.ts';
import { useListColumns } from './list-columns.ts';
import { RecordTable, type RecordTableProps } from './record-table.tsx';
import { Empty, LoadFailure, Skeleton } from './states.tsx';

type Props<Row> = Omit<RecordTableProps<Row>, 'rows' | 'address' | 'isStale'> & {
  /** By it the shop remembers which columns each person sees. */
  name: AdminList;
  /** What reads the list. */
  list: { error: unknown; refetch: () => unknown };
  /** Of what came, the rows that fit the filter; undefined until it comes. */
  rows: readonly Row[] | undefined;
  /** In the place of the table while there are no records at all. */
  empty: ReactNode;
  /** Of a list that is filtered. */
  address?: ListAddress;
  /** Within the panel, over the table. */
  above?: ReactNode;
};

/** A short list that comes at once, in all its states; former rows stay when it does not come again. */
export function WholeList<Row>({ name, list, rows, empty, address, above, columns, ...table }: Props<Row>) {
  const { error, refetch } = list;
  const chosen = useListColumns(name, columns);
  const isFiltered = address !== undefined && Object.keys(address.filter).length > 0;
  const nothing = isFiltered ? (
    <Empty title="Ничего не подошло" action={<Button onClick={address.resetFilter}>Сбросить фильтры</Button>} />
  ) : (
    empty
  );
  return (
    <div className="panel list-panel">
      {above}
      {rows?.length === 0 ? null : (
        <div className="list-bar">
          <ChooseColumns label={table.label} columns={chosen} />
        </div>
      )}
      {error ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !rows ? <Skeleton rows={8} /> : null}
      {rows?.length === 0 ? nothing : null}
      {rows && rows.length > 0 ? <RecordTable rows={rows} columns={chosen.shown} {...table} /> : null}
    </div>
  );
}
