import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { countOf } from '#shared/plurals.ts';

/** Cells of a sheet that were typed over and not saved, by `cellKey`: as typed. */
export type Edits = ReadonlyMap<string, string>;

/** Names a cell: the id of its row and the code of its column, which holds no space. */
export const cellKey = (row: number, column: string) => `${row} ${column}`;

/** The id of the row of a cell, by its key. */
export const rowOfKey = (key: string) => Number(key.split(' ')[0]);

/** These cells without those of columns that are not to be changed. */
export function withoutColumns(edits: Edits, closed: ReadonlySet<string>): Edits {
  return closed.size === 0 ? edits : new Map([...edits].filter(([key]) => !closed.has(key.split(' ')[1] ?? '')));
}

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
 * Lays a block from a spreadsheet (rows by lines, cells by tabs) over the sheet, from this cell to the right and down.
 * `beyond`: how many cells stand beyond the sheet and are left out.
 */
function pasted(
  text: string,
  at: Place,
  rows: readonly { id: number }[],
  columns: readonly string[],
): { edits: Map<string, string>; beyond: number } {
  const edits = new Map<string, string>();
  let beyond = 0;
  const lines = text.replace(/\r/g, '').replace(/\n$/, '').split('\n');
  for (const [down, line] of lines.entries())
    for (const [right, value] of line.split('\t').entries()) {
      const [row, column] = [rows[at.row + down], columns[at.column + right]];
      if (row && column !== undefined) edits.set(cellKey(row.id, column), value.trim());
      else beyond++;
    }
  return { edits, beyond };
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
  /** `beyond`: cells of what was pasted that the sheet has no place for. */
  edit: (changes: Map<string, string>, beyond?: number) => void;
  undo: () => void;
  /** Goes to the cell, which may lie beyond the sheet. */
  focusCell: (at: Place) => void;
};

/**
 * What a cell's field answers to: Enter and the arrows, Ctrl Z, Ctrl D, a pasted block. What is typed replaces what
 * stood there, as in a spreadsheet; a second press puts the caret into it.
 */
export function cellHandlers({ rows, columns, edit, undo, focusCell }: Sheet, at: Place) {
  return {
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
    onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
      if (event.currentTarget === document.activeElement) return;
      // The press would put the caret where the mouse is, and what is selected would not be any more.
      event.preventDefault();
      event.currentTarget.focus();
    },
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
      const { edits, beyond } = pasted(text, at, rows, columns);
      edit(edits, beyond);
    },
  };
}

/** What was left out of a pasted block, for the person to read; null: nothing was. */
export function leftOutWords({
  beyond = 0,
  locked = 0,
  closed = 0,
}: {
  beyond?: number;
  locked?: number;
  /** In columns that are not to be changed. */
  closed?: number;
}): string | null {
  const words = [
    beyond > 0 ? `${countOf(beyond, 'ячейка', 'ячейки', 'ячеек')} за краем листа` : '',
    locked > 0 ? `${countOf(locked, 'ячейка', 'ячейки', 'ячеек')}, которые ведёт 1С` : '',
    closed > 0 ? `${countOf(closed, 'ячейка', 'ячейки', 'ячеек')} в колонках, которые меняют не здесь` : '',
  ].filter(Boolean);
  return words.length > 0 ? `Не вошло при вставке: ${words.join('; ')}.` : null;
}
