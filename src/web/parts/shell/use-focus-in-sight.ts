import { useEffect } from 'react';

/**
 * What the keyboard reaches is brought into sight whole: browsers leave what a row that scrolls, or a bar over the
 * page, shows in part. How much room the bars take is the document's scroll-padding.
 */
export function useFocusInSight(): void {
  useEffect(() => {
    const show = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(':focus-visible'))
        target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    document.addEventListener('focusin', show);
    return () => document.removeEventListener('focusin', show);
  }, []);
}
