import { useEffect, useState } from 'react';

const keepMs = 7 * 24 * 3_600_000;

/** What was typed and not saved yet, kept in this browser for a week under `key`. */
export function useDraft<Fields extends object>(key: string) {
  const [draft, setDraft] = useState<Partial<Fields>>(() => readDraft<Fields>(key));
  useEffect(() => {
    if (Object.keys(draft).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ at: Date.now(), draft }));
  }, [key, draft]);
  return {
    draft,
    isDirty: Object.keys(draft).length > 0,
    set: (fields: Partial<Fields>) => setDraft((before) => ({ ...before, ...fields })),
    replace: setDraft,
  };
}

function readDraft<Fields extends object>(key: string): Partial<Fields> {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as { at: number; draft: Partial<Fields> } | null;
    return kept && Date.now() - kept.at < keepMs ? kept.draft : {};
  } catch {
    return {};
  }
}
