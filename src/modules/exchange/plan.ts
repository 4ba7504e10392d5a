import type { Db } from '#platform/database.ts';
import type { RowAnswer } from './schema.ts';

/** What a row would change; `before` null: there was nothing. */
export type Planned<T> = { row: number } & ({ problem: string } | { before: T | null; after: T; isChanged: boolean });

export type Change<T> = { row: number; before: T | null; after: T; isChanged: boolean };

export function changesOf<T>(plan: Planned<T>[]): Change<T>[] {
  return plan.flatMap((planned) => ('problem' in planned || !planned.isChanged ? [] : [planned]));
}

/** How rows are planned. */
export type Planning<Key> = {
  /** Keeps the rows that are compared until the transaction ends; left out: nothing is locked. */
  lock?: (db: Db, keys: Key[]) => Promise<void>;
  /** The number of a row for those who sent it, by its place; left out: from 1 on. */
  numberOf?: (index: number) => number;
};

export const nextNumber = (index: number): number => index + 1;

/**
 * Rows with a problem, or of a product and target that an earlier row named already, are left out with the reason; the
 * others come with what they want written.
 */
export function sortOut<T>(
  wanted: ({ problem: string } | T)[],
  keyOf: (wanted: T) => string,
  numberOf: (index: number) => number,
): ({ row: number; problem: string } | { row: number; wanted: T })[] {
  const seen = new Map<string, number>();
  return wanted.map((one, index) => {
    const row = numberOf(index);
    if (isProblem(one)) return { row, problem: one.problem };
    const first = seen.get(keyOf(one));
    if (first !== undefined) return { row, problem: `тот же товар уже назван в строке ${first}` };
    seen.set(keyOf(one), row);
    return { row, wanted: one };
  });
}

export function isProblem<T>(one: { problem: string } | T): one is { problem: string } {
  return typeof one === 'object' && one !== null && 'problem' in one;
}

export function answersOf<T>(plan: Planned<T>[]): RowAnswer[] {
  return plan.map((planned) => {
    const { row } = planned;
    if ('problem' in planned) return { row, status: 'refused', reason: planned.problem };
    return { row, status: planned.isChanged ? 'accepted' : 'unchanged' };
  });
}
