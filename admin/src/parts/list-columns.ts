import type { AdminList } from '#shared/admin-lists.ts';
import { useSession } from '../session/session.ts';
import type { Column } from './record-table.tsx';
import type { SavedView } from './saved-views.tsx';

export type ListColumns<Row> = {
  name: AdminList;
  /** In sight now, in the list's own order. */
  shown: Column<Row>[];
  /** Keys of what the person has put out of sight, also of columns that this list does not have today. */
  hidden: readonly string[];
  /** What may be put out of sight, and what always stands. */
  free: Column<Row>[];
  fixed: Column<Row>[];
};

/**
 * The columns of a list as the person has chosen them, or as the filter under a name brings them. The column that names
 * the record and those that do something with it always stand.
 */
export function useListColumns<Row>(
  name: AdminList,
  columns: readonly Column<Row>[],
  view: SavedView | null = null,
): ListColumns<Row> {
  const { me } = useSession();
  const hidden = view?.hidden ?? me.hidden_columns[name] ?? [];
  const naming = columns.find(({ isAction }) => !isAction);
  const fixed = columns.filter((column) => column === naming || column.isAction);
  const free = columns.filter((column) => !fixed.includes(column));
  const shown = columns.filter((column) => fixed.includes(column) || !hidden.includes(column.key));
  return { name, shown, hidden, free, fixed };
}
