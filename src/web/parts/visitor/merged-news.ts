import { useSyncExternalStore } from 'react';

type MergedLine = { name: string; amount: string };

let merged: MergedLine[] | null = null;
const listeners = new Set<() => void>();

/** S4-10: what came from the guest's cart, to be said once; null: it was read. */
export function showMerged(lines: MergedLine[] | null): void {
  merged = lines;
  for (const listener of listeners) listener();
}

export function useMerged(): MergedLine[] | null {
  return useSyncExternalStore(
    subscribe,
    () => merged,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
