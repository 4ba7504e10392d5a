import { useCallback, useSyncExternalStore } from 'react';

const prefix = 'visible:';
const values = new Map<string, boolean>();
const listeners = new Set<() => void>();

/**
 * S2-34: open or closed, the same in all tabs of the branch. Storage carries the word to the other tabs; a new tab starts
 * closed, so that a menu left open somewhere does not cover a fresh page.
 */
export function useSharedVisibility(name: 'menu' | 'sidebar'): [boolean, (isVisible: boolean) => void] {
  const isVisible = useSyncExternalStore(
    subscribe,
    () => values.get(name) ?? false,
    () => false,
  );
  const set = useCallback(
    (next: boolean) => {
      if ((values.get(name) ?? false) === next) return;
      change(name, next);
      try {
        localStorage.setItem(prefix + name, next ? '1' : '0');
      } catch {
        // Storage is full or forbidden: the menu works in this tab only.
      }
    },
    [name],
  );
  return [isVisible, set];
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', hear);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', hear);
  };
}

function hear({ key, newValue }: StorageEvent): void {
  if (key?.startsWith(prefix)) change(key.slice(prefix.length), newValue === '1');
}

function change(name: string, isVisible: boolean): void {
  values.set(name, isVisible);
  for (const listener of listeners) listener();
}
