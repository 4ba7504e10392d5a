import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';

/** Cells of a sheet that were typed over and not saved, by `cellKey`: as typed. */
export type Edits = ReadonlyMap<string, string>;

/** Names a cell: the id of its row and the code of its column, which holds no space. */
export const cellKey = (row: number, column: string) => `${row} ${column}`;

/** The id of the row of a cell, by its key. */
export const rowOfKey = (key: string) => Number(key.split(' ')[0]);

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

type Place = { row: number; column: number };

/**
 * Lays a block from a spreadsheet (rows by lines, cells by tabs) over the sheet, from this cell to the right and down;
 * what stands beyond the sheet is left out.
 */
function pasted(
  text: string,
  at: Place,
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
const isBlock = (text: string) => /[\t\n]/.test(text.trim());

/** One value in this cell and all below it. */
function filledDown(
  value: string,
  at: Place,
  rows: readonly { id: number }[],
  columns: readonly string[],
): Map<string, string> {
  const column = columns[at.column];
  return new Map(column === undefined ? [] : rows.slice(at.row).map(({ id }) => [cellKey(id, column), value]));
}

type Sheet = {
  rows: readonly { id: number }[];
  columns: readonly string[];
  edit: (changes: Map<string, string>) => void;
  undo: () => void;
  /** Goes to the cell, which may lie beyond the sheet. */
  focusCell: (at: Place) => void;
};

/** What a cell's field answers to: Enter and the arrows, Ctrl Z, Ctrl D, a pasted block. */
export function cellHandlers({ rows, columns, edit, undo, focusCell }: Sheet, at: Place) {
  return {
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      const isControl = event.ctrlKey || event.metaKey;
      if (isControl && event.code === 'KeyZ') undo();
      else if (isControl && event.code === 'KeyD') edit(filledDown(event.currentTarget.value, at, rows, columns));
      else if (event.key === 'Enter' || event.key === 'ArrowDown') focusCell({ ...at, row: at.row + 1 });
      else if (event.key === 'ArrowUp') focusCell({ ...at, row: at.row - 1 });
      else return;
      event.preventDefault();
    },
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      const text = event.clipboardData.getData('text/plain');
      if (!isBlock(text)) return;
      event.preventDefault();
      edit(pasted(text, at, rows, columns));
    },
  };
}
