import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { cellKey, type Edits } from '../parts/sheet-edits.ts';
import type { GoodsSheet } from './sheet-file.ts';

const field = 'analogues';

/**
 * The code in the address, `add`, stands in the column of analogues behind those that the goods have, once the whole
 * sheet is there; not at the product itself. The address forgets it, so that what is taken back stays so.
 */
export function useAddedAnalogue({ columns, rows }: GoodsSheet, isWhole: boolean, edit: (edits: Edits) => void): void {
  const [search, setSearch] = useSearchParams();
  const code = search.get('add');
  const at = columns.findIndex((column) => column.field === field);
  const isAdded = useRef(false);
  useEffect(() => {
    // Once: the address changes later than what is typed, and each change would come again before it.
    if (code === null || !isWhole || at < 0 || isAdded.current) return;
    isAdded.current = true;
    edit(withCode(rows, at, code));
    const next = new URLSearchParams(window.location.search);
    next.delete('add');
    setSearch(next, { replace: true });
  }, [code, isWhole, at, rows, edit, setSearch]);
}

function withCode(rows: GoodsSheet['rows'], at: number, code: string): Edits {
  return new Map(
    rows.flatMap(({ id, idcode, cells }) => {
      const known = (cells[at] ?? '').split(/[\s,;]+/).filter(Boolean);
      if (idcode === code || known.includes(code)) return [];
      return [[cellKey(id, field), [...known, code].join(', ')] as const];
    }),
  );
}
