import { Button } from '../parts/button.tsx';
import type { TextBlock } from './text-blocks.ts';

type Table = Extract<TextBlock, { type: 'table' }>;
type Props = { name: string; block: Table; put: (block: TextBlock) => void };

const mostColumns = 8;
const mostRows = 100;

/** A table cell by cell; its first row may be its head. */
export function TableFields({ name, block, put }: Props) {
  const { head, rows } = block;
  const columns = Math.max(head.length, ...rows.map((row) => row.length));
  const all = head.length > 0 ? [head, ...rows] : rows;
  const setAll = (next: string[][]) =>
    put({ ...block, head: head.length > 0 ? (next[0] ?? []) : [], rows: head.length > 0 ? next.slice(1) : next });

  function setCell(at: number, column: number, text: string) {
    setAll(all.map((row, index) => (index === at ? filled(row, columns).with(column, text) : row)));
  }

  return (
    <>
      <div className="text-table">
        <table>
          <tbody>
            {all.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
              <tr key={at}>
                {filled(row, columns).map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no names
                  <td key={column}>
                    <input
                      aria-label={`${name}, строка ${at + 1}, столбец ${column + 1}`}
                      className={at === 0 && head.length > 0 ? 'strong' : undefined}
                      value={cell}
                      maxLength={1_000}
                      onChange={({ target }) => setCell(at, column, target.value)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="text-add">
        <Button size="small" disabled={all.length >= mostRows} onClick={() => setAll([...all, filled([], columns)])}>
          Строка
        </Button>
        <Button
          size="small"
          disabled={columns >= mostColumns}
          onClick={() => setAll(all.map((row) => filled(row, columns + 1)))}
        >
          Столбец
        </Button>
        <Button size="small" disabled={rows.length <= 1} onClick={() => setAll(all.slice(0, -1))}>
          Убрать строку
        </Button>
        <Button
          size="small"
          disabled={columns <= 1}
          onClick={() => setAll(all.map((row) => filled(row, columns).slice(0, -1)))}
        >
          Убрать столбец
        </Button>
        <label className="check small">
          <input
            type="checkbox"
            checked={head.length > 0}
            onChange={({ target }) =>
              put(
                target.checked
                  ? { ...block, head: rows[0] ?? [], rows: rows.slice(1) }
                  : { ...block, head: [], rows: all },
              )
            }
          />
          Первая строка — заголовки
        </label>
      </div>
    </>
  );
}

function filled(row: string[], columns: number): string[] {
  return Array.from({ length: columns }, (_, column) => row[column] ?? '');
}
