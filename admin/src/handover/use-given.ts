import { useState } from 'react';
import { dueForPart } from '#shared/part-sums.ts';
import type { DeskOrder } from './handover.tsx';

export type OrderLine = DeskOrder['lines'][number];
/** How much of a line leaves; when not all of it, why. */
export type Given = { given: number; problem: 'shortage' | 'defect' | null; note: string; photo: string | null };

const nothing: Given = { given: 0, problem: null, note: '', photo: null };

/** Of an order that is handed over: the lines that wait and what leaves of each; at first all. */
export function useGiven({ lines, due, services }: DeskOrder) {
  const waiting = lines.filter((line) => line.waiting > 0);
  const [given, setGiven] = useState<Record<number, Given>>(() =>
    Object.fromEntries(waiting.map((line) => [line.order_line_id, { ...nothing, given: line.waiting }])),
  );
  const [fromServer, setFromServer] = useState<number | null>(null);
  return {
    waiting,
    given,
    givenOf: (line: OrderLine) => given[line.order_line_id] ?? nothing,
    set: (id: number, change: Partial<Given>) => {
      if (change.given !== undefined) setFromServer(null);
      setGiven((before) => ({ ...before, [id]: { ...(before[id] ?? nothing), ...change } }));
    },
    /** What is taken for what leaves, kopecks. */
    due:
      fromServer ??
      dueForPart(
        due,
        services,
        lines.map((line) => ({ ...line, now: given[line.order_line_id]?.given ?? 0 })),
      ),
    /** The server says what is taken for these counts, kopecks: so it is until others leave. */
    setDue: setFromServer,
    /** Lines that leave whole. */
    full: waiting.filter((line) => given[line.order_line_id]?.given === line.waiting).length,
    isUnexplained: waiting.some((line) => {
      const one = given[line.order_line_id];
      return one && one.given < line.waiting && one.problem === null;
    }),
    isNothing: waiting.every((line) => given[line.order_line_id]?.given === 0),
  };
}
