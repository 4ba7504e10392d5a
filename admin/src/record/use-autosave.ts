import { useEffect } from 'react';
import type { RecordForm } from './use-record.ts';

const pauseMs = 2_000;

/** Saves a draft by itself once the typing pauses; what was refused waits for the next change. */
export function useAutosave(form: RecordForm<unknown>, isOn: boolean): void {
  const { fields, changed, isBusy, clash, save } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields alone begin the waiting again
  useEffect(() => {
    if (!isOn || changed.length === 0 || isBusy || clash) return undefined;
    const timer = setTimeout(() => void save(), pauseMs);
    return () => clearTimeout(timer);
  }, [JSON.stringify(fields), isOn, clash]);
}
