import { useSyncExternalStore } from 'react';

const narrow = '(max-width: 1023px)';

/** Bars cannot be read in a window of this width. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(narrow);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(narrow).matches,
  );
}
