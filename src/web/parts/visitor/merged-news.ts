import { createStore, useStore } from '#web/ui/store.ts';

type MergedLine = { name: string; amount: string };

const merged = createStore<MergedLine[] | null>(null);

/** S4-10: what came from the guest's cart, to be said once; null: it was read. */
export function showMerged(lines: MergedLine[] | null): void {
  merged.set(lines);
}

export function useMerged(): MergedLine[] | null {
  return useStore(merged, null);
}
