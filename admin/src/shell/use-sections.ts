import { useMemo } from 'react';
import { type Section, sections } from '../sections.ts';
import { useSession } from '../session/session.ts';

/** The sections that this person may see. */
export function useSections(): Section[] {
  const { me } = useSession();
  return useMemo(
    () =>
      sections.filter(
        ({ permission }) => permission === null || [permission].flat().some((one) => me.permissions.includes(one)),
      ),
    [me],
  );
}
