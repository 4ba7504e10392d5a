import { formatCount } from '#shared/plurals.ts';
import { countedRows } from './list.ts';

/** So many rows an export asks for: one more than it has, to know whether it is whole. */
export const exportLimit = countedRows + 1;

/** The rows of a table in a file; one that is cut says so in its last row, and how to get the rest. */
export function exportRows<Found, Cell>(found: Found[], cellsOf: (row: Found) => Cell[]): (Cell | string)[][] {
  const rows: (Cell | string)[][] = found.slice(0, countedRows).map(cellsOf);
  return found.length > countedRows ? [...rows, [cutWords]] : rows;
}

const cutWords = `Это не всё: в файле первые ${formatCount(countedRows)} строк. Сузьте отбор по дням и выгрузите по частям`;
