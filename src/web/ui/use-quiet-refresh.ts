import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/**
 * While `isActive`, the page is read again `msAfter(reads so far)` milliseconds after it was last, only when somebody
 * sees it and there is a connection. `msAfter` is a function of its module, the same at every rendering.
 */
export function useQuietRefresh(isActive: boolean, msAfter: (reads: number) => number): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isActive) return;
    let reads = 0;
    let timer = setTimeout(read, msAfter(reads));
    function read() {
      reads += 1;
      if (document.visibilityState === 'visible' && navigator.onLine) revalidate();
      timer = setTimeout(read, msAfter(reads));
    }
    return () => clearTimeout(timer);
  }, [isActive, msAfter, revalidate]);
}
