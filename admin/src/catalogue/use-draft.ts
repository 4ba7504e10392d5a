import { useEffect, useState } from 'react';
import { storeDraft, storedDraft } from '../parts/stored-draft.ts';

/** `mark`: of the version over which the typing began; null: nothing is typed, or it was kept without one. */
type Kept<Fields> = { draft: Partial<Fields>; mark: string | null };

/**
 * What was typed over a version (`mark`) and not saved yet, kept in this browser for a week under `key`. `since`: the
 * mark of the version over which the typing began, whatever has been read since.
 */
export function useDraft<Fields extends object>(key: string, mark: string) {
  const [kept, setKept] = useState<Kept<Fields>>(() => readDraft<Fields>(key));
  const { draft } = kept;
  const isDirty = Object.keys(draft).length > 0;
  useEffect(() => {
    storeDraft(key, isDirty ? kept : null);
  }, [key, kept, isDirty]);
  return {
    draft,
    isDirty,
    since: kept.mark ?? mark,
    set: (fields: Partial<Fields>) =>
      setKept((before) => ({ draft: { ...before.draft, ...fields }, mark: before.mark ?? mark })),
    forget: () => setKept({ draft: {}, mark: null }),
  };
}

function readDraft<Fields extends object>(key: string): Kept<Fields> {
  const kept = storedDraft(key) as Kept<Fields> | null;
  return kept ? { draft: kept.draft, mark: kept.mark ?? null } : { draft: {}, mark: null };
}
