import { useRef, useState } from 'react';

/** As many records as a call takes by their ids. */
export const mostMarked = 200;

export type Boxes<Id extends number | string = number> = {
  ids: Id[];
  /** Rows that were pressed last found no more room. */
  isFull: boolean;
  has: (id: Id) => boolean;
  /** `isRange`: with all between the row that was pressed before and this one, as that one was. */
  toggle: (id: Id, isRange: boolean) => void;
  clear: () => void;
};

/** Which rows of a list are marked; of 200 at most. `shown`: ids of the rows in sight, in their order. */
export function useBoxes<Id extends number | string>(shown: readonly Id[]): Boxes<Id> {
  const [marked, setMarked] = useState<ReadonlySet<Id>>(new Set());
  const [isFull, setFull] = useState(false);
  const last = useRef<Id | null>(null);
  return {
    ids: [...marked],
    isFull,
    has: (id) => marked.has(id),
    toggle(id, isRange) {
      const isOn = !marked.has(id);
      const [from, to] = [last.current === null ? -1 : shown.indexOf(last.current), shown.indexOf(id)];
      const rows = isRange && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      last.current = id;
      const next = new Set(marked);
      for (const row of rows) {
        if (isOn && next.size < mostMarked) next.add(row);
        if (!isOn) next.delete(row);
      }
      setMarked(next);
      setFull(isOn && rows.some((row) => !next.has(row)));
    },
    clear: () => {
      setMarked(new Set());
      setFull(false);
    },
  };
}
