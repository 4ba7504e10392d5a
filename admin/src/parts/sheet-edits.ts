import { useState } from 'react';

/** Cells of a sheet that were typed over and not saved, by `cellKey`: as typed. */
export type Edits = ReadonlyMap<string, string>;

/** Names a cell: the id of its row and the code of its column, which holds no space. */
export const cellKey = (row: number, column: string) => `${row} ${column}`;

/** The steps of typing that Ctrl Z takes back. */
const mostSteps = 100;

/** What is typed into a sheet, one step after the other. */
export function useEdits(begin: () => Edits = () => new Map()) {
  const [steps, setSteps] = useState<Edits[]>(() => [begin()]);
  return {
    edits: steps.at(-1) ?? new Map<string, string>(),
    edit: (changes: Edits) =>
      setSteps((before) => [...before.slice(-mostSteps), new Map([...(before.at(-1) ?? []), ...changes])]),
    undo: () => setSteps((before) => (before.length > 1 ? before.slice(0, -1) : before)),
    /** Without these cells, or without any: they are saved. */
    forget: (keys?: ReadonlySet<string>) =>
      setSteps((before) => [keys ? new Map([...(before.at(-1) ?? [])].filter(([key]) => !keys.has(key))) : new Map()]),
  };
}

/**
 * Lays a block from a spreadsheet (rows by lines, cells by tabs) over the sheet, from this cell to the right and down;
 * what stands beyond the sheet is left out.
 */
export function pasted(
  text: string,
  at: { row: number; column: number },
  rows: readonly { id: number }[],
  columns: readonly string[],
): Map<string, string> {
  const edits = new Map<string, string>();
  const lines = text.replace(/\r/g, '').replace(/\n$/, '').split('\n');
  for (const [down, line] of lines.entries())
    for (const [right, value] of line.split('\t').entries()) {
      const [row, column] = [rows[at.row + down], columns[at.column + right]];
      if (row && column !== undefined) edits.set(cellKey(row.id, column), value.trim());
    }
  return edits;
}

/** Whether what is pasted is a block of cells, not the text of one. */
export const isBlock = (text: string) => /[\t\n]/.test(text.trim());

/** One value in this cell and all below it. */
export function filledDown(
  value: string,
  at: { row: number; column: number },
  rows: readonly { id: number }[],
  columns: readonly string[],
): Map<string, string> {
  const column = columns[at.column];
  return new Map(column === undefined ? [] : rows.slice(at.row).map(({ id }) => [cellKey(id, column), value]));
}
