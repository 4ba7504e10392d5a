import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { formatCount } from '#shared/plurals.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { cellHandlers, cellKey, type Edits, leftOutWords } from '../parts/sheet-edits.ts';
import type { SheetColumn, SheetGoods } from './sheet-file.ts';

const rowHeight = 36;

type Props = {
  rows: readonly SheetGoods[];
  columns: readonly SheetColumn[];
  /** Until all goods are there nothing is typed: what is pasted would lack its end. */
  isWhole: boolean;
  edits: Edits;
  /** Why a cell is not taken, by its key. */
  problems: ReadonlyMap<string, string>;
  edit: (changes: Edits) => void;
  undo: () => void;
};

/**
 * Thousands of goods, of which those in sight are drawn. Enter and the arrows go through the cells, a block from a
 * spreadsheet is pasted, Ctrl D fills down, Ctrl Z takes the last step back. What 1C keeps is shown and not typed over.
 */
export function GoodsGrid({ rows, columns, isWhole, edits, problems, edit, undo }: Props) {
  const scroller = useRef<HTMLElement>(null);
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const [leftOut, setLeftOut] = useState<string | null>(null);
  const fields = columns.map(({ field }) => field);
  const inSight = drawn.getVirtualItems();
  const [above, below] = [inSight[0]?.start ?? 0, drawn.getTotalSize() - (inSight.at(-1)?.end ?? 0)];

  /** Leaves out what 1C keeps. */
  function change(changes: Map<string, string>, beyond = 0) {
    const locked = new Set(rows.flatMap(({ id, locked }) => locked.map((field) => cellKey(id, field))));
    const kept = new Map([...changes].filter(([key]) => !locked.has(key)));
    edit(kept);
    setLeftOut(leftOutWords({ beyond, locked: changes.size - kept.size }));
  }

  function focusCell({ row, column }: { row: number; column: number }) {
    if (row < 0 || row >= rows.length) return;
    drawn.scrollToIndex(row);
    // It may be drawn only after the list has moved.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLInputElement>(`input[data-at="${row}-${column}"]`)?.focus(),
    );
  }

  const sheet = { rows, columns: fields, edit: change, undo, focusCell };

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="table-scroll goods-sheet" aria-label="Лист товаров" tabIndex={0} ref={scroller}>
        <table className="records sheet" aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              <th scope="col">Код</th>
              {columns.map(({ field, heading }) => (
                <th key={field} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {above > 0 ? <tr style={{ height: above }} /> : null}
            {inSight.map(({ index }) => {
              const product = rows[index];
              if (!product) return null;
              return (
                <tr key={product.id} aria-rowindex={index + 2}>
                  <td>
                    <PageLink to={`/catalogue/${product.id}`} title={product.name} target="_blank">
                      {product.idcode}
                    </PageLink>
                  </td>
                  {columns.map(({ field, heading }, at) => {
                    const key = cellKey(product.id, field);
                    const stored = product.cells[at] ?? '';
                    if (product.locked.includes(field))
                      return (
                        <td key={field} className="cell locked" title="Поле ведёт 1С">
                          {stored || '—'}
                        </td>
                      );
                    const typed = edits.get(key);
                    const problem = problems.get(key);
                    const state = problem ? 'wrong' : typed !== undefined && typed !== stored ? 'edited' : '';
                    return (
                      <td key={field} className={`cell ${state}`.trim()} title={problem}>
                        <input
                          data-at={`${index}-${at}`}
                          aria-label={`${heading}: ${product.name}`}
                          aria-invalid={problem ? true : undefined}
                          value={typed ?? stored}
                          readOnly={!isWhole}
                          onChange={({ target }) => change(new Map([[key, target.value]]))}
                          {...(isWhole ? cellHandlers(sheet, { row: index, column: at }) : {})}
                        />
                      </td>
                    );
                  })}
                </tr>
              );
            })}
            {below > 0 ? <tr style={{ height: below }} /> : null}
          </tbody>
        </table>
        <p className="hidden-words">Всего строк: {formatCount(rows.length)}</p>
      </section>
      <Problem words={leftOut} />
    </>
  );
}
