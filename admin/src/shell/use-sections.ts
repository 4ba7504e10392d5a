import { useMemo } from 'react';
import { type Section, sections } from '../sections.ts';
import { useSession } from '../session/session.ts';

/** The sections that this person may see. */
export function useSections(): Section[] {
  const { me } = useSession();
  return useMemo(
    () => sections.filter(({ permission }) => permission === null || me.permissions.includes(permission)),
    [me],
  );
}
