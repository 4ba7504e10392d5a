import { useEffect } from 'react';
import { createStore, useStore } from '#web/ui/store.ts';

const prefix = 'visible:';
const stores = { menu: createStore(false), sidebar: createStore(false) };

/**
 * S2-34: open or closed, the same in all tabs of the branch. Storage carries the word to the other tabs; a new tab
 * starts closed, so that a menu left open somewhere does not cover a fresh page.
 */
export function useSharedVisibility(name: keyof typeof stores): [boolean, (isVisible: boolean) => void] {
  const isVisible = useStore(stores[name], false);
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === prefix + name) stores[name].set(newValue === '1');
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [name]);
  return [isVisible, setters[name]];
}

const setters = { menu: setterOf('menu'), sidebar: setterOf('sidebar') };

function setterOf(name: keyof typeof stores): (isVisible: boolean) => void {
  return (next) => {
    if (stores[name].get() === next) return;
    stores[name].set(next);
    try {
      localStorage.setItem(prefix + name, next ? '1' : '0');
    } catch {
      // Storage is full or forbidden: the menu works in this tab only.
    }
  };
}
