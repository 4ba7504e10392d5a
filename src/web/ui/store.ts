import { useSyncExternalStore } from 'react';

/** A value that parts of a page share without a context: only those that read it are rendered again. */
export type Store<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `onServer`: what the server's HTML was made with. */
export function useStore<Value>({ subscribe, get }: Store<Value>, onServer: Value): Value {
  return useSyncExternalStore(subscribe, get, () => onServer);
}
