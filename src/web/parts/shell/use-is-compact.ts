import { useEffect, useState } from 'react';
import { compactHeaderShare } from '#shared/constants.ts';

/** S2-30: true after scrolling more than 5 % of the window's height. */
export function useIsCompact(): boolean {
  const [isCompact, setCompact] = useState(false);
  useEffect(() => {
    const look = () => setCompact(window.scrollY > window.innerHeight * compactHeaderShare);
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);
  return isCompact;
}
