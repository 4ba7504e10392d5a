import { useEffect, useState } from 'react';

const keepMs = 7 * 24 * 3_600_000;

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
    try {
      if (isDirty) localStorage.setItem(key, JSON.stringify({ at: Date.now(), ...kept }));
      else localStorage.removeItem(key);
    } catch {
      // A browser that keeps nothing: what was typed lives as long as the page.
    }
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
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as (Kept<Fields> & { at: number }) | null;
    if (kept && Date.now() - kept.at < keepMs) return { draft: kept.draft, mark: kept.mark ?? null };
  } catch {
    // Nothing that can be read is nothing.
  }
  return { draft: {}, mark: null };
}
