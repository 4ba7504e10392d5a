import type { ReactNode } from 'react';

type ScrolledTableProps = {
  label: string;
  columns: string[];
  rows: { key: string; cells: ReactNode[] }[];
};

/** A table that is scrolled in its box; on a narrow screen each cell names its column (info.css). */
export function ScrolledTable({ label, columns, rows }: ScrolledTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled box is reached by keyboard
    <section className="info__scroll" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {columns.map((column, at) => (
                <td key={column} data-name={column}>
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
