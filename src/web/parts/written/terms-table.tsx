import './terms-table.css';
import type { ReactNode } from 'react';

type TermsTableProps = {
  caption?: string;
  head: readonly string[];
  rows: { id: string | number; name: ReactNode; cells: ReactNode[] }[];
  /**
   * On a narrow screen: 'short' cells stay in a row, 'text' stands under its name; else a cell stands beside its name.
   */
  look?: 'short' | 'text' | undefined;
};

/** Terms in rows under named columns. On a narrow screen each row is a list, its cells named. */
export function TermsTable({ caption, head, rows, look }: TermsTableProps) {
  return (
    <table className={look ? `terms terms--${look}` : 'terms'}>
      {caption ? (
        <caption>
          <h2>{caption}</h2>
        </caption>
      ) : null}
      <thead>
        <tr>
          {head.map((name) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, cells }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={head[at + 1]} data-name={head[at + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
