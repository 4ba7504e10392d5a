import type { Got } from '../parts/got.ts';
import { cellKey, type Edits, rowOfKey } from '../parts/sheet-edits.ts';

export type GoodsSheet = Got<'/api/admin/goods-sheet'>;
export type SheetGoods = GoodsSheet['rows'][number];
export type SheetColumn = GoodsSheet['columns'][number];

/** What a table of goods says where a field is to be emptied. */
const clearMark = '[пусто]';

/** Of a sheet, what was typed that differs from what the shop has, by product. */
export function changedGoods(edits: Edits, rows: readonly SheetGoods[], columns: readonly SheetColumn[]) {
  const typedIn = new Set([...edits.keys()].map(rowOfKey));
  const changed = rows.flatMap((product) => {
    if (!typedIn.has(product.id)) return [];
    const cells = columns.map(({ field }, at) => {
      const typed = edits.get(cellKey(product.id, field));
      return typed === undefined || typed === product.cells[at] ? null : typed;
    });
    return cells.some((cell) => cell !== null) ? [{ product, cells }] : [];
  });
  const count = changed.reduce((sum, { cells }) => sum + cells.filter((cell) => cell !== null).length, 0);
  return { changed, count };
}

/**
 * The changes as a table of goods: a row for each product, named by its code; a cell that was not changed is empty,
 * which leaves the field as it is. `columns`: what stands in them, as the call asks for it.
 */
export function sheetFile(
  { changed }: ReturnType<typeof changedGoods>,
  columns: readonly SheetColumn[],
  now = new Date(),
): { file: File; columns: SheetColumn[] } {
  const used = columns.map((_, at) => changed.some(({ cells }) => cells[at] !== null));
  const usedColumns = columns.filter((_, at) => used[at]);
  const lines = [
    ['Код', ...usedColumns.map(({ heading }) => heading)],
    ...changed.map(({ product, cells }) => [
      product.idcode,
      ...cells.filter((_, at) => used[at]).map((cell) => (cell === null ? '' : cell || clearMark)),
    ]),
  ];
  const text = lines.map((cells) => cells.map(quoted).join(';')).join('\n');
  const day = now.toLocaleDateString('ru-RU', { day: 'numeric', month: 'long' });
  const time = now.toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' }).replace(':', '-');
  return {
    file: new File([`\uFEFF${text}`], `Лист товаров, ${day} ${time}.csv`, { type: 'text/csv' }),
    columns: [{ heading: 'Код', field: 'idcode' }, ...usedColumns],
  };
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
