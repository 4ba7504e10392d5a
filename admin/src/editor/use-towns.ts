import { useMemo } from 'react';
import { useSession } from '../session/session.ts';

/** Towns of the person's branches, whose cases a text must get right. */
export function useTowns(): string[] {
  const { branches } = useSession().me;
  return useMemo(() => branches.map(({ name }) => name), [branches]);
}
