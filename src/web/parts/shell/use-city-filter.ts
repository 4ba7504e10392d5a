import { type RefObject, useEffect, useState } from 'react';
import { ensure } from '#shared/ensure.ts';
import { folded } from '#shared/folded.ts';

/**
 * Hides the rows of the list of cities whose name has not what is typed; empty again when the dialog opens. `isFound`:
 * at least one row is left.
 */
export function useCityFilter(list: RefObject<HTMLElement | null>, isOpen: boolean) {
  const [filter, setFilter] = useState('');
  const [isFound, setFound] = useState(true);
  useEffect(() => {
    if (isOpen) setFilter('');
  }, [isOpen]);
  useEffect(() => {
    const wanted = folded(filter.trim());
    let isAny = false;
    for (const link of citiesIn(list.current)) {
      const isShown = folded(link.dataset.name ?? '').includes(wanted);
      ensure(link.parentElement).hidden = !isShown;
      isAny ||= isShown;
    }
    setFound(isAny);
  }, [filter, list]);
  return { filter, setFilter, isFound };
}

export function citiesIn(list: HTMLElement | null): Iterable<HTMLAnchorElement> {
  return list?.querySelectorAll<HTMLAnchorElement>('a[data-city]') ?? [];
}
