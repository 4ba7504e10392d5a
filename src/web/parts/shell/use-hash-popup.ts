import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Whether the popup `id` is open. Links to `#id` anywhere on the page open it; without JavaScript the same links show
 * it by `:target`. A page that came with the fragment in its address opens the popup properly and drops the fragment.
 */
export function useHashPopup(id: string): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => {
    if (takeFragment(id)) setOpen(true);
    const open = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.(`a[href="#${id}"]`);
      if (!link) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('click', open);
    return () => document.removeEventListener('click', open);
  }, [id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => () => setOpen(false), [pathname]);
  return [isOpen, setOpen];
}

/** Whether the address ends in `#id`; the fragment is dropped from it. */
export function takeFragment(id: string): boolean {
  const { hash, pathname, search } = window.location;
  if (hash !== `#${id}`) return false;
  window.history.replaceState(window.history.state, '', pathname + search);
  return true;
}
