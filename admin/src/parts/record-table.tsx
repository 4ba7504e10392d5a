import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { ListAddress } from './list-address.ts';

export type Column<Row> = {
  /** Its own in the list; by it the shop remembers what each person has put out of sight. */
  key: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** Name of the server's column to sort by; absent: not sorted by this. */
  sort?: string;
  align?: 'right';
  /** Holds what is done with the row: it cannot be put out of sight. */
  isAction?: true;
};

export type RecordTableProps<Row> = {
  label: string;
  rows: readonly Row[];
  columns: Column<Row>[];
  /** Of a list that is sorted by its columns. */
  address?: Pick<ListAddress, 'sort' | 'sortBy'>;
  keyOf: (row: Row) => string;
  /** Opens a row by a press anywhere on it, or by Enter; its first cell should be a link to the same. */
  open?: (row: Row) => void;
  toneOf?: (row: Row) => 'bad' | 'warn' | null;
  /** Former rows stay while new ones come. */
  isStale?: boolean;
};

/**
 * A dense list: head and first column stay in sight, `J` and `K` go through the rows, `Enter` opens one, `Space` marks
 * it.
 */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { label, rows, columns, address, keyOf, open, toneOf, isStale = false } = props;
  const body = useRef<HTMLTableSectionElement>(null);

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>, row: Row, at: number) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { KeyJ: 1, ArrowDown: 1, KeyK: -1, ArrowUp: -1 }[event.code];
    if (step) body.current?.rows[at + step]?.focus();
    else if (event.key === 'Enter' && open) open(row);
    // Marks the row where rows are marked.
    else if (event.code === 'Space')
      event.currentTarget.querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <table className={`records${isStale ? ' stale' : ''}`} aria-busy={isStale}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} address={address} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} data-rows>
          {rows.map((row, at) => (
            <tr
              key={keyOf(row)}
              tabIndex={at === 0 ? 0 : -1}
              className={`${open ? 'opens' : ''}${toneOf?.(row) ? ` tone-${toneOf(row)}` : ''}`.trim() || undefined}
              onKeyDown={(event) => onKeyDown(event, row, at)}
              onClick={(event) => {
                const inside = event.target instanceof Element && event.target.closest('a, button, input, label');
                if (open && !inside && !window.getSelection()?.toString()) open(row);
              }}
            >
              {columns.map(({ key, align, render }) => (
                <td key={key} className={align}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type HeadProps<Row> = { column: Column<Row>; address: RecordTableProps<Row>['address'] };

function Head<Row>({ column, address }: HeadProps<Row>) {
  const { label, sort, align } = column;
  if (!sort || !address)
    return (
      <th scope="col" className={align}>
        {label}
      </th>
    );
  const order = address.sort.field === sort ? address.sort.order : null;
  const Arrow = order === 'DESC' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={align} aria-sort={order ? (order === 'DESC' ? 'descending' : 'ascending') : undefined}>
      <button type="button" onClick={() => address.sortBy(sort)}>
        {label}
        {order ? <Arrow size={12} aria-hidden="true" /> : null}
      </button>
    </th>
  );
}
